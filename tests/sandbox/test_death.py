"""Nothing outlives its runner, however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import Child, Level, Limits, View, spawn
from sandbox.sweep import sweep
from tests.sandbox.conftest import USERS
from tests.sandbox.play import left_over, read_lines

CASES = [
    pytest.param(user, level, processes, worker, id=f"{user}-{level}-{processes}{worker}")
    for user in USERS
    for level, processes in (("full", 1), ("full", 4), ("partial", 1), ("partial", 4), ("none", 1))
    for worker in ("", "worker")
]
FORKING = """
import os, sys, time
for _ in range(3):
    if os.fork() == 0:
        break
print("up", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize(("user", "level", "processes", "worker"), CASES)
def test_kill_9_of_the_runner_ends_its_bots(
    user: str,
    level: str,
    processes: int,
    worker: str,
    as_user: Callable[..., list[str]],
    box: Path,
    python: str,
) -> None:
    box.chmod(0o777)
    mark = f"mark-{os.getpid()}-{user}-{level}-{processes}-{worker}"
    command = as_user(user, "-m", "tests.sandbox.runner", level, python, str(box), mark)
    command += [str(processes), *([worker] if worker else [])]
    runner = subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/")
    try:
        assert runner.stdout is not None
        spawner = int(runner.stdout.readline())
        os.kill(spawner, signal.SIGKILL)
        killed = time.monotonic()
        bots = [pid for pid in left_over(f"bot.py\0{mark}") if int(pid) != runner.pid]
        assert bots == []
        assert time.monotonic() - killed < 1.0
    finally:
        runner.kill()
        runner.wait()
        if runner.stdout is not None:
            runner.stdout.close()


@pytest.mark.parametrize("level", ["full", "partial", "none"])
def test_a_runner_killed_while_it_starts_a_bot(level: Level, box: Path, python: str) -> None:
    (box / "bot.py").write_text("import time\nwhile True: time.sleep(60)\n")
    mark = f"mark-{os.getpid()}-early-{level}"
    for moment in range(40):
        pid = os.fork()
        if pid == 0:
            try:
                spawn([python, "-I", "-S", "bot.py", mark], Limits(), View(box), level)
                time.sleep(60)
            finally:
                os._exit(1)
        time.sleep(moment / 1000)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    deadline = time.monotonic() + 10.0
    while left := left_over(mark):  # the last ones may still be on their way out
        sweep()
        assert time.monotonic() < deadline, left


@pytest.mark.parametrize("level", ["full", "partial", "none"])
def test_kill_ends_the_whole_tree(level: Level, run: Callable[..., Child]) -> None:
    mark = f"mark-{os.getpid()}-tree-{level}"
    child = run(level, FORKING, Limits(memory_mb=128, processes=8), mark)
    assert read_lines(child, 4) == [b"up"] * 4
    started = time.monotonic()
    child.kill()
    assert child.wait(5.0) is not None
    assert left_over(mark) == []
    assert time.monotonic() - started < 1.0


@pytest.mark.parametrize("level", ["full", "partial", "none"])
def test_offspring_ends_with_the_program(level: Level, run: Callable[..., Child]) -> None:
    mark = f"mark-{os.getpid()}-offspring-{level}"
    source = "import os, time\nif os.fork() == 0: time.sleep(60)\n"
    child = run(level, source, Limits(memory_mb=128, processes=8), mark)
    ended = child.wait(10.0)
    assert ended is not None
    assert (ended.reason, ended.code) == ("exited", 0)
    assert left_over(mark) == []
