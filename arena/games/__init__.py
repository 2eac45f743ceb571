"""The games: modules with a `GAME` here, and the entry points `arena.games` of other packages."""

from arena.games.core import Game
from arena.plugins import GAMES


def names() -> tuple[str, ...]:
    """The ids of all games that can be played, sorted."""
    return GAMES.names()


def load(name: str) -> Game:
    """The game of that id. KeyError if there is none."""
    game: Game = GAMES.load(name)
    return game
