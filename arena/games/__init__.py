"""The games: modules with a `GAME` here, and the entry points `arena.games` of other packages."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules

from arena.games.core import Game

_NOT_GAMES = {"core"}


@cache
def names() -> tuple[str, ...]:
    """The ids of all games that can be played, sorted."""
    own = {module.name for module in iter_modules(__path__)} - _NOT_GAMES
    return tuple(sorted(own | {point.name for point in entry_points(group="arena.games")}))


@cache
def load(name: str) -> Game:
    """The game of that id. KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    for point in entry_points(group="arena.games", name=name):
        found: Game = point.load()
        return found
    game: Game = import_module(f"arena.games.{name}").GAME
    return game
