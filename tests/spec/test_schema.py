"""The JSON Schema knows the games and their options; the reader is imported when needed."""

import json
import subprocess
import sys

from arena import games
from arena.spec import schema


def test_every_game_and_option_stands_in_the_schema() -> None:
    found = schema()
    entry = found["$defs"]["GameShape"]
    assert entry["properties"]["game"]["enum"] == list(games.names())
    for name, rule in zip(games.names(), entry["allOf"], strict=True):
        game = games.load(name)
        assert rule["if"]["properties"]["game"]["const"] == name
        assert set(rule["then"]["properties"]["options"]["properties"]) == set(game.options)
        assert rule["then"]["properties"]["players"]["maximum"] == game.seats[-1]
    assert json.loads(json.dumps(found)) == found


def test_the_schema_takes_short_and_long_forms() -> None:
    properties = schema()["properties"]
    bots = properties["bots"]["items"]["anyOf"]
    assert {"type": "string"} in bots
    assert {"$ref": "#/$defs/BotShape"} in bots
    assert {"$ref": "#/$defs/FormatShape"} in properties["format"]["anyOf"]


def test_every_key_is_described() -> None:
    found = schema()
    for part in (found, *found["$defs"].values()):
        assert part["additionalProperties"] is False
        assert all(key.get("description") for key in part["properties"].values())


def test_importing_the_package_imports_no_reader() -> None:
    code = "import sys, arena.spec; print([m for m in ('pydantic', 'yaml') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
