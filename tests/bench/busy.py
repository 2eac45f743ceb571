"""How busy a run keeps the cores: a league of sample bots, as many matches at a time as cores.

Playing goes from the first match that is handed out to the last result; starting and publishing
come before and after. What the machine does besides counts as busy too, so the run's own share is
told as well: on a quiet machine the two agree.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from arena.match import MatchSpec
from arena.results import MatchResult
from arena.tournament import Settings, Unwatched, run
from tests.bench.core import Row, median
from tests.bench.turns import BOTS

RUNS = 3
SAMPLES = (
    "bank_early",
    "bank_target",
    "bank_watcher",
    "numbers_gap",
    "numbers_five_cards",
    "numbers_counter",
    "random_any",
)
FILE = """
games:
  - {game: bank_dice, players: 4, deals: 32}
  - {game: bank_or_bust_numbers, players: 4, deals: 4, seat_orders: cyclic}
format: {type: round_robin, cycles: 12}
"""


class Clock(NamedTuple):
    """Seconds: of wall clock, of cores without work, of this process and of its dead children."""

    wall_s: float
    idle_s: float
    self_s: float
    children_s: float

    @classmethod
    def now(cls) -> "Clock":
        """As it stands."""
        _, _, _, idle, waiting = map(int, Path("/proc/stat").read_text().split()[1:6])
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        own_s, children_s = (one.ru_utime + one.ru_stime for one in used)
        return cls(perf_counter(), (idle + waiting) / os.sysconf("SC_CLK_TCK"), own_s, children_s)


class Clocked(Unwatched):
    """Notes when playing begins and ends."""

    def __init__(self) -> None:
        self.began = self.ended = Clock.now()

    def begun(self, matches: int) -> None:
        self.began = Clock.now()

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        self.ended = Clock.now()


class Shares(NamedTuple):
    """Shares of the time of all cores, and how long the league was played."""

    playing: float
    own: float
    whole: float
    played_s: float


def rows() -> list[Row]:
    """Shares of the time of all cores: while matches are played, and of all of the run."""
    runs = [_measured() for _ in range(RUNS)]
    shares = Shares(*(median(figures) for figures in zip(*runs, strict=True)))
    return [
        Row("cores busy while a league is played", shares.playing, "share", goal=">= 0.9"),
        Row("with this run's own work", shares.own, "share"),
        Row("cores busy from start to end", shares.whole, "share"),
        Row("how long it was played", shares.played_s, "s"),
    ]


def _measured() -> Shares:
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        file = Path(folder, "busy.yaml")
        file.write_text("bots: " + json.dumps([f"{BOTS / name}.py" for name in SAMPLES]) + FILE)
        command = [sys.executable, "-m", __name__, str(file)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Shares(*json.loads(done.stdout))


def _play(file: Path) -> Shares:
    start = Clock.now()
    watch = Clocked()
    run(file, file.parent / "leaderboards", Settings(), watch)
    end = Clock.now()
    began, ended = watch.began, watch.ended
    cores = os.cpu_count() or 1
    own_s = ended.self_s - began.self_s + end.children_s - began.children_s
    return Shares(
        playing=_busy(began, ended, cores),
        own=own_s / (ended.wall_s - began.wall_s) / cores,
        whole=_busy(start, end, cores),
        played_s=ended.wall_s - began.wall_s,
    )


def _busy(start: Clock, end: Clock, cores: int) -> float:
    return 1 - (end.idle_s - start.idle_s) / (end.wall_s - start.wall_s) / cores


if __name__ == "__main__":
    print(json.dumps(_play(Path(sys.argv[1]))))
