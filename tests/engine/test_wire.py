"""What counts as a message from a bot, and what is said of that which does not."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.results import Answer
from arena.wire import MAX_SHOWN, Ready, Reply, WireError, encode, read_ready, read_reply, shown


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        (b'{"id":1,"action":"stay"}', (1, Answer("stay"))),
        (b'{"id": 12, "action": "build:h50+r50"}\r', (12, Answer("build:h50+r50"))),
        (b'{"action":"stay","id":1}', (1, Answer("stay"))),
        (b'  {"id":1,"action":"st\\u0061y","more":[1,{}]}  ', (1, Answer("stay"))),
        (b'{"id":0,"action":"","note":"\xc3\xa9"}', (0, Answer("", "é"))),
        (b'{"id":3,"action":"bank","note":"ahead"}', (3, Answer("bank", "ahead"))),
    ],
)
def test_replies(line: bytes, reply: Reply) -> None:
    assert read_reply(line) == reply


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "empty line"),
        (b"thinking...", "print to stderr"),
        (b'{"id":1,"action":"stay"', "not one JSON object"),
        (b'{"id":1,"action":"stay"} {}', "not one JSON object"),
        (b'{"id":1,"action":"\xff"}', "not UTF-8 at byte 19"),
        (b'["stay"]', "not a JSON object"),
        (b'{"id":1,"id":1,"action":"stay"}', "twice"),
        (b'{"id":1,"action":"stay","x":{"a":1,"a":2}}', "twice"),
        (b'{"id":1,"action":"stay","x":NaN}', "NaN"),
        (b'{"id":1,"action":"stay","x":-Infinity}', "Infinity"),
        (b'{"id":1,"action":"stay","x":' + b"[" * 40 + b"]" * 40 + b"}", "deeper than 32"),
        (b'{"id":1,"action":"stay","x":' + b"[" * 20000, "deeper than 32"),
        (b'{"id":1,"action":"stay","note":"\\ud800"}', "surrogate"),
        (b'{"id":1.0,"action":"stay"}', '"id"'),
        (b'{"id":true,"action":"stay"}', '"id"'),
        (b'{"id":"1","action":"stay"}', '"id"'),
        (b'{"id":-1,"action":"stay"}', '"id"'),
        (b'{"id":01,"action":"stay"}', "not one JSON object"),
        (b'{"id":9007199254740992,"action":"stay"}', '"id"'),
        (b'{"id":' + b"9" * 5000 + b',"action":"stay"}', "JSON object"),
        (b'{"action":"stay"}', '"id"'),
        (b'{"id":1}', '"action"'),
        (b'{"id":1,"action":null}', '"action"'),
        (b'{"id":1,"action":"stay","note":7}', '"note"'),
        (b'{"id":1,"action":"stay","note":"' + b"x" * 501 + b'"}', "500"),
    ],
)
def test_faulty_replies(line: bytes, says: str) -> None:
    with pytest.raises(WireError) as error:
        read_reply(line)
    assert says in str(error.value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_reply_or_an_error(line: bytes) -> None:
    with suppress(WireError):
        assert len(read_reply(line)) == 2


@given(st.integers(0, (1 << 53) - 1), st.text(max_size=30))
def test_every_encoded_reply_is_read(request_id: int, action: str) -> None:
    assert read_reply(encode({"id": request_id, "action": action})) == (request_id, Answer(action))


def test_ready() -> None:
    line = b'\xef\xbb\xbf{"type":"ready","concurrent":true,"games":["toy"],"version":"2"}\r'
    assert read_ready(line) == Ready(True, ("toy",), version="2")


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"go"}',
        b'{"type":"ready","concurrent":1}',
        b'{"type":"ready","games":"toy"}',
        b'{"type":"ready","name":["x"]}',
    ],
)
def test_faulty_ready(line: bytes) -> None:
    with pytest.raises(WireError):
        read_ready(line)


def test_shown_output_is_escaped_and_cut() -> None:
    assert shown(b"a\x1b[31m\xff\n") == "a\\x1b[31m\\xff\\n"
    assert len(shown(b"x" * 70000)) == MAX_SHOWN
    assert len(shown("\u200b".encode() * 300)) == MAX_SHOWN
