"""The JSON Schema of tournament files: completion and checks in editors."""

from typing import Any

from arena import plugins
from arena.games.core import Game, Option
from arena.spec.shape import TournamentShape


def schema() -> dict[str, Any]:
    """See `arena.spec.schema`."""
    found = TournamentShape.model_json_schema()
    parts = found["$defs"]
    entry = parts["GameShape"]
    entry["properties"]["game"]["enum"] = list(plugins.GAMES.names())
    entry["allOf"] = [_of_game(plugins.GAMES.load(name)) for name in plugins.GAMES.names()]
    parts["FormatShape"]["properties"]["type"]["enum"] = list(plugins.FORMATS.names())
    found["properties"]["rating"]["enum"] = list(plugins.RATINGS.names())
    found["properties"]["publish"]["items"]["enum"] = list(plugins.PUBLISHERS.names())
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **found}


def _of_game(game: Game) -> dict[str, Any]:
    """What holds of an entry of one game."""
    options = {key: _of_option(option) for key, option in game.options.items()}
    allowed: dict[str, Any] = {
        "players": {"minimum": game.seats[0], "maximum": game.seats[-1]},
        "options": {"properties": options, "additionalProperties": False},
    }
    if not game.positions:
        allowed["seat_orders"] = {"enum": ["one", None]}
    named = {"properties": {"game": {"const": game.name}}, "required": ["game"]}
    return {"if": named, "then": {"properties": allowed}}


def _of_option(option: Option) -> dict[str, Any]:
    match option.kind:
        case "int":
            kind: dict[str, Any] = {
                "type": "integer",
                "minimum": option.low,
                "maximum": option.high,
            }
        case "bool":
            kind = {"type": "boolean"}
        case _:
            kind = {"enum": list(option.choices)}
    if option.default is None:
        kind = {"anyOf": [kind, {"type": "null"}]}
    return {"description": option.help, "default": option.default, **kind}
