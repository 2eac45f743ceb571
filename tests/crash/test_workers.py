"""Workers that die at the worst moments, with matches that are only pretended to be played."""

import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.executors import Failure, Outcome, Play, Stop
from arena.executors.processes import TRIES, Processes
from arena.match import MatchSpec
from arena.results import MatchResult

RECORDS = 50
log = logging.getLogger("arena.tests")


def specs(number: int) -> Iterator[MatchSpec]:
    for index in range(number):
        members = ("a", "b")
        yield MatchSpec(
            f"m{index}", index, "e", "bank_dice", {}, 1, members, members, (members,), 1, 7
        )


class Records(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())


@pytest.fixture
def records() -> Iterator[Records]:
    found = Records()
    root = logging.getLogger()
    root.addHandler(found)
    root.setLevel(logging.INFO)
    yield found
    root.removeHandler(found)


def logged(spec: MatchSpec) -> MatchResult:
    for number in range(RECORDS):
        log.info("%s %03d %s", spec.id, number, "x" * 500)
    return MatchResult(spec.id, ())


def run(jobs: int, matches: int, play: Play) -> list[Outcome]:
    return list(Processes(jobs).run(specs(matches), play, Stop()))


def own(records: Records, match: str) -> list[int]:
    """The numbers of a match's records, in the order in which they came."""
    texts = (text.split() for text in records.texts if text.startswith(f"{match} "))
    return [int(number) for _, number, _ in texts]


def test_every_record_of_a_finished_match_is_there_in_order(records: Records) -> None:
    outcomes = run(4, 40, logged)
    assert sorted(spec.id for spec, _ in outcomes) == sorted(spec.id for spec in specs(40))
    for spec in specs(40):
        assert own(records, spec.id) == list(range(RECORDS))


class OnceEach:
    """Kills its worker amid logging, on the first try of every third match."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, spec: MatchSpec) -> MatchResult:
        first = self._folder / spec.id
        if spec.index % 3 == 0 and not first.exists():
            first.touch()
            threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGKILL)).start()
            while True:
                log.info("%s dying %s", spec.id, "x" * 500)
        return logged(spec)


def test_a_worker_killed_while_it_logs_holds_up_nobody(records: Records, tmp_path: Path) -> None:
    began = time.monotonic()
    outcomes = run(4, 24, OnceEach(tmp_path))
    assert time.monotonic() - began < 20
    assert len(outcomes) == 24
    assert all(isinstance(result, MatchResult) for _, result in outcomes)
    for spec in specs(24):
        kept = [t for t in records.texts if t.startswith(f"{spec.id} ") and "dying" not in t]
        assert len(kept) == RECORDS


def deadly(spec: MatchSpec) -> MatchResult:
    if spec.index == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return MatchResult(spec.id, ())


def test_a_match_that_keeps_killing_its_worker_is_given_up_and_no_bots_fault() -> None:
    outcomes = {spec.id: result for spec, result in run(2, 12, deadly)}
    assert len(outcomes) == 12
    assert outcomes.pop("m2") == Failure(f"its worker died {TRIES} times", host=True)
    assert all(isinstance(result, MatchResult) for result in outcomes.values())


def broken(spec: MatchSpec) -> MatchResult:
    if spec.index == 1:
        raise ZeroDivisionError
    if spec.index == 2:
        raise OSError(28, "No space left on device")
    return MatchResult(spec.id, ())


def test_an_error_of_ours_and_one_of_the_machine_are_told_apart() -> None:
    outcomes = {spec.id: result for spec, result in run(2, 4, broken)}
    ours, machines = outcomes["m1"], outcomes["m2"]
    assert isinstance(ours, Failure)
    assert "ZeroDivisionError" in ours.reason
    assert not ours.host
    assert isinstance(machines, Failure)
    assert machines.host


class LongFirst:
    """The first match goes on until all others have been played."""

    def __init__(self, folder: Path, matches: int) -> None:
        self._folder = folder
        self._matches = matches

    def __call__(self, spec: MatchSpec) -> MatchResult:
        others = [self._folder / f"m{index}" for index in range(1, self._matches)]
        until = time.monotonic() + 20
        while spec.index == 0 and not all(other.exists() for other in others):
            assert time.monotonic() < until, "a match waits behind this one"
            time.sleep(0.01)
        (self._folder / spec.id).touch()
        return MatchResult(spec.id, ())


@pytest.mark.parametrize("matches", [2, 3, 4])
def test_at_the_end_nothing_waits_behind_a_long_match(tmp_path: Path, matches: int) -> None:
    outcomes = run(2, matches, LongFirst(tmp_path, matches))
    assert len(outcomes) == matches
    assert all(isinstance(result, MatchResult) for _, result in outcomes)


def endless(spec: MatchSpec) -> MatchResult:
    time.sleep(0.05 if spec.index < 6 else 60)
    return MatchResult(spec.id, ())


def test_a_stop_waits_for_what_is_running_but_not_for_long() -> None:
    stop = Stop()
    outcomes = []
    began = None
    for outcome in Processes(2).run(specs(100), endless, stop):
        outcomes.append(outcome)
        if len(outcomes) == 4:
            stop.request()
            began = time.monotonic()
    assert began
    assert time.monotonic() - began < 3.5
    assert 4 <= len(outcomes) <= 6
