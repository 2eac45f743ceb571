"""`arena new`: writes what can be found as a bot, and overwrites nothing."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.bots.find import Wanted, find_bots
from arena.cli.new import command
from arena.errors import ArenaError
from arena.starters import LANGUAGES, write


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_written_is_a_bot(language: str, tmp_path: Path) -> None:
    written = write("first", language, tmp_path / "bots")
    ((bot,), passed_over) = find_bots([Wanted(tmp_path / "bots")])
    assert (bot.id, bot.path, passed_over) == ("first", written.bot, [])
    assert written.source in written.files
    assert all(path.is_file() for path in written.files)


def test_scripts_can_be_executed(tmp_path: Path) -> None:
    for language in ("ruby", "perl", "shell"):
        assert os.access(write(language, language, tmp_path).bot, os.X_OK)
    assert not os.access(write("plain", "python", tmp_path).bot, os.X_OK)


@pytest.mark.parametrize("there", ["first.py", "first", "First.js", "FIRST"])
@pytest.mark.parametrize("language", ["python", "c"])
def test_nothing_is_overwritten(language: str, there: str, tmp_path: Path) -> None:
    (tmp_path / there).write_text("mine")
    with pytest.raises(ArenaError, match="is there already and is not overwritten"):
        write("first", language, tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]


def test_a_bot_whose_name_only_begins_alike_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "first-2.py").write_text("mine")
    write("first", "python", tmp_path)
    assert (tmp_path / "first.py").exists()


@pytest.mark.parametrize("name", ["", "-x", "a/b", "../up", "ü", "x" * 33])
def test_names_that_no_bot_can_have(name: str, tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be a bot's name"):
        write(name, "python", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot be written"):
        write("first", "python", tmp_path / "file" / "bots")


def test_an_unknown_language(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="no starter for 'cobol'; there are python, "):
        write("first", "cobol", tmp_path)


def test_the_command_says_what_to_do_next(tmp_path: Path) -> None:
    bots = tmp_path / "bots"
    result = CliRunner().invoke(command, ["first", "-l", "C++", "--into", str(bots)])
    assert result.exit_code == 0
    assert f"wrote {bots / 'first' / 'bot.cpp'}" in result.output
    assert f"arena check {bots / 'first'} " in result.output


def test_the_command_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.starters.SYSTEM_PATH", "/nowhere")
    result = CliRunner().invoke(command, ["first", "-l", "rust", "--into", str(tmp_path)])
    assert result.exit_code == 0
    assert "apt-get install rustc" in result.output


def test_the_command_knows_its_languages(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["first", "-l", "cobol", "--into", str(tmp_path)])
    assert result.exit_code == 2
    assert "there are python, python-plain, javascript" in result.output
    assert list(tmp_path.iterdir()) == []
