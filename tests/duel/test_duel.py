"""Whole duels, with bot processes, and the command as it is typed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from arena.bots.find import Wanted, find_bots
from arena.bots.snapshot import prepare
from arena.duel import News, Terms, duel
from arena.executors import Stop
from tests.tournament.league import BOT

LIMITS = {"start_s": 10.0, "move_s": 1.0, "game_s": None, "memory_mb": 512}
NEVER_ANSWERS = """
from arena.sdk import Bot, run

class Dead(Bot):
    games = ["bank_dice"]

    def act(self, observation, legal):
        raise RuntimeError("no idea")

run(Dead)
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with bots that bank at a limit."""
    (tmp_path / "bots").mkdir()
    for name, limit in (("patient", 150), ("hasty", 1), ("hasty_too", 1)):
        (tmp_path / "bots" / f"{name}.py").write_text(BOT.format(limit=limit), encoding="utf-8")
    (tmp_path / "bots" / "dead.py").write_text(NEVER_ANSWERS, encoding="utf-8")
    return tmp_path


def fought(workspace: Path, a: str, b: str, jobs: int, **changed: Any) -> News:
    """How a duel ended."""
    launches = {}
    for label, name in (("A", a), ("B", b)):
        (bot,), _ = find_bots([Wanted(workspace / "bots" / f"{name}.py")])
        launches[label] = prepare(bot, workspace / "store", "none", 512, 1)
    given = {"options": {"rounds": 5}, "rest": (), "seed": 5, **changed}
    terms = Terms("bank_dice", given.pop("seats", 2), **given)
    *_, news = duel(terms, launches, "none", LIMITS, jobs, Stop())
    return news


def plain(news: News) -> tuple[object, ...]:
    return news.verdict, news.games, news.evidence.interval(), news.faults


def test_the_better_bot_is_found_with_any_number_of_workers(workspace: Path) -> None:
    one = fought(workspace, "patient", "hasty", 1)
    two = fought(workspace, "patient", "hasty", 2)
    assert one.verdict == "A"
    assert one.evidence.interval().low > 0
    assert plain(one) == plain(two)


def test_names_exchanged_verdict_exchanged(workspace: Path) -> None:
    assert fought(workspace, "hasty", "patient", 2).verdict == "B"


def test_equal_bots_are_told_equal_before_the_budget_is_spent(workspace: Path) -> None:
    news = fought(workspace, "hasty", "hasty_too", 2)
    assert news.verdict == "equal"
    assert news.games < news.terms.budget / 2
    low, high = news.evidence.interval()
    assert -0.05 <= low <= 0 <= high <= 0.05


def test_a_spent_budget_leaves_it_undecided(workspace: Path) -> None:
    news = fought(workspace, "hasty", "hasty_too", 1, budget=10)
    assert (news.verdict, news.games) == ("undecided", 16)


def test_failed_games_are_counted_and_explained(workspace: Path) -> None:
    news = fought(workspace, "dead", "hasty", 1)
    assert news.verdict == "B"
    assert news.faults["A", "crash"] == news.games
    assert "no idea" in news.details["A", "crash"]


# The command.


def arena(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "duel", *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


FAST = ("--sandbox", "none", "--seed", "5", "-g", "bank_dice", "-o", "rounds=5")


def test_the_command_tells_the_verdict_and_its_certainty(workspace: Path) -> None:
    done = arena("patient", "bots/hasty.py", *FAST, "--strict", cwd=workspace)
    assert (done.returncode, done.stderr) == (0, "")
    assert "patient is better than bots/hasty.py (at most 5 % chance" in done.stdout


def test_strict_fails_unless_a_is_better(workspace: Path) -> None:
    assert arena("hasty", "patient", *FAST, "--strict", cwd=workspace).returncode == 1


def test_the_document_says_what_was_played(workspace: Path) -> None:
    done = arena("patient", "hasty", *FAST, "--table", "hasty_too", "--json", cwd=workspace)
    document = json.loads(done.stdout)
    assert document["schema_version"] == 1
    assert document["bots"] == {"A": "patient", "B": "hasty", "C1": "hasty_too"}
    (only,) = document["duels"]
    assert (only["verdict"], only["seats"], only["options"]) == ("A", 3, {"rounds": 5})
    assert 0 < only["low"] < only["difference"] <= only["high"] <= 1


def test_two_versions_of_one_bot_from_git(workspace: Path) -> None:
    def git(*words: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
        subprocess.run(["git", *identity, *words], cwd=workspace, check=True, capture_output=True)

    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "patient")
    bot = workspace / "bots" / "patient.py"
    bot.write_text(BOT.format(limit=1), encoding="utf-8")
    done = arena("bots/patient.py@HEAD", "bots/patient.py", *FAST, cwd=workspace)
    assert "bots/patient.py@HEAD is better than bots/patient.py" in done.stdout
    bot.unlink()  # what is gone from the disk is still in the repository
    assert arena("bots/patient.py@HEAD", "hasty", *FAST, "--strict", cwd=workspace).returncode == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["patient", "nobody"], "no bot of that name in bots/"),
        (["patient", "bots"], "bots: 4 bots are here; name one of them"),
        (["patient", "patient@nowhere"], "patient@nowhere: "),
        (["patient", "hasty", "-g", "chess"], "no game 'chess'; there are bank_dice"),
        (["patient", "hasty", "-g", "bank_dice", "-o", "rounds=0"], "rounds: 0 is not a whole"),
        (["patient", "hasty", "-g", "bank_dice", "-o", "rounds"], "write KEY=VALUE"),
        (["patient", "hasty", "-o", "rounds=5"], "--option needs one --game"),
        (["patient", "hasty", "-g", "bank_dice", "-t", "dead,dead", "-s", "3"], "does not go"),
        (["patient", "hasty", "-g", "bank_or_bust_money", "-s", "2"], "is for 3 to 8 players"),
        (["patient", "hasty", "--alpha", "0"], "alpha"),
    ],
)
def test_mistakes_are_told_without_a_traceback(
    workspace: Path, words: list[str], says: str
) -> None:
    done = arena(*words, "--sandbox", "none", cwd=workspace)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_it_with_what_is_known(workspace: Path) -> None:
    command = [sys.executable, "-m", "arena", "duel", "hasty", "hasty_too", "-g", "bank_dice",
               "--sandbox", "none", "--margin", "0.0001", "-n", "100000000"]  # fmt: skip
    with subprocess.Popen(
        command, cwd=workspace, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    ) as child:  # fmt: skip
        sleep(3)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert "Traceback" not in err, err
    assert child.returncode == 130
    assert "not decided" in out
