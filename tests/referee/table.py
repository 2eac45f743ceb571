"""A match of bots whose sources are given, for tests of the referee."""

from pathlib import Path
from typing import Any

from arena.bots.process import Launch
from arena.bots.snapshot import interpreter, python
from arena.games import load
from arena.games.core import fill_options
from arena.match import MatchSpec
from arena.referee import House, play_match
from arena.results import MatchResult

LIMITS = {"start_s": 5.0, "move_s": 0.6, "game_s": None, "memory_mb": 512}

PRELUDE = """
import json, os, sys, time
def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)
def say(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
read()
"""

HONEST = """
say({"type": "ready"})
while True:
    message = read()
    if message["type"] == "bye":
        break
    if message["type"] == "act":
        legal = message["legal"]
        bank = message["observation"]["bank"]
        say({"id": message["id"], "action": "bank" if bank > 60 else "stay"})
"""


def launch(tmp_path: Path, name: str, source: str) -> Launch:
    """A bot that runs PRELUDE (unless it has a first line `bare`) and then `source`."""
    code = tmp_path / name / "code"
    code.mkdir(parents=True, exist_ok=True)
    text = source.removeprefix("bare") if source.startswith("bare") else PRELUDE + source
    (code / "bot.py").write_text(text)
    argv = (python(), "-I", "-S", "-u", "bot.py")
    return Launch(name, argv, tmp_path / name, interpreter(), ())


def spec(
    members: tuple[str, ...],
    deals: int = 1,
    orders: tuple[tuple[str, ...], ...] = (),
    game: str = "bank_dice",
    **options: Any,
) -> MatchSpec:
    """A match of those members, in one seat order if none are given."""
    filled = fill_options(load(game), len(members), options)
    return MatchSpec(
        "m", 0, game, game, filled, 1, members, members, orders or (members,), deals, 7
    )


def play(tmp_path: Path, bots: dict[str, str], *, deals: int = 1, **more: Any) -> MatchResult:
    """Play `bots` (name: source) against each other, unconfined."""
    limits = LIMITS | more.pop("limits", {})
    house = more.pop("house", House())
    level = more.pop("level", "none")
    match = spec(tuple(bots), deals, **more)
    launches = {name: launch(tmp_path, name, source) for name, source in bots.items()}
    return play_match(match, launches, level, limits, house)
