"""The launcher: a bot runs as if started by itself, only sooner."""

import py_compile
import sys
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

from tests.sdk.conftest import Play


def test_a_script_is_main_with_its_own_arguments_and_folder(play: Play, folder: Path) -> None:
    source = "import sys; print(__name__, sys.argv, __file__, sys.path[-1], sep='\\n')"
    name, argv, file, last = play(source).stdout.decode().splitlines()
    assert name == "__main__"
    assert argv == "['bot.py']"
    assert Path(file) == folder / "bot.py"
    assert Path(last) == folder


def test_a_bot_named_like_a_module_of_the_library_is_not_taken_for_it(
    play: Play, folder: Path
) -> None:
    for name in ("json", "re", "random"):
        (folder / f"{name}.py").write_text("raise SystemExit('not the library')")
    assert play("import json, random, re; print(json.loads('5'))").stdout == b"5\n"


def test_modules_of_the_bots_folder_can_be_imported(play: Play, folder: Path) -> None:
    (folder / "brain.py").write_text("THOUGHT = 42")
    assert play("import brain; print(brain.THOUGHT)").stdout == b"42\n"
    assert not list(folder.glob("**/*.pyc"))


def test_main_is_the_bots_module(play: Play) -> None:
    source = "import sys; X = 5; print(sys.modules['__main__'].X, '_set_up' in globals())"
    assert play(source).stdout == b"5 False\n"


def test_installed_packages_are_found_where_arena_site_says(play: Play, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}_package.py").write_text("")
    (tmp_path / "first" / "json.py").write_text("raise SystemExit('not the standard library')")
    played = play(
        "import first_package, second_package, json",
        environment={"ARENA_SITE": f"{tmp_path / 'first'}:{tmp_path / 'second'}"},
    )
    assert (played.status, played.stderr) == (0, "")


def test_without_arena_site_nothing_is_added(play: Play) -> None:
    assert b"site-packages" not in play("import sys; print(sys.path)").stdout
    assert play("import sys; print('' in sys.path)").stdout == b"False\n"


@pytest.mark.parametrize(
    "locale", [{}, {"LC_ALL": "C"}, {"LC_ALL": "POSIX"}, {"LC_ALL": "en_US.ISO-8859-1"}]
)
def test_stdio_is_utf8_whatever_the_locale(play: Play, locale: dict[str, str]) -> None:
    source = "import sys; print('→ é'); print('→ é', file=sys.stderr); print(sys.stdin.encoding)"
    played = play(source, environment={"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", **locale})
    assert played.stdout.decode() == "→ é\nutf-8\n"
    assert played.stderr == "→ é\n"


def test_a_file_from_windows_runs(play: Play) -> None:
    source = b'\xef\xbb\xbf#!/usr/bin/env python3\r\ndef f():\r\n    print("\xc3\xa9")\r\nf()\r\n'
    assert play(source).stdout.decode() == "é\n"


def test_a_declared_encoding_holds(play: Play) -> None:
    assert play(b'# coding: latin-1\nprint("\xe9")\n').stdout.decode() == "é\n"


def test_a_syntax_error_shows_where_and_nothing_else(play: Play) -> None:
    played = play("x = 1\ny = (\n")
    assert played.status == 1
    assert played.stderr.splitlines()[0] == '  File "bot.py", line 2'
    assert played.stderr.splitlines()[-1] == "SyntaxError: '(' was never closed"


def test_a_traceback_shows_the_bots_lines_only(play: Play) -> None:
    played = play("def f():\n    return 1 / 0\n\nf()\n")
    assert played.status == 1
    expected = [
        "Traceback (most recent call last):",
        '  File "bot.py", line 4, in <module>',
        "    f()",
        '  File "bot.py", line 2, in f',
        "    return 1 / 0",
        "ZeroDivisionError: division by zero",
    ]
    assert [line for line in played.stderr.splitlines() if not set(line) <= set(" ~^")] == expected


def test_a_compiled_launcher_does_the_same(play: Play, command: list[str], tmp_path: Path) -> None:
    source, compiled = tmp_path / "lib" / "launch.py", tmp_path / "lib" / "launch.pyc"
    py_compile.compile(str(source), str(compiled), dfile="elsewhere/launch.py")
    source.unlink()
    command[-2] = "../lib/launch.pyc"
    played = play("from arena.sdk import Bot\n1 / 0")
    expected = ["Traceback (most recent call last):", '  File "bot.py", line 2, in <module>']
    assert played.stderr.splitlines()[:2] == expected
    assert played.status == 1


def test_a_compiled_script_is_not_compiled_again(play: Play, folder: Path) -> None:
    source, mode = folder / "other.py", PycInvalidationMode.UNCHECKED_HASH
    source.write_text("print('compiled')\n1 / 0")
    cached = cache_from_source(str(folder / "bot.py"))
    py_compile.compile(str(source), cached, "bot.py", doraise=True, invalidation_mode=mode)
    played = play("print('source')\n2 / 0")
    assert played.stdout == b"compiled\n"
    assert played.stderr.splitlines()[1:3] == ['  File "bot.py", line 2, in <module>', "    2 / 0"]


def test_a_missing_script_is_said(play: Play, command: list[str]) -> None:
    command[-1] = "other.py"
    played = play("")
    assert played.status == 1
    assert "No such file or directory: 'other.py'" in played.stderr


def test_the_bots_own_excepthook_is_used(play: Play) -> None:
    source = "import sys\nsys.excepthook = lambda kind, error, trace: print('mine', error)\n1 / 0"
    assert play(source).stdout == b"mine division by zero\n"


@pytest.mark.parametrize(
    ("ending", "status"),
    [("import sys; sys.exit(3)", 3), ("exit(4)", 4), ("quit()", 0), ("raise SystemExit('no')", 1)],
)
def test_the_exit_status_is_the_bots(play: Play, ending: str, status: int) -> None:
    played = play(ending)
    assert played.status == status
    assert "Traceback" not in played.stderr


def test_few_modules_are_imported(play: Play) -> None:
    source = "from arena.sdk import Bot, run\nimport sys\nprint(' '.join(sys.modules))"
    loaded = set(play(source).stderr.split())
    assert loaded.isdisjoint({"os", "json", "re", "random", "typing", "site", "pathlib", "enum"})
    assert "arena.sdk" in loaded


def test_importing_the_launcher_starts_nothing() -> None:
    import arena.launch

    assert arena.launch.__name__ in sys.modules
