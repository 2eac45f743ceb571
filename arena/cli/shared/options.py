"""Options of games as they are given on a command line: KEY=VALUE."""

from collections.abc import Sequence
from typing import Any

from arena.errors import ArenaError
from arena.games import load, names
from arena.games.core import Game, fill_options


def game_named(name: str) -> Game:
    """The game of that id. ArenaError, with those there are, if there is none."""
    if name not in names():
        raise ArenaError(f"no game {name!r}; there are {', '.join(names())}")
    return load(name)


def options_of(game: Game, seats: int, given: Sequence[str]) -> dict[str, Any]:
    """All options of a game for so many seats, those given as KEY=VALUE among them.

    ArenaError where one is not possible.
    """
    pairs: dict[str, Any] = {}
    for word in given:
        key, equals, text = word.partition("=")
        if not equals:
            raise ArenaError(f"{word!r} is no option; write KEY=VALUE, such as rounds=10")
        pairs[key] = _value(text)
    try:
        return fill_options(game, seats, pairs)
    except ValueError as error:
        raise ArenaError(f"{game.name}: {error}; see `arena games {game.name}`") from None


def _value(text: str) -> object:
    plain = {"true": True, "false": False, "null": None, "none": None}
    if text.lower() in plain:
        return plain[text.lower()]
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() else text
