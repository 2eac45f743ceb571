"""Lines that a bot might send: right ones in many spellings, and wrong ones made of them."""

import json
import random

NASTY = [
    b"", b" ", b"\r", b"null", b"NaN", b"Infinity", b"-", b"0", b"1e999", b"[]", b"{}", b"\xff",
    b"\xef\xbb\xbf", b"\xc0\x80", b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"\\", b'"', b"'", b",",
    b":", b"{", b"}", b"[", b"]", b"\0", b"\x1b[31m", b"//", b"/*", b"1.0", b"-0", b"01", b"0x1",
    b"9007199254740992", b"9007199254740991", b'"id"', b'"action"', b'"note"', b"true", b"tru",
    b'"id":1', b'"action":"bank"', b'"action":"stay"', b"\xe2\x80\xa8", b"\xf0\x9f\xa4\x96",
    b"Traceback (most recent call last):", b"thinking...", b'{"type":"ready"}',
]  # fmt: skip
ACTIONS = ["bank", "stay", "b\u0061nk", "BANK", "pass", "", "bank ", "\u202estay", "x" * 300]


def right(choose: random.Random, number: int, action: str) -> bytes:
    """A right reply in one of many spellings."""
    message: dict[str, object] = {"id": number, "action": action}
    if choose.random() < 0.2:
        message["note"] = choose.choice([None, "", "a note", "\u00e9" * 500])
    if choose.random() < 0.2:
        message["more"] = choose.choice([1.5, [1, [2]], {"id": 3}, "\ud83e\udd16", True])
    items = list(message.items())
    choose.shuffle(items)
    spaces = choose.choice([(",", ":"), (", ", ": "), (" ,\t", " :  ")])
    line = json.dumps(dict(items), ensure_ascii=choose.random() < 0.5, separators=spaces)
    pad = choose.choice(["", "", "", " ", "\t"])
    return (pad + line + pad + choose.choice(["", "", "\r"])).encode("utf-8", "surrogatepass")


def harmed(choose: random.Random, line: bytes) -> bytes:
    """The line after something has happened to it; now and then that makes no difference."""
    for _ in range(choose.choice([1, 1, 1, 2, 5])):
        line = choose.choice(HARMS)(choose, line)
    return line.replace(b"\n", b" ")


def _at(choose: random.Random, line: bytes) -> int:
    return choose.randrange(len(line) + 1)


def _flip(choose: random.Random, line: bytes) -> bytes:
    at = _at(choose, line)
    return line[:at] + bytes([choose.randrange(256)]) + line[at + 1 :]


def _cut(choose: random.Random, line: bytes) -> bytes:
    return line[: _at(choose, line)]


def _drop(choose: random.Random, line: bytes) -> bytes:
    start, end = sorted((_at(choose, line), _at(choose, line)))
    return line[:start] + line[end:]


def _insert(choose: random.Random, line: bytes) -> bytes:
    at = _at(choose, line)
    return line[:at] + choose.choice(NASTY) + line[at:]


def _repeat(choose: random.Random, line: bytes) -> bytes:
    start, end = sorted((_at(choose, line), _at(choose, line)))
    return line[:end] + line[start:]


def _noise(choose: random.Random, line: bytes) -> bytes:
    return choose.randbytes(choose.randrange(60))


def _token(choose: random.Random, line: bytes) -> bytes:
    return choose.choice(NASTY)


def _other(choose: random.Random, line: bytes) -> bytes:
    number: object = choose.choice([0, 1, -1, 2, 77, 2**53, "1", 1.0, None, True, [1]])
    action: object = choose.choice([*ACTIONS, None, 1, ["bank"], {"a": 1}])
    return json.dumps({"id": number, "action": action}).encode()


def _nested(choose: random.Random, line: bytes) -> bytes:
    depth = choose.choice([1, 30, 31, 32, 33, 40, 200])
    opened, closed = choose.choice([("[", "]"), ('{"a":', "}")])
    inside = choose.choice(["1", "[]", "{}", '""'])
    value = opened * depth + inside + closed * depth
    return line[:-1].rstrip(b"}\r \t") + b',"deep":' + value.encode() + b"}"


def _long(choose: random.Random, line: bytes) -> bytes:
    return line[:-1] + b',"long":"' + b"x" * choose.choice([600, 60_000, 70_000]) + b'"}'


def _noted(choose: random.Random, line: bytes) -> bytes:
    note: object = choose.choice(["n" * 500, "n" * 501, "\u00e9" * 501, 7, ["x"], {}, False])
    return line.rstrip(b"}\r \t") + b',"note":' + json.dumps(note).encode() + b"}"


HARMS = [_flip, _flip, _cut, _drop, _insert, _repeat, _noise, _token, _other, _nested, _noted]
RARE = [_long]
