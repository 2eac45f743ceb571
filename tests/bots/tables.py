"""Games of sample bots in memory: the same messages as over pipes, without the processes."""

import importlib.util
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena.chance import Seeded, derive
from arena.games import load
from arena.games.core import fill_options
from arena.results import Answer, Fault
from arena.sdk import Bot
from arena.table import Result, Table

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "bots"

SAMPLES = re.findall(r"^\| \[`(\w+)`\]", (ROOT / "docs" / "bots.md").read_text(), re.MULTILINE)
"""The samples, as the page for bot authors lists them: other bots in the folder are somebody's."""

decode = msgspec.json.decode


def bot_class(name: str) -> type[Bot]:
    """The class that `bots/NAME.py` defines."""
    module_name = f"bots_{name}"
    if module_name not in sys.modules:
        spec = importlib.util.spec_from_file_location(module_name, BOTS / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[module_name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[module_name])
    found = [
        value
        for value in vars(sys.modules[module_name]).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module_name
    ]
    assert len(found) == 1, f"{name} defines {len(found)} bots"
    return found[0]


def play(
    game_name: str, bots: Sequence[type[Bot]], seed: int, **options: Any
) -> tuple[Result, Table]:
    """One game; bots by seat. An exception of a bot goes through; the table holds the faults."""
    game = load(game_name)
    filled = fill_options(game, len(bots), options)
    table = Table(game, len(bots), filled, Seeded(derive(seed, "luck")))
    players = [_seated(bot, game_name, filled, seat, bots, seed) for seat, bot in enumerate(bots)]
    while table.result is None:
        replies: dict[int, Answer | Fault] = {}
        for seat in table.asks:
            asked = decode(b"{" + table.request(seat) + b"}")
            player = players[seat]
            player.events = asked["events"]
            player.legal_truncated = "legal_truncated" in asked
            answer = player.act(asked["observation"], asked["legal"])
            replies[seat] = Answer(answer) if isinstance(answer, str) else Answer(*answer)
        table.submit(replies)
    for seat, player in enumerate(players):
        player.events = decode(table.events(seat))
        player.end({"ranks": list(table.result.ranks), "scores": list(table.result.scores)})
    return table.result, table


def _seated(
    bot: type[Bot],
    game_name: str,
    options: dict[str, Any],
    seat: int,
    bots: Sequence[type[Bot]],
    seed: int,
) -> Bot:
    player = bot()
    player.game, player.options, player.seat = game_name, options, seat
    player.players = [f"seat{other}" for other in range(len(bots))]
    player.seed = derive(seed, "bot", seat) % (1 << 53)
    player.limits, player.events, player.legal_truncated = {}, [], False
    player.start()
    return player


def win_shares(
    game: str, bots: Sequence[type[Bot]], seeds: Iterable[int], **options: Any
) -> list[float]:
    """The share of games each bot won (a game won by k counts 1/k each), in all rotations."""
    won, games = [0.0] * len(bots), 0
    for seed in seeds:
        for turn in range(len(bots)):
            seats = [*bots[turn:], *bots[:turn]]
            result, _ = play(game, seats, seed, **options)
            first = [seat for seat, rank in enumerate(result.ranks) if rank == 1]
            for seat in first:
                won[(seat + turn) % len(bots)] += 1 / len(first)
            games += 1
    return [share / games for share in won]
