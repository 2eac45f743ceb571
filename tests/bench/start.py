"""Starting bots: a confined one against a bare interpreter, four at once, and ending one."""

import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import sandbox
from arena.bots.process import Launch
from arena.referee.crew import ProcessCrew
from tests.bench.core import Row, interleaved, median, ratio
from tests.bench.turns import LIMITS, sample_bots

RUNS = 25
BARE = [os.path.realpath(sys.executable), "-I", "-S", "-E", "-c", "pass"]


def rows() -> list[Row]:
    """Milliseconds of wall clock, each against the bare start of the same turn."""
    with tempfile.TemporaryDirectory() as store:
        bots = sample_bots(Path(store))
        four, confined, one, ended = interleaved(
            RUNS, _four_bare, lambda: _ready(bots), lambda: _true("full"), lambda: _true("none")
        )
        kills = [_kill() for _ in range(RUNS)]
    return [
        Row("four bare `python3 -I -S -E`", median(four) * 1e3, "ms"),
        Row("a sitting's start: four confined bots ready", median(confined) * 1e3, "ms",
            ratio(confined, four), "four bare", "<= 1.3"),
        Row("/bin/true confined, from start to end", median(one) * 1e3, "ms"),
        Row("what confinement adds to a start", median(one) * 1e3 - median(ended) * 1e3, "ms",
            goal="<= 8"),
        Row("from kill to gone", median(kills) * 1e3, "ms", goal="<= 100"),
    ]  # fmt: skip


def _four_bare() -> float:
    began = time.perf_counter()
    for process in [subprocess.Popen(BARE, stdin=subprocess.DEVNULL) for _ in range(4)]:
        process.wait()
    return time.perf_counter() - began


def _ready(bots: list[Launch]) -> float:
    began = time.perf_counter()
    with ProcessCrew(bots, "full", LIMITS, "bank_dice"):
        return time.perf_counter() - began


def _true(level: sandbox.Level) -> float:
    began = time.perf_counter()
    with sandbox.spawn(
        ["/bin/true"], sandbox.Limits(), sandbox.View(Path("/usr/share")), level
    ) as child:
        child.wait(10)
    return time.perf_counter() - began


def _kill() -> float:
    view = sandbox.View(Path("/usr/share"))
    with sandbox.spawn(["/bin/sleep", "60"], sandbox.Limits(), view, "full") as child:
        began = time.perf_counter()
        child.kill()
        select.select([child.pidfd], [], [], 10)
        return time.perf_counter() - began
