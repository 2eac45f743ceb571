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
    """Milliseconds of wall clock; ratios against the bare start of the same turn."""
    ends: list[float] = []
    with tempfile.TemporaryDirectory() as store:
        bots = sample_bots(Path(store))
        four, ready, bare, confined = interleaved(
            RUNS, _four_bare, lambda: _sitting(bots, ends), _true, _confined_true
        )
        kills = [_kill() for _ in range(RUNS)]
    return [
        Row("four bare `python3 -I -S -E`, side by side", median(four) * 1e3, "ms"),
        Row("a sitting's start: four confined bots ready", median(ready) * 1e3, "ms",
            ratio(ready, four), "four bare", "<= 1.3"),
        Row("a sitting's end: from bye until all are gone", median(ends) * 1e3, "ms",
            ratio(ends, four), "four bare"),
        Row("/bin/true confined, from start to end", median(confined) * 1e3, "ms"),
        Row("what confinement adds to a start", (median(confined) - median(bare)) * 1e3, "ms",
            goal="<= 8"),
        Row("from kill to gone", median(kills) * 1e3, "ms", goal="<= 100"),
    ]  # fmt: skip


def _four_bare() -> float:
    began = time.perf_counter()
    for process in [subprocess.Popen(BARE, stdin=subprocess.DEVNULL) for _ in range(4)]:
        process.wait()
    return time.perf_counter() - began


def _sitting(bots: list[Launch], ends: list[float]) -> float:
    """Until all are ready; how long they take to leave is added to `ends`."""
    began = time.perf_counter()
    with ProcessCrew(bots, "full", LIMITS, "bank_dice"):
        ready = time.perf_counter()
    ends.append(time.perf_counter() - ready)
    return ready - began


def _true() -> float:
    began = time.perf_counter()
    subprocess.run(["/bin/true"])
    return time.perf_counter() - began


def _confined_true() -> float:
    view = sandbox.View(Path("/usr/share"))
    began = time.perf_counter()
    with sandbox.spawn(["/bin/true"], sandbox.Limits(), view, "full") as child:
        child.wait(10)
    return time.perf_counter() - began


def _kill() -> float:
    view = sandbox.View(Path("/usr/share"))
    with sandbox.spawn(["/bin/sleep", "60"], sandbox.Limits(), view, "full") as child:
        began = time.perf_counter()
        child.kill()
        select.select([child.pidfd], [], [], 10)
        return time.perf_counter() - began
