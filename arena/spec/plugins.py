"""What a tournament file may name: games, formats, ratings, publishers.

Looked up once per process, as looking through all installed packages takes milliseconds. Formats,
ratings and publishers are not imported.
"""

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules

from arena import games
from arena.games.core import Game

RATINGS = ("trueskill", "bradley_terry")
PUBLISHERS = ("markdown", "csv", "json", "html")


@cache
def game_names() -> tuple[str, ...]:
    """The ids of all games."""
    return tuple(games.names())


@cache
def game(name: str) -> Game:
    """The game of an id."""
    return games.load(name)


@cache
def formats() -> tuple[str, ...]:
    """The modules of `arena.formats` and the entry points of that name, sorted."""
    package = find_spec("arena.formats")
    where = package.submodule_search_locations if package else None
    own = {module.name for module in iter_modules(where or [])} - {"core"}
    names = {name for name in own if not name.startswith("_")} | _points("arena.formats")
    return tuple(sorted(names))


@cache
def ratings() -> tuple[str, ...]:
    """The rating systems, and the entry points `arena.ratings`."""
    return (*RATINGS, *sorted(_points("arena.ratings")))


@cache
def publishers() -> tuple[str, ...]:
    """The kinds of published files, and the entry points `arena.publish`."""
    return (*PUBLISHERS, *sorted(_points("arena.publish")))


def _points(group: str) -> set[str]:
    return {point.name for point in entry_points(group=group)}
