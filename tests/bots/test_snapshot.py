"""What a bot is run from."""

from pathlib import Path

import pytest

import sandbox
from arena.bots import library
from arena.bots.find import Wanted, find_bots
from arena.bots.snapshot import prepare
from arena.errors import ArenaError


def one(path: Path, store: Path) -> Path:
    (bot,), _ = find_bots([Wanted(path)])
    return prepare(bot, store, "none", 256, 1).folder


def compiled(folder: Path) -> list[str]:
    return sorted(
        f"{path.parents[1].relative_to(folder)}/{path.name.split('.')[0]}"
        for path in folder.rglob("__pycache__/*.pyc")
    )


def test_a_snapshot_holds_the_bot_and_the_library_compiled(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("print(1)\n")
    folder = one(bot, tmp_path / "store")
    assert (folder / "code" / "mine.py").read_text() == "print(1)\n"
    assert (folder / "lib" / library.LAUNCHER).exists()
    assert compiled(folder) == ["code/mine", "lib/arena/__init__", "lib/arena/sdk"]


@pytest.mark.parametrize("level", ["full", "none"])
def test_all_sources_of_a_python_bot_are_compiled(tmp_path: Path, level: sandbox.Level) -> None:
    """One that cannot be compiled keeps no other from it."""
    folder = tmp_path / "several"
    (folder / "parts").mkdir(parents=True)
    (folder / "bot.yaml").write_text("command: [python, bot.py]\n")
    for name in ("bot.py", "parts/one.py"):
        (folder / name).write_text("print(1)\n")
    (folder / "parts" / "bad.py").write_text("print(1\n")
    (bot,), _ = find_bots([Wanted(folder)])
    snapshot = prepare(bot, tmp_path / "store", level, 256, 1).folder
    assert compiled(snapshot / "code") == ["./bot", "parts/one"]


def test_other_bots_are_left_as_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "shell"
    folder.mkdir()
    (folder / "bot.yaml").write_text("command: [sh, bot.sh]\n")
    for name in ("bot.sh", "helper.py"):
        (folder / name).write_text("")
    assert compiled(one(folder, tmp_path / "store") / "code") == []


def test_equal_files_of_two_names_have_a_snapshot_each(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("print(1)\n")
    folders = {one(tmp_path / name, tmp_path / "store") for name in ("a.py", "b.py")}
    assert len(folders) == 2
    assert (tmp_path / "store").is_dir()


def test_a_snapshot_is_made_once_and_leaves_nothing_half_made(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("print(1)\n")
    first = one(tmp_path / "a.py", tmp_path / "store")
    before = (first / "code" / "a.py").stat().st_mtime_ns
    assert one(tmp_path / "a.py", tmp_path / "store") == first
    assert (first / "code" / "a.py").stat().st_mtime_ns == before
    assert [path.name for path in (tmp_path / "store").iterdir()] == [first.name]


def test_a_link_in_a_bot_s_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / "bot.yaml").write_text("command: [python, bot.py]\n")
    (folder / "bot.py").symlink_to("/etc/passwd")
    with pytest.raises(ArenaError, match="only plain files"):
        one(folder, tmp_path / "store")
