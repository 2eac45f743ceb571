"""The commands as they are typed, in a league's folder."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tournament.league import League


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league that has been played."""
    made = League(tmp_path_factory.mktemp("league") / "my league é")
    made.limits(a=20, b=60, c=90)
    made.run()
    return made


def arena(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """`arena WORDS` in a folder."""
    command = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def output(*words: str | Path, cwd: Path) -> str:
    done = arena(*words, cwd=cwd)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_show_prints_the_table_from_any_folder_of_the_league(league: League) -> None:
    shown = output("show", "cup", cwd=league.root)
    assert shown == output("show", "cup", cwd=league.bots)
    assert [line.split()[1] for line in shown.splitlines()[4:7]] != []
    for name in ("a", "b", "c"):
        assert f" {name} " in shown


def test_show_prints_what_is_published_as_json(league: League) -> None:
    shown = output("show", "cup", "--json", cwd=league.root)
    assert shown.encode() == (league.boards / "cup.json").read_bytes()


@pytest.mark.parametrize("words", ["show cup", "schema", "games", "replay --list -t cup"])
def test_output_that_nobody_reads_ends_the_command_with_141(league: League, words: str) -> None:
    code = f"{sys.executable} -m arena {words} | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", code], cwd=league.root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) in ((141, ""), (0, ""))


def test_publish_writes_the_files_again_byte_for_byte(league: League) -> None:
    before = league.published()
    assert set(before) == {"cup.md", "cup.csv", "cup.json", "cup.html"}
    for name in before:
        (league.boards / name).unlink()
    output("publish", "cup", cwd=league.root)
    assert league.published() == before


def test_files_that_are_not_published_any_more_are_named_and_kept(tmp_path: Path) -> None:
    made = League(tmp_path)
    made.limits(a=20, b=60, c=90)
    made.run()
    (made.boards / "cup.txt").write_text("mine")
    told = "of an earlier publication and are not renewed: publish: leaves them out"
    made.file.write_text(made.file.read_text() + "publish: [json, markdown]\n")
    again = ["run", made.file, "--sandbox", "none"]
    for words in (again, ["publish", "cup"]):
        done = arena(*words, cwd=tmp_path)
        assert done.returncode == 0
        (line,) = [line for line in done.stderr.splitlines() if "earlier" in line]
        assert line == f"arena: {made.boards}/cup.csv, {made.boards}/cup.html are {told}"
    (made.boards / "cup.csv").unlink()
    assert f"cup.html is {told.replace('are', 'is').replace('them', 'it')}\n" in (
        arena("publish", "cup", cwd=tmp_path).stderr
    )
    (made.boards / "cup.html").unlink()
    assert arena("publish", "cup", cwd=tmp_path).stderr == ""
    assert (made.boards / "cup.txt").read_text() == "mine"


def test_replay_lists_and_prints_records(league: League) -> None:
    ids = output("replay", "--list", "-t", "cup", cwd=league.root).split()
    assert len(ids) == len(set(ids)) == 4
    header, *events = map(
        json.loads, output("replay", ids[0], "--json", cwd=league.root).split("\n")[:-1]
    )
    assert header["id"] == ids[0]
    assert sorted(header["players"]) == ["a", "b", "c"]
    assert events[0] == {"event": "round", "round": 1}
    assert events[-1]["event"] == "end"
    assert not any("ms" in event for event in events)


def test_verify_compares_every_stored_game(league: League) -> None:
    assert output("verify", "cup", cwd=league.root) == "4 games verified, 0 differ\n"
    told = json.loads(output("verify", "cup", "--json", cwd=league.root))
    assert told == {"schema_version": 1, "games": 4, "differing": []}


def test_run_again_says_that_nothing_is_left(league: League) -> None:
    done = arena("run", "tournaments/cup.yaml", "--sandbox", "none", cwd=league.root)
    assert done.returncode == 0
    assert "nothing was left to play" in done.stderr


def test_games_lists_and_describes(tmp_path: Path) -> None:
    listed = output("games", cwd=tmp_path)
    for game in ("bank_dice", "bank_or_bust_numbers", "bank_or_bust_money", "banking_benjamins"):
        assert game in listed
        described = output("games", game, cwd=tmp_path)
        assert f"({game})" in described.splitlines()[0]
        assert "option" in described


def test_games_are_described_in_json_too(tmp_path: Path) -> None:
    told = json.loads(output("games", "--json", cwd=tmp_path))
    games = {game["id"]: game for game in told["games"]}
    assert len(games) >= 4
    assert games["bank_dice"]["options"]["rounds"]["default"] == 20
    one = json.loads(output("games", "bank_dice", "--json", cwd=tmp_path))
    assert one["games"] == [games["bank_dice"]]


def test_doctor_tells_what_each_level_proved(tmp_path: Path) -> None:
    report = json.loads(output("doctor", "--json", cwd=tmp_path))
    assert [level["level"] for level in report["levels"]] == ["full", "partial", "none"]
    assert all(check["ok"] for check in report["levels"][0]["checks"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["shwo", "x"], "Did you mean 'show'?"),
        (["show", "nothing"], "no tournament 'nothing'; there are cup"),
        (["games", "chess"], "no game 'chess'; there are bank_dice"),
        (["replay", "nosuchgame"], "no game 'nosuchgame'"),
        (["replay"], "arena replay --list"),
        (["run", "missing.yaml"], "no such file"),
        (["run", "tournaments/cup.yaml", "--jobs", "0"], "0 is not in the range"),
    ],
)
def test_mistakes_are_told_without_a_traceback(league: League, words: list[str], says: str) -> None:
    done = arena(*words, cwd=league.root)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    done = arena("show", "cup", cwd=tmp_path)
    assert done.returncode == 2
    assert "no folder leaderboards/" in done.stderr


def test_a_reader_that_leaves_is_no_error(league: League) -> None:
    code = f"{sys.executable} -m arena replay --list -t cup | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", code], cwd=league.root, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("command", ["run", "show", "publish", "replay", "verify", "games"])
def test_help_shows_an_example(tmp_path: Path, command: str) -> None:
    assert f"  arena {command}" in output(command, "--help", cwd=tmp_path)
