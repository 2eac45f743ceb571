"""Words that several views use."""

from collections.abc import Sequence

from arena.games.core import Event, Json
from arena.replay.board import Piece

MINUS = "−"


def who(event: Event, players: Sequence[str]) -> str:
    """The name of the event's player."""
    name: str = players[event["player"]]
    return name


def listing(items: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} and {items[-1]}"


def text(value: Json) -> Piece:
    """A piece that is nothing but text."""
    return Piece("text", str(value))


def counted(number: int, one: str, many: str) -> str:
    """ "1 card", "2 cards"."""
    return f"{number:,} {one if number == 1 else many}"
