"""Signals, closed streams, suspension: gone in time, with what is finished, and with a word."""

import os
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.crash.harness import GONE_S, Disturbed, minds_signals, workers

INT, TERM, HUP = signal.SIGINT, signal.SIGTERM, signal.SIGHUP


def said_well(said: str) -> bool:
    lines = said.splitlines()
    return len(lines) <= 3 and bool(re.search("go on with: arena run .*cup.yaml", said))


def stopped(
    league: Disturbed, number: signal.Signals, delay: float, *, group: bool = True, twice: bool
) -> None:
    """Start a run, stop it after a while, and look at how it ends."""
    with league.started() as process:
        assert minds_signals(process)
        time.sleep(delay)
        began = time.monotonic()
        for _ in range(1 + twice):
            if group:
                os.killpg(process.pid, number)
            else:
                process.send_signal(number)
            time.sleep(0.1 if twice else 0.0)
        _, said = process.communicate(timeout=60)
        assert time.monotonic() - began < GONE_S
    # The second signal may meet a program that is about to end, and minds no signals any more.
    assert process.returncode in (128 + number, *[-number] * twice), said
    assert league.none_left()
    assert len(said.splitlines()) <= 3, said
    assert said_well(said) or twice, said


@pytest.mark.parametrize(
    ("number", "group", "delay"),
    [(INT, True, 0.0), (TERM, True, 1.5), (HUP, False, 0.7)],
)
def test_a_stopped_run_is_gone_in_time_and_goes_on_later(
    tmp_path: Path, number: signal.Signals, group: bool, delay: float
) -> None:
    league = Disturbed(tmp_path / "league", cycles=20)
    stopped(league, number, delay, group=group, twice=False)
    if delay >= 1.5:
        league.write(league.file.read_text().replace("cycles: 20", "cycles: 2"))
        league.finish()
        assert league.kept() >= 12


def test_the_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    league = Disturbed(tmp_path / "league", cycles=20)
    stopped(league, INT, 1.0, twice=True)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_signals_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    calm = Disturbed(tmp_path / "calm", cycles=40)
    calm.finish()
    league = Disturbed(tmp_path / "league", cycles=40)
    choose = random.Random(4)
    for _ in range(20):
        number = choose.choice([INT, TERM, HUP])
        delay = choose.uniform(0.0, 3.0)
        stopped(league, number, delay, group=choose.random() < 0.5, twice=choose.random() < 0.3)
    league.finish()
    assert league.published() == calm.published()


def test_a_run_that_ignores_hangups_is_not_stopped_by_one(tmp_path: Path) -> None:
    league = Disturbed(tmp_path / "league", cycles=1)
    command = ["nohup", *league.command()]
    with subprocess.Popen(
        command, env=league.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        time.sleep(1.0)
        process.send_signal(HUP)
        assert process.wait(60) == 0
    assert league.kept() == league.matches


def test_a_suspended_run_goes_on_without_a_fault(tmp_path: Path, calm: Disturbed) -> None:
    league = Disturbed(tmp_path / "league", calm.cycles)
    league.write(league.file.read_text().replace("move_s: 20", "move_s: 0.3"))
    with league.started() as process:
        assert minds_signals(process)
        while not workers(process.pid):
            time.sleep(0.01)
        for _ in range(2):
            time.sleep(0.2)
            os.killpg(process.pid, signal.SIGTSTP)
            time.sleep(1.2)
            state = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
            assert state == "T"
            os.killpg(process.pid, signal.SIGCONT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert league.published() == calm.published()


def test_a_run_stopped_while_it_starts_bots_leaves_nothing(tmp_path: Path) -> None:
    """With sittings so short that starting bots is most of the work."""
    league = Disturbed(tmp_path / "league", cycles=1)
    league.write(
        "seed: 7\nformat: {type: round_robin, cycles: 2000}\n"
        "games: [{game: bank_dice, players: 4, deals: 1, options: {rounds: 1}}]\n"
    )
    for delay in (0.4, 0.53, 0.61, 0.77, 0.89):
        stopped(league, INT, delay, twice=False)


@pytest.mark.parametrize(
    ("redirect", "code"),
    [
        ("| head -1", 0),
        ("2>&1 | head -1", 0),
        ("2>&- >/dev/null", 0),
        (">&- 2>/dev/null", 0),
        ("<&- >&- 2>&-", 0),
        (">/dev/full 2>/dev/null", 1),
        ("2>/dev/full", 0),
    ],
)
def test_whoever_does_not_listen_stops_no_run(tmp_path: Path, redirect: str, code: int) -> None:
    league = Disturbed(tmp_path / "a league", cycles=1, level="none")
    command = " ".join(f"'{word}'" for word in league.command())
    done = subprocess.run(
        ["sh", "-c", f"{command} {redirect}"], env=league.env, capture_output=True, text=True
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert league.kept() == league.matches
    assert set(league.published()) == {"cup.md", "cup.csv", "cup.json", "cup.html"}
    with (league.boards / "cup/ledger.sqlite3").open("rb") as file:
        assert file.read(6) == b"SQLite"
