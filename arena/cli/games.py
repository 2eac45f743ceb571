"""arena games"""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.games.core import Game, Option


@click.command(name="games")
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """List the games, or print the rules and options of one.

    \b
    Examples:
      arena games
      arena games bank_dice
    """
    from arena.errors import ArenaError
    from arena.games import load, names

    if name is None:
        click.echo(_list())
        return
    try:
        game = load(name)
    except KeyError:
        raise ArenaError(f"no game {name!r}; there are {', '.join(names())}") from None
    click.echo(_describe(game))


def _list() -> str:
    from tabulate import tabulate

    from arena.games import load, names

    rows = []
    for game in map(load, names()):
        players = f"{game.seats[0]}–{game.seats[-1]}"
        rows.append([game.name, game.title, players, game.default_seats])
    return tabulate(rows, ["id", "game", "players", "default"], disable_numparse=True)


def _describe(game: "Game") -> str:
    """The rules, which are the docstring of the game's module, and the options."""
    import inspect
    import sys

    from tabulate import tabulate

    rules = inspect.cleandoc(sys.modules[type(game).__module__].__doc__ or "")
    rows = [
        [key, _default(option), f"{option.low}–{option.high}" if option.kind == "int" else
         ", ".join(option.choices) or "true, false", option.help]
        for key, option in game.options.items()
    ]  # fmt: skip
    options = tabulate(rows, ["option", "default", "values", ""], disable_numparse=True)
    return f"{game.title} ({game.name})\n\n{rules}\n\n{options}"


def _default(option: "Option") -> str:
    by_seats = ", ".join(f"{value} with {n}" for n, value in option.defaults.items())
    plain = "none" if option.default is None else str(option.default).lower()
    return f"{plain} ({by_seats})" if by_seats else plain
