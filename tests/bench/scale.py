"""A season of a million matches with up to a million stored games: memory, and how soon it goes on.

A real tournament file and real bots, but an executor that has the results ready. Each run is a
process of its own that ends in the middle, as if it were killed; the next one goes on.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from sqlite3 import Connection
from unittest.mock import patch

from arena.executors import Outcome, Play, Stop
from arena.match import MatchSpec
from tests.bench.core import Row, median, peak_mb
from tests.bench.pretended import DEALS, SEATS, League, result

BOTS = 12
MATCHES = 10**6
STORED = (10**5, 10**6)
"""Games that are there when the measured runs begin."""
MORE = 500
"""Matches that a measured run plays."""
RUNS = 5
ENTRANTS = (12, 100, 1000)

BOT = """from arena.sdk import Bot, run

class Early(Bot):
    games = ["bank_dice"]
    name = "Bot {number}"

    def act(self, observation, legal):
        return legal[0]

run(Early)
"""
FILE = f"""
format: {{type: round_robin, cycles: {-(-MATCHES // math.comb(BOTS, SEATS))}}}
games: [{{game: bank_dice, players: {SEATS}, deals: {DEALS}, options: {{rounds: 20}}}}]
"""


class Killed:
    """An executor that has the results ready, and ends the process after so many matches."""

    def __init__(self, matches: int, began: float) -> None:
        self._matches = matches
        self._began = began

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes in the order of the schedule; then what the run took, on stdout."""
        first_s = 0.0
        for number, spec in enumerate(specs):
            assert spec is not None
            first_s = first_s or time.monotonic() - self._began
            if number == self._matches:
                break
            yield Outcome(spec, result(spec))
        print(json.dumps([first_s, peak_mb()]), flush=True)
        os._exit(0)


def rows() -> list[Row]:
    """Peak memory in MB and seconds until a match is handed out, for each number of games."""
    table: list[Row] = []
    peaks: list[float] = []
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        file = workspace(Path(folder))
        there = 0
        for stored in STORED:
            run(file, (stored - there) // DEALS, durable=False)
            runs = [run(file, MORE) for _ in range(RUNS)]
            there = stored + RUNS * MORE * DEALS
            first_s, peak = (median(figures) for figures in zip(*runs, strict=True))
            peaks.append(peak)
            table += [
                Row(f"{stored:,} stored games: peak memory of the run's process", peak, "MB",
                    goal="<= 150"),
                Row(f"{stored:,} stored games: until the first new match", first_s, "s",
                    goal="<= 3"),
            ]  # fmt: skip
    table.append(Row("growth of memory between these", peaks[-1] - peaks[0], "MB", goal="<= 10"))
    return [*table, *map(_skipped, ENTRANTS)]


def _skipped(bots: int) -> Row:
    schedule = League(bots, 2 * MATCHES).schedule
    began = time.process_time()
    next(schedule.since(MATCHES))
    spent = time.process_time() - began
    return Row(f"finding match 1,000,000 of {bots} bots: CPU", spent, "s")


def workspace(folder: Path) -> Path:
    """A tournament's file, with its bots beside it."""
    bots = [folder / f"bot_{number:02}.py" for number in range(BOTS)]
    for number, bot in enumerate(bots):
        bot.write_text(BOT.format(number=number))
    file = folder / "season.yaml"
    file.write_text("bots: " + json.dumps([bot.name for bot in bots]) + FILE)
    return file


def run(file: Path, matches: int, *, durable: bool = True) -> tuple[float, float]:
    """Go on for so many matches; seconds until the first, and the process's peak of memory."""
    command = [sys.executable, "-m", __name__, str(file), str(matches), str(int(durable))]
    done = subprocess.run(
        [*command, str(time.monotonic())], check=True, stdout=subprocess.PIPE, text=True
    )
    first_s, peak = json.loads(done.stdout)
    return first_s, peak


def _go_on(file: str, matches: int, durable: bool, began: float) -> None:
    """`arena run` but for the executor; and while a ledger is filled the disk is not waited for."""
    from arena.cli import group
    from arena.ledger import schema

    connect = schema.connect_to_write

    def connect_in_haste(path: Path) -> Connection:
        connection = connect(path)
        connection.execute("PRAGMA synchronous = OFF")
        return connection

    if not durable:
        schema.connect_to_write = connect_in_haste
    with patch("arena.tournament.loop.load_executor", lambda *_: Killed(matches, began)):
        group.main(["run", file])


if __name__ == "__main__":
    _go_on(sys.argv[1], int(sys.argv[2]), sys.argv[3] == "1", float(sys.argv[4]))
