"""The clock: fair where the machine is busy or the referee late, and not to be outwitted."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.referee.clock import HARD, HARD_LEAST_S, Clock, HostFault
from arena.results import MatchResult
from tests.referee.table import HONEST, play


class Process:
    """A bot as the clock measures it: `cpu` and `waited` seconds so far."""

    def __init__(self) -> None:
        self.cpu = 0.0
        self.waited: float | None = 0.0

    def cpu_s(self) -> float:
        return self.cpu

    def waited_s(self) -> float | None:
        return self.waited


def ends_at(clock: Clock, now: float, runs: float, waits: float, process: Process) -> float:
    """When time is up for a bot that runs and waits for those shares of each second."""
    clock.start(1.0, now)
    began = now
    while True:
        process.cpu += runs * (clock.alarm - now)
        process.waited = (process.waited or 0.0) + waits * (clock.alarm - now)
        now = clock.alarm
        if clock.expired(now):
            return now - began


@pytest.mark.parametrize(
    ("runs", "waits", "ends"),
    [
        (1.0, 0.0, 1.0),  # it computes all the time
        (0.0, 0.0, 1.0),  # it sleeps
        (0.25, 0.75, 4.0),  # it had a quarter of a core
        (2.0, 30.0, 1.0),  # 32 threads on two cores: they wait for each other only
        (0.5, 15.0, 2.0),  # 16 threads that got half a core
    ],
)
def test_waiting_for_a_core_does_not_count(runs: float, waits: float, ends: float) -> None:
    process = Process()
    assert ends_at(Clock(process), 100.0, runs, waits, process) == pytest.approx(ends, rel=0.01)


def test_where_waits_cannot_be_told_or_may_be_home_made_the_wall_clock_counts() -> None:
    blind = Process()
    blind.waited = None
    clock = Clock(blind)
    clock.start(1.0, 0.0)
    assert not clock.expired(0.1)
    assert clock.expired(1.0)
    process = Process()
    assert ends_at(Clock(process, alone=False), 0.0, 0.1, 5.0, process) == pytest.approx(1.0)


def test_the_referees_own_lateness_does_not_count() -> None:
    clock = Clock(Process())
    clock.start(1.0, 0.0)
    clock.spare(9.0)
    assert not clock.expired(9.1)
    clock.spare(20.0)
    assert not clock.expired(29.9)
    assert clock.expired(30.0)


def test_a_wait_without_end_is_the_machines_fault() -> None:
    process = Process()
    with pytest.raises(HostFault, match="overloaded"):
        ends_at(Clock(process), 0.0, 0.0, 1.0, process)
    assert process.waited
    assert process.waited == pytest.approx(max(HARD, HARD_LEAST_S), rel=0.2)


def test_a_budget_is_charged_fairly_from_the_first_moment() -> None:
    process = Process()
    clock = Clock(process)
    clock.start(1.0, 0.0, exact=True)
    process.cpu, process.waited = 0.02, 0.06
    assert clock.taken(0.08) == pytest.approx(0.02)


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Within, so many processes do nothing but take the processors from others."""
    processes = [
        subprocess.Popen([sys.executable, "-I", "-S", "-c", "while True: pass"])
        for _ in range(loops)
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def burning(seconds: float) -> str:
    """A bot that computes for that long before every answer."""
    return HONEST.replace(
        '        legal = message["legal"]\n',
        f"        until = time.thread_time() + {seconds}\n"
        "        while time.thread_time() < until: pass\n"
        '        legal = message["legal"]\n',
    )


def faults(match: MatchResult) -> list[str]:
    return [fault.detail for game in match.games for fault in game.faults]


def plays(folder: Path, matches: int) -> list[str]:
    """Matches of two bots of 50 ms with a limit of 500 ms, two at a time; the faults."""
    limits = {"move_s": 0.5, "start_s": 10.0}

    def one(number: int) -> list[str]:
        bots = {"a": burning(0.05), "b": burning(0.05)}
        return faults(play(folder / str(number), bots, rounds=1, limits=limits))

    # Threads outlive the bots that they start, as they must.
    with ThreadPoolExecutor(2) as pool, busy(4):
        return [fault for found in pool.map(one, range(matches)) for fault in found]


def test_honest_bots_do_not_lose_on_a_busy_machine(tmp_path: Path) -> None:
    assert plays(tmp_path, 6) == []


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_honest_bots_do_not_lose_on_a_busy_machine_in_500_matches(tmp_path: Path) -> None:
    assert plays(tmp_path, 500) == []


def test_a_bot_that_computes_too_long_is_caught_on_a_busy_machine(tmp_path: Path) -> None:
    with busy(4):
        match = play(tmp_path, {"slow": burning(9), "b": HONEST}, limits={"move_s": 0.3}, rounds=1)
    assert [fault.split(";")[0] for fault in faults(match)] == ["no answer within 0.3 s"]
    assert match.usage[0].cpu_s < 1.0


THREADS = """
        import hashlib, threading
        def spin():
            hashlib.pbkdf2_hmac("sha256", b"x", b"y", 10**9)  # all the time without Python's lock
        for _ in range(24):
            threading.Thread(target=spin, daemon=True).start()
"""


def test_threads_that_wait_for_each_other_bring_no_time(tmp_path: Path) -> None:
    source = burning(9).replace("        until =", THREADS + "        until =")
    began = time.monotonic()
    match = play(tmp_path, {"slow": source, "b": HONEST}, limits={"move_s": 0.5}, rounds=1)
    assert [fault.split(";")[0] for fault in faults(match)] == ["no answer within 0.5 s"]
    assert match.usage[0].cpu_s < 4.0
    assert time.monotonic() - began < 12


REFEREE = """
import sys
from pathlib import Path
from tests.referee.table import HONEST, play
from tests.referee.test_clock import burning, faults
match = play(Path(sys.argv[1]), {"a": burning(0.02), "b": burning(0.02)},
             limits={"move_s": 0.3, "game_s": 4.0 if sys.argv[2] == "budget" else None})
print(faults(match))
"""


@pytest.mark.parametrize("budget", ["budget", "none"])
def test_a_referee_that_was_suspended_blames_nobody(tmp_path: Path, budget: str) -> None:
    command = [sys.executable, "-c", REFEREE, str(tmp_path), budget]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        for _ in range(3):
            time.sleep(0.6)
            os.kill(referee.pid, signal.SIGSTOP)
            time.sleep(1.5)
            os.kill(referee.pid, signal.SIGCONT)
        said, _ = referee.communicate()
    assert said.strip() == "[]"


def test_the_wall_clock_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sets it an hour forth or back changes nothing."""

    def asked() -> float:
        raise AssertionError("the wall clock was read")

    monkeypatch.setattr(logging.getLogger("arena.referee"), "disabled", True)
    monkeypatch.setattr(time, "time", asked)
    match = play(tmp_path, {"a": burning(0.2), "b": HONEST}, limits={"move_s": 0.5}, rounds=1)
    assert faults(match) == []
