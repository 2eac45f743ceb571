"""A whole sitting of bank_dice with four sample bots: turns, games and the referee's own cost."""

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from arena.bots.find import Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.games import load
from arena.games.core import fill_options
from arena.match import MatchSpec
from arena.moves import Moves
from arena.referee import House, play_match
from arena.results import GameResult
from tests.bench.core import Row, median, ratio
from tests.bench.pingpong import PingPong, ping_pong

RUNS = 5
GAMES = 128
"""Games a measurement with many in flight; with one in flight a quarter of that."""
SAMPLES = (
    ("early-1", "bank_early"),
    ("early-2", "bank_early"),
    ("target-1", "bank_target"),
    ("target-2", "bank_target"),
)
"""Bots that decide at once: what is measured is all that is around a decision."""
GOALS = {1: "<= 12", 64: "<= 2.5"}
"""For the referee's own CPU, by games in flight."""
BOTS = Path(__file__).parents[2] / "bots"
LIMITS = {"start_s": 20.0, "move_s": 20.0, "game_s": None, "memory_mb": 512}


class Sitting(NamedTuple):
    """What one sitting cost; a turn is one decision of one bot."""

    games_per_s: float
    turns_per_s: float
    own_us: float


def rows() -> list[Row]:
    """Turns, games and own cost for 1, 16 and 64 games in flight, against C to C over pipes."""
    with tempfile.TemporaryDirectory() as store:
        launches = sample_bots(Path(store))
        sittings: dict[int, list[Sitting]] = {1: [], 16: [], 64: []}
        free, tied = [], []
        for _ in range(RUNS):
            free.append(ping_pong())
            tied.append(ping_pong(one_core=True))
            for width, done in sittings.items():
                done.append(sit(launches, width))
    table = _yardstick("C to C", free) + _yardstick("C to C on one core", tied)
    for width, done in sittings.items():
        table += _figures(width, done, {"C to C": free, "C to C on one core": tied})
    return table


def _yardstick(name: str, runs: list[PingPong]) -> list[Row]:
    return [
        Row(f"{name}: round trips over pipes", median([run.per_s for run in runs]), "1/s"),
        Row(f"{name}: the parent's CPU", median([run.own_us for run in runs]), "µs/round trip"),
    ]


def _figures(width: int, done: list[Sitting], against: dict[str, list[PingPong]]) -> list[Row]:
    where = f"bank_dice, {width} in flight"
    turns, own = [s.turns_per_s for s in done], [s.own_us for s in done]
    table = [Row(f"{where}: games", median([s.games_per_s for s in done]), "1/s")]
    table.append(Row(f"{where}: turns", median(turns), "1/s", goal=">= 60,000" * (width == 64)))
    for name, runs in against.items():
        if width == 64:
            pace = ratio(turns, [run.per_s for run in runs])
            table.append(Row(f"{where}: turns", median(turns), "1/s", pace, name, ">= 0.3"))
        cost = ratio(own, [run.own_us for run in runs])
        table.append(Row(f"{where}: referee's own CPU", median(own), "µs/turn", cost, name,
                         GOALS.get(width, "")))  # fmt: skip
    return table


def sample_bots(store: Path) -> list[Launch]:
    """Four sample bots that play bank_dice, ready to be started."""
    bots, _ = find_bots([Wanted(BOTS / f"{name}.py", id=entrant) for entrant, name in SAMPLES])
    return [prepare(bot, store, "full", 512, 1) for bot in bots]


def sit(launches: list[Launch], width: int) -> Sitting:
    """One sitting, confined, records and all."""
    seats = tuple(launch.entrant for launch in launches)
    options = fill_options(load("bank_dice"), len(seats), {})
    deals = GAMES if width > 1 else GAMES // 4
    spec = MatchSpec("m", 0, "bank_dice", "bank_dice", options, 0, seats, seats, (seats,), deals, 1)
    house = House(in_flight=width)
    began, own = time.perf_counter(), time.process_time()
    match = play_match(spec, {launch.entrant: launch for launch in launches}, "full", LIMITS, house)
    wall, cpu = time.perf_counter() - began, time.process_time() - own
    turns = sum(map(_decisions, match.games))
    return Sitting(len(match.games) / wall, turns / wall, cpu / turns * 1e6)


def _decisions(game: GameResult) -> int:
    return Moves.unpack(game.moves).actions.count("\n") + 1
