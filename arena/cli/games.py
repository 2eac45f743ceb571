"""arena games"""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.games.core import Game, Option


@click.command(name="games")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(name: str | None, as_json: bool) -> None:
    """List the games, or print the rules and options of one.

    \b
    Examples:
      arena games
      arena games bank_dice
      arena games --json
    """
    from arena.errors import ArenaError
    from arena.games import load, names

    try:
        games = [load(one) for one in (names() if name is None else [name])]
    except KeyError:
        raise ArenaError(f"no game {name!r}; there are {', '.join(names())}") from None
    if as_json:
        click.echo(_json(games))
    else:
        click.echo(_list(games) if name is None else _describe(games[0]))


def _json(games: "list[Game]") -> str:
    import json
    from dataclasses import asdict

    told = [
        {
            "id": game.name,
            "title": game.title,
            "players": [game.seats[0], game.seats[-1]],
            "default_players": game.default_seats,
            "positions": game.positions,
            "rules_version": game.rules_version,
            "options": {key: asdict(option) for key, option in game.options.items()},
        }
        for game in games
    ]
    return json.dumps({"schema_version": 1, "games": told}, indent=1)


def _list(games: "list[Game]") -> str:
    from tabulate import tabulate

    rows = []
    for game in games:
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
