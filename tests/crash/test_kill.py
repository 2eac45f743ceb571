"""kill -9 of anything at any moment: nothing finished is lost, nothing counts twice."""

import json
import random
import time
from pathlib import Path

import pytest

from arena.ledger import Ledger
from tests.crash.harness import Disturbed, bots, disturb, kill, minds_signals, workers


def test_the_leaderboard_of_a_killed_league_is_that_of_an_undisturbed_one(
    tmp_path: Path, calm: Disturbed
) -> None:
    league = Disturbed(tmp_path / "league", calm.cycles)
    assert disturb(league, 3, random.Random(1), longest=0.7) >= 1
    league.finish()
    assert league.kept() == league.matches
    assert league.published() == calm.published()
    assert league.none_left()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", ["full", "none"])
def test_the_same_after_50_kills(tmp_path: Path, level: str) -> None:
    calm = Disturbed(tmp_path / "calm", 120, level)
    calm.finish()
    league = Disturbed(tmp_path / "league", 120, level)
    assert disturb(league, 50, random.Random(2), longest=1.5) >= 50
    league.finish()
    assert league.kept() == league.matches
    assert league.published() == calm.published()


def test_what_was_reported_stays(tmp_path: Path) -> None:
    league = Disturbed(tmp_path / "league", cycles=20)
    before = 0
    for _ in range(2):
        with league.started() as process:
            assert minds_signals(process)
            until = time.monotonic() + 30
            while time.monotonic() < until:
                time.sleep(0.1)
                if (league.boards / "cup/ledger.sqlite3").exists() and league.kept() > before:
                    break
            seen = league.kept()
            kill(process.pid)
            process.wait()
        assert seen > before
        assert league.kept() >= seen
        before = seen
    assert league.none_left()


def test_killed_workers_are_replaced_and_their_matches_played(tmp_path: Path) -> None:
    league = Disturbed(tmp_path / "league", cycles=6)
    killed = 0
    with league.started() as process:
        assert minds_signals(process)
        for how_many in (1, 2):
            until = time.monotonic() + 30
            while len(workers(process.pid)) < 2 and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(0.2)
            for worker in workers(process.pid)[:how_many]:
                killed += kill(worker)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert league.kept() == league.matches
    log = (league.boards / "cup/run.log").read_text()
    assert log.count("a worker ended unexpectedly") == killed == 3
    board = json.loads((league.boards / "cup.json").read_bytes())
    assert not any(any(row["faults"].values()) for row in board["overall"])


def bots_killed(tmp_path: Path, cycles: int, every: float) -> int:
    """A whole run while bots are killed; how many kills show as faults."""
    league = Disturbed(tmp_path / "league", cycles)
    choose = random.Random(3)
    with league.started() as process:
        assert minds_signals(process)
        while process.poll() is None:
            time.sleep(every)
            if found := bots(process.pid):
                kill(choose.choice(found))
        said = process.communicate()[1]
    assert process.returncode == 0, said
    assert league.none_left()
    faults = 0
    with Ledger.read(league.boards / "cup") as ledger:
        assert len(ledger) == league.matches
        for match in ledger.matches():
            for game in match.games:
                assert sorted(game.ranks)[0] == 1
                faults += sum(not fault.earlier for fault in game.faults)
                assert all("signal 9" in fault.detail for fault in game.faults)
    return faults


def test_killed_bots_stop_nobody_else(tmp_path: Path) -> None:
    assert bots_killed(tmp_path, cycles=3, every=0.1) > 0


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_200_matches_with_a_bot_killed_every_half_second(tmp_path: Path) -> None:
    assert bots_killed(tmp_path, cycles=34, every=0.5) > 0
