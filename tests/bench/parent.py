"""What a match costs the process that hands it out and stores it, when nothing is played.

Choosing, benching, dispatch, the ledger's row on the disk, progress. Matches are of bank_dice, 16
games between four bots. First their results are there at once, then they come from worker
processes, with what those log.
"""

import logging
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from itertools import islice
from pathlib import Path

from arena.cli.shared.progress import Lines
from arena.executors import Executor, Outcome, Play, Stop
from arena.executors.processes import Processes
from arena.ledger import Ledger
from arena.match import MatchSpec
from arena.results import MatchResult
from arena.tournament.run_log import logged
from arena.tournament.season import Season
from tests.bench.core import Row, interleaved, median, ratio
from tests.bench.pretended import KINDS, League, Pretended, game, result

RUNS = 7
MATCHES = 1500
FEW, MANY = 4, 1000
JOBS = 2
ROW_BYTES = 5000

log = logging.getLogger("arena.referee")


class First:
    """An executor that plays so many matches and then ends."""

    def __init__(self, executor: Executor, matches: int) -> None:
        self._executor = executor
        self._matches = matches

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes as they come."""
        return self._executor.run(islice(specs, self._matches), play, stop)


def rows() -> list[Row]:
    """Milliseconds of the parent's own CPU for a match, with few and with many entrants."""
    for number in range(KINDS):
        game(number)
    few, many = League(FEW, 10**6), League(MANY, 10**6)
    bare, at_once, with_many, sent = interleaved(
        RUNS,
        commit,
        lambda: cost(few, Pretended()),
        lambda: cost(many, Pretended()),
        lambda: cost(many, Processes(JOBS)),
    )
    return [
        Row("CPU to commit as many bytes to a bare SQLite file", median(bare), "ms"),
        Row(f"parent's CPU for a match, {FEW} entrants", median(at_once), "ms", goal="<= 0.3"),
        Row(f"parent's CPU for a match, {MANY:,} entrants", median(with_many), "ms",
            ratio(with_many, at_once), f"{FEW} entrants", "<= 1.2"),
        Row("the same with results from worker processes", median(sent), "ms",
            ratio(sent, with_many), "at once"),
    ]  # fmt: skip


def commit() -> float:
    """Milliseconds of CPU for a transaction that is on the disk, with a match's row of bytes."""
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        connection = sqlite3.connect(Path(folder, "bare"), isolation_level=None)
        connection.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (row BLOB)"
        )
        began = time.process_time()
        for _ in range(MATCHES):
            connection.execute("INSERT INTO bare VALUES (?)", (b"x" * ROW_BYTES,))
        spent = time.process_time() - began
        connection.close()
    return spent / MATCHES * 1e3


def cost(league: League, executor: Executor) -> float:
    """Milliseconds of this process's CPU for a match, less what it takes to make up results."""
    with (
        tempfile.TemporaryDirectory(prefix="arena-bench-") as folder,
        Path(os.devnull).open("w") as nowhere,
        redirect_stderr(nowhere),
        Ledger.create(Path(folder)) as ledger,
        logged(Path(folder)),
    ):
        ledger.begin(league.head, league.enrolled)
        began = time.process_time()
        season = Season(league.schedule, ledger, 20, Lines(), time.time)
        season.play(First(executor, MATCHES), _played, Stop())
        spent = time.process_time() - began
    return (spent - getattr(executor, "made_up", 0.0)) / MATCHES * 1e3


def _played(spec: MatchSpec) -> MatchResult:
    log.info("%s sitting 1 of 1: %s", spec.id, spec.entry)
    return result(spec)
