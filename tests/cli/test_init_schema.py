"""A new workspace, the schema of tournament files, and completion, as they are typed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games import names
from arena.spec import load, schema


def arena(*words: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`arena WORDS` in a folder."""
    command = [sys.executable, "-m", "arena", *map(str, words)]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False,
        env={**os.environ, **environment},
    )  # fmt: skip


def test_a_new_workspace_plays_at_once(tmp_path: Path) -> None:
    made = arena("init", "my league", cwd=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    league = tmp_path / "my league"
    for line in made.stdout.splitlines():
        if line.startswith("wrote "):
            assert (tmp_path / line.removeprefix("wrote ")).is_file()
    bots = sorted(path.name for path in (league / "bots").iterdir())
    assert bots == ["random_any.py", "starter.py"]
    assert [path.name for path in (league / "leaderboards").iterdir()] == [".gitkeep"]
    done = arena("run", "tournaments/weekly.yaml", "--sandbox", "none", "-q", cwd=league)
    assert done.returncode == 0, done.stderr
    table = json.loads((league / "leaderboards" / "weekly.json").read_text(encoding="utf-8"))
    assert [row["id"] for row in table["overall"]] == ["starter", "random_any"]
    assert not any(sum(row["faults"].values()) for row in table["overall"])


def test_the_tournament_of_a_new_workspace_names_its_schema(tmp_path: Path) -> None:
    assert json.loads(arena("init", "x", "--json", cwd=tmp_path).stdout)["schema_version"] == 1
    file = tmp_path / "x" / "tournaments" / "weekly.yaml"
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# yaml-language-server: $schema=")
    named = file.parent / first.partition("=")[2]
    assert json.loads(named.read_text(encoding="utf-8")) == schema()
    assert [game.game for game in load(file).games] == [
        "bank_dice", "bank_or_bust_numbers", "banking_benjamins",
    ]  # fmt: skip


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    kept = tmp_path / "x" / "README.md"
    kept.write_text("mine", encoding="utf-8")
    done = arena("init", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert "x is not empty, and nothing is overwritten" in done.stderr
    assert [path.name for path in (tmp_path / "x").iterdir()] == ["README.md"]
    assert kept.read_text(encoding="utf-8") == "mine"


def test_an_empty_folder_will_do_and_a_file_will_not(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert arena("init", "empty", cwd=tmp_path).returncode == 0
    (tmp_path / "file").touch()
    done = arena("init", "file", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    done = arena("init", "file/below", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_the_schema_is_one_document_with_all_games(tmp_path: Path) -> None:
    printed = json.loads(arena("schema", cwd=tmp_path).stdout)
    assert printed == schema()
    assert printed["$defs"]["GameShape"]["properties"]["game"]["enum"] == list(names())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_for_each_shell(tmp_path: Path, shell: str) -> None:
    assert "_ARENA_COMPLETE" in arena("completion", shell, cwd=tmp_path).stdout


def test_the_tab_key_completes_commands_and_options(tmp_path: Path) -> None:
    def completed(words: str, word: int) -> list[str]:
        code = "import sys; sys.argv = ['arena']; from arena.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "_ARENA_COMPLETE": "bash_complete", "COMP_WORDS": words,
                 "COMP_CWORD": str(word)},
        )  # fmt: skip
        return [line.partition(",")[2] for line in done.stdout.splitlines()]

    assert completed("arena du", 1) == ["duel"]
    assert completed("arena duel --mar", 2) == ["--margin"]
    assert set(completed("arena completion ", 2)) == {"bash", "zsh", "fish"}


@pytest.mark.parametrize("command", ["init", "schema", "completion", "play", "duel", "debug"])
def test_help_shows_an_example(tmp_path: Path, command: str) -> None:
    done = arena(command, "--help", cwd=tmp_path)
    assert done.returncode == 0
    assert f"  arena {command}" in done.stdout
