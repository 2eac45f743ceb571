"""Which files are bots, what a bot.yaml may say, and what is told where something is wrong."""

import os
from pathlib import Path

import pytest

from arena.bots.find import Bot, Wanted, find_bots
from arena.errors import ArenaError

SOURCE = "print('hello')\n"


def put(path: Path, text: str | bytes = SOURCE, mode: int = 0o644) -> Path:
    """A file with that text, in folders that are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)
    return path


def found(*paths: Path | Wanted) -> list[Bot]:
    return find_bots([p if isinstance(p, Wanted) else Wanted(p) for p in paths])[0]


def ids(*paths: Path | Wanted) -> list[str]:
    return [bot.id for bot in found(*paths)]


def refused(*paths: Path | Wanted) -> str:
    with pytest.raises(ArenaError) as caught:
        found(*paths)
    return str(caught.value)


def manifest(folder: Path, text: str) -> str:
    """What is said of a bot's folder with that bot.yaml, without the file's path."""
    path = put(folder / "bot.yaml", text)
    return refused(folder).replace(f"{path}:", "")


def test_a_folder_of_bots_holds_scripts_programs_and_folders(tmp_path: Path) -> None:
    put(tmp_path / "a.py")
    put(tmp_path / "b.sh", "#!/bin/sh\n", 0o755)
    put(tmp_path / "c", Path("/bin/true").read_bytes(), 0o755)
    put(tmp_path / "d/bot.yaml", "command: [python, play.py]\n")
    put(tmp_path / "d/play.py")
    for other in ("_lib.py", ".hidden.py", "README.md", "table.json"):
        put(tmp_path / other)
    assert ids(tmp_path) == ["a", "b", "c", "d"]


def test_what_only_looks_like_a_bot_is_told(tmp_path: Path) -> None:
    put(tmp_path / "a.py")
    put(tmp_path / "notes.txt", "all files may be executable here\n", 0o755)
    put(tmp_path / "b.sh", "#!/bin/sh\n")
    (tmp_path / "lib").mkdir()
    bots, passed_over = find_bots([Wanted(tmp_path)])
    assert [bot.id for bot in bots] == ["a"]
    assert [line.removeprefix(f"{tmp_path}/").split(":")[0] for line in passed_over] == [
        "b.sh", "lib", "notes.txt",
    ]  # fmt: skip


def test_patterns_match_in_folders_whose_names_look_like_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "[ab]*"
    put(folder / "one.py")
    put(folder / "deep/er/two.py")
    put(tmp_path / "a" / "decoy.py")
    escaped = tmp_path / "[[]ab][*]"
    assert ids(escaped / "*.py") == ["one"]
    assert ids(escaped / "**/*.py") == ["one", "two"]
    assert "no bot matches" in refused(Wanted(escaped / "*.js", "x"))
    assert ids(put(folder / "a[1].py")) == ["a-1"]


@pytest.mark.parametrize(
    ("name", "bot_id"),
    [
        ("my bot", "my-bot"),
        ("Área", "Area"),
        ("  x..", "x"),
        ("x" * 40, "x" * 23 + "-"),
        ("日本語", "77710aed"),
        ("日本語 7", "7-"),
        ("a" * 32, "a" * 32),
    ],
)
def test_any_file_name_gives_an_id(tmp_path: Path, name: str, bot_id: str) -> None:
    (bot,) = found(put(tmp_path / f"{name}.py"))
    assert bot.id.startswith(bot_id)
    assert len(bot.id) <= 32


def test_a_file_name_is_the_name_where_none_is_given(tmp_path: Path) -> None:
    put(tmp_path / "日本語.py")
    put(tmp_path / ("w" * 50 + ".py"))
    named, too_wide = found(tmp_path)
    assert named.file_name == "日本語"
    assert too_wide.file_name == too_wide.id


def test_the_same_bot_twice_is_refused_and_never_merged(tmp_path: Path) -> None:
    a, b = put(tmp_path / "a/bot.py"), put(tmp_path / "b/bot.py")
    assert "another bot has the id 'bot' already" in refused(a, b)
    assert "listed twice" in refused(tmp_path / "a", a)
    assert "another bot" in refused(a, put(tmp_path / "c/BOT.py"))
    assert ids(a, Wanted(b, "second"), Wanted(a, "third")) == ["bot", "second", "third"]


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    put(tmp_path / "empty.py", "")
    (tmp_path / "linked.py").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "pipe")
    put(tmp_path / "folder/bot.yaml", "comand: [./x]\n")
    said = refused(tmp_path, tmp_path / "nowhere.py", Wanted(put(tmp_path / "x/a.py"), "no id"))
    for part in (
        "empty.py: the file is empty", "linked.py: a symbolic link", "pipe: neither a file",
        "bot.yaml:1:1: `comand`: no such key here; did you mean `command`?",
        "nowhere.py: there is no such file or folder", "'no id': not an id",
    ):  # fmt: skip
        assert part in said


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = put(tmp_path / "a.py", mode=0o000)
    if os.access(path, os.R_OK):  # root reads everything: a folder where a file is expected
        path.unlink()
        put(tmp_path / "deep/bot.yaml/x")
        assert "bot.yaml: a folder" in refused(tmp_path / "deep")
    else:
        assert "a.py: cannot be read: Permission denied" in refused(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("command: [python, play.py]\ncommand: [x]\n", "2:1: `command` stands on line 1 already"),
        ("command: [python, 3]\n", '1:19: `command`: 3 is not text; put it in quotes: "…"'),
        ("command: [python, no]\n", "1:19: `no` is a truth value to some YAML readers"),
        ("command: python play.py\n", "1:10: `command`: 'python play.py' is not a list of words, "
         "such as [python, play.py]"),
        ("command: []\n", "1:10: `command`: is empty"),
        ("build: [make]\n", "1:1: `command`: is missing"),
        ('command: ["a\\0b"]\n', "a character of value 0"),
        ("command: [python, play.py]\nbuild: make\n", "2:8: `build`: 'make' is not a command"),
        ("command: [python, play.py]\nbuild: [make, [x]]\n", "a list of commands and words mixed"),
        ("command: [python, play.py]\ngames: [bank_dise]\n", "did you mean `bank_dice`?"),
        ("command: [python, play.py]\ngames: []\n", "2:8: `games`: is empty"),
        ("command: [python, play.py]\nname: \"a\\u202eb\"\n", "which cannot be seen; remove it"),
        ("a: &a [x]\ncommand: *a\n", "aliases are not supported"),
        ("a: &a [*a]\ncommand: [x]\n", "anchors are not supported"),
        ("command: !!python/object:os.system [x]\n", "tags are not supported"),
        ("", "1:1: the file is empty; it needs at least `command:`"),
        ("- x\n", "1:1: the manifest of a bot is written as lines of `key: value`"),
        ("command: [x]\n---\nb: 1\n", "2:1: a second document; a file holds the manifest of a bot"),
        ("\tcommand: [x]\n", "1:1: a tab"),
        ("command: [python, other.py]\n", "there is no file other.py for python"),
        ("command: [python]\n", "python is to run nothing"),
        ("command: [./start]\n", "there is no file ./start in the bot's folder"),
        ("command: [no-such-program]\n", "it needs the program no-such-program, which is not in"),
        ("command: [./x]\nbuild: [no-such-compiler, x.c]\n", "it needs the program no-such-compil"),
    ],
)  # fmt: skip
def test_a_manifest_is_read_strictly(tmp_path: Path, text: str, says: str) -> None:
    put(tmp_path / "bot/play.py")
    assert says in manifest(tmp_path / "bot", text)


def test_a_manifest_says_how_a_bot_is_built_run_and_called(tmp_path: Path) -> None:
    put(tmp_path / "bot/bot.yaml", "\ufeffname: Bold\r\nbuild: [sh, make.sh]\r\ncommand: [./x, -v]"
        "\r\ngames: [bank_dice]\r\n")  # fmt: skip
    (bot,) = found(tmp_path / "bot")
    assert bot.manifest.build == (("sh", "make.sh"),)
    assert (bot.manifest.command, bot.name) == (("./x", "-v"), "Bold")
    assert bot.manifest.games == ("bank_dice",)
    put(tmp_path / "bot/bot.yaml", "build: [[sh, a.sh], [sh, b.sh]]\ncommand: [./x]\n")
    assert found(tmp_path / "bot")[0].manifest.build == (("sh", "a.sh"), ("sh", "b.sh"))


def test_line_ends_of_windows_in_scripts(tmp_path: Path) -> None:
    assert ids(put(tmp_path / "a.py", "#!/usr/bin/python3\r\nprint()\r\n", 0o755)) == ["a"]
    said = refused(put(tmp_path / "my bot.sh", "#!/bin/sh\r\necho\r\n", 0o755))
    assert "ends in CRLF" in said
    assert "sed -i 's/\\r$//' 'my bot.sh'" in said


@pytest.mark.parametrize(
    ("first", "says"),
    [
        ("#!/opt/none/perl\n", "/opt/none/perl, named in its #! line, is not here"),
        ("#!/usr/bin/env -S no-such-ruby -x\n", "it needs the program no-such-ruby"),
        ("#!\n", "nothing stands behind its #!"),
    ],
)
def test_a_script_for_an_interpreter_that_is_not_here(
    tmp_path: Path, first: str, says: str
) -> None:
    assert says in refused(put(tmp_path / "a.sh", first, 0o755))


def test_a_javascript_bot_needs_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path / "b.js")
    monkeypatch.setattr("arena.bots.program.PATH", str(tmp_path))
    assert "b.js: it needs the program node, which is not in" in refused(tmp_path)
    put(tmp_path / "node", "#!/bin/sh\n", 0o755)
    assert ids(tmp_path / "b.js") == ["b"]


def test_the_hash_is_that_of_what_runs(tmp_path: Path) -> None:
    (one,) = found(put(tmp_path / "a.py"))
    (copy,) = found(put(tmp_path / "b.py"))
    (other,) = found(put(tmp_path / "c.py", SOURCE + "#"))
    assert one.hash == copy.hash != other.hash
    put(tmp_path / "d/bot.yaml", "command: [python, a.py]\n")
    put(tmp_path / "d/a.py")
    (folder,) = found(tmp_path / "d")
    put(tmp_path / "d/.git/index")
    assert found(tmp_path / "d")[0].hash == folder.hash
    put(tmp_path / "d/more")
    assert found(tmp_path / "d")[0].hash != folder.hash
