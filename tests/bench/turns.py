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
from arena.referee import House, play_match
from arena.results import GameResult
from arena.table import Moves
from tests.bench.core import Row, median, ratio
from tests.bench.pingpong import ping_pong

RUNS = 5
GAMES = 128
"""Games a measurement with many in flight; with one in flight a quarter of that."""
SAMPLES = ("bank_early", "bank_target", "bank_watcher", "random_any")
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
        raw = []
        for _ in range(RUNS):
            raw.append(ping_pong())
            for width, done in sittings.items():
                done.append(sit(launches, width))
    base_us, base_s = [r.own_us for r in raw], [r.per_s for r in raw]
    table = [
        Row("C to C over pipes", median(base_s), "round trips/s"),
        Row("C to C over pipes, the parent's CPU", median(base_us), "µs/round trip"),
    ]
    goals = {1: "<= 12", 16: "", 64: "<= 2.5"}
    for width, done in sittings.items():
        where = f"bank_dice, {width} in flight"
        turns = [s.turns_per_s for s in done]
        own = [s.own_us for s in done]
        table += [
            Row(f"{where}: games", median([s.games_per_s for s in done]), "games/s"),
            Row(f"{where}: turns", median(turns), "turns/s", ratio(turns, base_s), "C to C",
                ">= 0.3" if width == 64 else ""),
            Row(f"{where}: referee's own CPU", median(own), "µs/turn", ratio(own, base_us),
                "C to C", goals[width]),
        ]  # fmt: skip
    return table


def sample_bots(store: Path) -> list[Launch]:
    """Four sample bots that play bank_dice, ready to be started."""
    bots, _ = find_bots([Wanted(BOTS / f"{name}.py") for name in SAMPLES])
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
