"""NAME.json: everything, for programs. A change of meaning raises its `schema_version`."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from arena.publish.words import last_day
from arena.standings import Row, Standings
from arena.texts import ZERO_WIDTH_JOINER

SCHEMA_VERSION = 1


def render(standings: Standings) -> Mapping[str, bytes]:
    """The document, in UTF-8. `seed` is a decimal string: it may have 128 bits."""
    by_game = {
        entry: [_row(row, one_game=True) for row in rows]
        for entry, rows in standings.by_game.items()
    }
    document = {
        "schema_version": SCHEMA_VERSION,
        "tournament": standings.tournament,
        "title": standings.title,
        "version": standings.engine,
        "finished": standings.finished,
        "date": last_day(standings),
        "rating": standings.rating,
        "rate_by": standings.rate_by,
        "seed": str(standings.seed),
        "sandbox": standings.sandbox,
        "matches": standings.matches,
        "games": standings.games,
        "unrated": standings.unrated,
        "overall": [_row(row, one_game=False) for row in standings.overall],
        "by_game": by_game,
        "head_to_head": msgspec.to_builtins(standings.head_to_head),
        "seats": {entry: list(shares) for entry, shares in standings.seats.items()},
        "balance": msgspec.to_builtins(standings.balance),
        "host_faults": standings.host_faults,
    }
    return {f"{standings.tournament}.json": f"{_text(document, '')}\n".encode()}


def _row(row: Row, *, one_game: bool) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.structs.asdict(row)
    if not one_game:
        del found["mean_score"], found["seats"]
    return found


def _text(value: Any, indent: str) -> str:
    """JSON with an item a line, down to the rows of tables, which are a line each."""
    inside = f"{indent}  "
    match value:
        case [{}, *_]:
            lines = [_plain(item) for item in value]
            opened, closed = "[", "]"
        case dict() if any(isinstance(item, dict | list) for item in value.values()):
            lines = [f"{_plain(key)}: {_text(item, inside)}" for key, item in value.items()]
            opened, closed = "{", "}"
        case _:
            return _plain(value)
    joined = f",\n{inside}".join(lines)
    return f"{opened}\n{inside}{joined}\n{indent}{closed}"


def _plain(value: Any) -> str:
    """JSON on one line, with what is no visible character escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == ZERO_WIDTH_JOINER else json.dumps(c)[1:-1] for c in text
    )
