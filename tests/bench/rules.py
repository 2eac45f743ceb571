"""The rules of every game alone: no bots, no records, no messages."""

import time
from collections.abc import Iterator
from random import Random

from arena.games import load
from arena.games.core import Chance, Decide, Game, fill_options
from arena.testing.playout import listed
from tests.bench.core import Row, median

RUNS = 5
GAMES = {
    "bank_dice": 400,
    "bank_or_bust_numbers": 200,
    "bank_or_bust_money": 100,
    "banking_benjamins": 100,
}
"""How many a run plays: always the same ones."""
GOALS = {"bank_dice": ">= 150,000"}
GOAL = ">= 30,000"


def rows() -> list[Row]:
    """Decisions a second of processor time, on one core, of players that choose at random.

    What is counted is `node`, `deal` and `act`, and the listing of the legal actions (the first
    512, as a bot gets them); luck and choices come from Python's own generator.
    """
    runs: dict[str, list[float]] = {name: [] for name in GAMES}
    for _ in range(RUNS):
        for name, speeds in runs.items():
            speeds.append(speed(load(name), GAMES[name]))
    return [
        Row(f"{name}: rules alone, {GAMES[name]} games of random players", median(speeds),
            "decisions/s", goal=GOALS.get(name, GOAL))
        for name, speeds in runs.items()
    ]  # fmt: skip


def speed(game: Game, games: int) -> float:
    """Decisions a second of processor time over so many games."""
    options = fill_options(game, game.default_seats, {})
    luck = Random(1)
    began = time.process_time()
    decisions = sum(sum(_play(game, options, luck)) for _ in range(games))
    return decisions / (time.process_time() - began)


def _play(game: Game, options: dict[str, object], luck: Random) -> Iterator[int]:
    """One game; how many decisions each of its moves is."""
    random = luck.random
    state = game.start(game.default_seats, options).state
    while True:
        node = game.node(state)
        if isinstance(node, Chance):
            outcomes = node.outcomes
            state = game.deal(state, outcomes[int(random() * len(outcomes))]).state
        elif isinstance(node, Decide):
            chosen = {}
            for seat, actions in node.legal.items():
                seen = listed(actions)
                chosen[seat] = seen[int(random() * len(seen))]
            yield len(chosen)
            state = game.act(state, chosen).state
        else:
            return
