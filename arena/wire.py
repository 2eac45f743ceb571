"""The bot protocol, version 1: messages as bytes, and strict reading of what bots say. No I/O."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from arena.results import Answer

PROTOCOL = 1
MAX_LINE = 64 * 1024
MAX_DEPTH = 32
MAX_NOTE = 500
MAX_SHOWN = 200
MAX_ID = 1 << 53

encode = msgspec.json.Encoder().encode
BYE = b'{"type":"bye"}\n'
BOM = b"\xef\xbb\xbf"

# What nearly every bot sends: a number, and after the first comma few different texts. Anything
# else is read the slow way, which is strict about all JSON.
_HEAD = b'{"id":'
_MAX_DIGITS = 15
_MAX_TAIL = 1 << 10  # what is remembered of bots must stay small
_PLAIN = re.compile(
    rb' ?"action": ?"([ !#-\[\]-~]*)"(?:, ?"note": ?"([ !#-\[\]-~]{0,500})")?\}\r?'
).fullmatch
_ZERO = ord("0")


class WireError(Exception):
    """A line that is no message; the text tells the bot's author what is wrong with it."""


Reply = tuple[int, Answer]
"""The id of the request and what was answered. Plain, as there are millions."""


class Ready(NamedTuple):
    """What a bot says of itself; `games` None: it plays any."""

    concurrent: bool = False
    games: tuple[str, ...] | None = None
    name: str | None = None
    version: str | None = None
    author: str | None = None


def hello(entrant: str, limits: Mapping[str, Any]) -> bytes:
    """The first message to a bot."""
    return _line({"type": "hello", "protocol": PROTOCOL, "bot": entrant, "limits": limits})


def start(
    game_id: str, game: str, options: bytes, players: Sequence[str], seat: int, seed: int
) -> bytes:
    """A game begins. `options` is encoded already; `seed` is the bot's own number."""
    return _line(
        {
            "type": "start",
            "game_id": game_id,
            "game": game,
            "options": msgspec.Raw(options),
            "players": players,
            "seat": seat,
            "seed": seed,
        }
    )


def end(
    game_id: str,
    ranks: Sequence[int],
    scores: Sequence[int],
    tiebreaks: Sequence[int],
    events: bytes,
) -> bytes:
    """A game is over. `events` is an encoded list."""
    return _line(
        {
            "type": "end",
            "game_id": game_id,
            "ranks": ranks,
            "scores": scores,
            "tiebreaks": tiebreaks,
            "events": msgspec.Raw(events),
        }
    )


def act(request: int, game_id: bytes, body: bytes) -> bytes:
    """A request; `body` holds the encoded members observation, legal and events."""
    return b'{"type":"act","id":%d,"game_id":"%b",%b}\n' % (request, game_id, body)


def _line(message: dict[str, Any]) -> bytes:
    return encode(message) + b"\n"


def read_reply(line: bytes) -> Reply:
    """The answer in a line without its newline. WireError if it is none."""
    head, _, tail = line.partition(b",")
    digits = head[len(_HEAD) :].lstrip(b" ")
    if (
        head.startswith(_HEAD)
        and digits.isdigit()
        and digits[0] != _ZERO
        and len(digits) <= _MAX_DIGITS
        and len(tail) <= _MAX_TAIL
        and (answer := _plain_answer(tail)) is not None
    ):
        return int(digits), answer
    return _read_reply(line)


@lru_cache(1 << 12)
def _plain_answer(tail: bytes) -> Answer | None:
    """The answer in what follows the id, None where that must be read the slow way."""
    plain = _PLAIN(tail)
    if plain is None:
        return None
    action, note = plain.groups()
    return Answer(action.decode(), None if note is None else note.decode())


def _read_reply(line: bytes) -> Reply:
    message = _read(line)
    request, action, note = message.get("id"), message.get("action"), message.get("note")
    if type(request) is not int or not 0 <= request < MAX_ID:
        raise WireError('the answer has no whole number "id": echo the id of the request')
    if not isinstance(action, str):
        raise WireError('the answer has no string "action": send one of the legal actions')
    if note is not None and not (isinstance(note, str) and len(note) <= MAX_NOTE):
        raise WireError(f'"note" is not a text of at most {MAX_NOTE} characters')
    return request, Answer(action, note)


def read_ready(line: bytes) -> Ready:
    """The `ready` message in a line without its newline. WireError if it is none."""
    message = _read(line.removeprefix(BOM))
    if message.get("type") != "ready":
        raise WireError('the first line of a bot must be {"type":"ready"}')
    concurrent = message.get("concurrent", False)
    if not isinstance(concurrent, bool):
        raise WireError('"concurrent" is not true or false')
    games = message.get("games")
    if games is not None and not (
        isinstance(games, list) and all(isinstance(game, str) for game in games)
    ):
        raise WireError('"games" is not a list of game ids')
    words = {key: message.get(key) for key in ("name", "version", "author")}
    for key, word in words.items():
        if word is not None and not (isinstance(word, str) and len(word) <= MAX_SHOWN):
            raise WireError(f'"{key}" is not a text of at most {MAX_SHOWN} characters')
    return Ready(concurrent, None if games is None else tuple(games), **words)


def shown(line: bytes) -> str:
    """A bot's output for people: escaped, at most MAX_SHOWN characters."""
    text = line[: 4 * MAX_SHOWN].decode("utf-8", "backslashreplace")
    safe = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return safe if len(safe) <= MAX_SHOWN and len(line) <= 4 * MAX_SHOWN else safe[:199] + "…"


def _read(line: bytes) -> dict[str, Any]:
    """The JSON object in a line; WireError where it is not exactly one."""
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise WireError(f"not UTF-8 at byte {error.start + 1} of the line") from None
    if not text.strip():
        raise WireError("an empty line: write only messages to stdout")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except RecursionError:
        raise WireError(f"nested deeper than {MAX_DEPTH}") from None
    except ValueError as error:
        raise WireError(
            f"not one JSON object ({error}): stdout is for messages only, print to stderr"
        ) from None
    if not isinstance(value, dict):
        raise WireError("not a JSON object: send {…} with the members of the message")
    _check_text_and_depth(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise WireError("a member stands twice in one object")
    return members


def _no_constant(name: str) -> Any:
    raise WireError(f"{name} is not JSON")


def _check_text_and_depth(value: Any) -> None:
    """WireError for nesting deeper than MAX_DEPTH and for half surrogates, which are no text."""
    level, depth = [value], 0
    while level:
        depth += 1
        below: list[Any] = []
        for item in level:
            if depth > MAX_DEPTH and isinstance(item, dict | list):
                raise WireError(f"nested deeper than {MAX_DEPTH}")
            if isinstance(item, dict):
                below += item.keys()
                below += item.values()
            elif isinstance(item, list):
                below += item
            elif isinstance(item, str) and not _encodable(item):
                raise WireError("a half surrogate (\\ud800 to \\udfff) stands in a text")
        level = below


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
