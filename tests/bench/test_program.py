"""The program that runs the benchmarks, with benchmarks that measure nothing; and its helpers."""

import importlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bench import __main__ as program
from tests.bench import imports, stored
from tests.bench.core import Row, peak_mb

ROOT = Path(__file__).parents[2]


class Named(NamedTuple):
    """A module as it is listed."""

    name: str


def _fail() -> list[Row]:
    raise ValueError("no figures today")


@pytest.fixture(autouse=True)
def _pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "rows", _fail)
    monkeypatch.setattr(stored, "rows", lambda: [Row("a stored game", 700, "bytes")])


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    return program.main()


def test_a_benchmark_that_fails_leaves_the_rows_of_the_others(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, "--json", "imports", "stored") == 1
    told = capsys.readouterr()
    assert [row["what"] for row in json.loads(told.out)["rows"]] == ["a stored game"]
    assert "ValueError: no figures today" in told.err
    assert told.err.endswith("failed: imports\n")


def test_a_table_may_have_no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch, "imports") == 1


def test_all_is_well_where_nothing_failed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, "stored") == 0
    assert "a stored game" in capsys.readouterr().out


def test_without_a_name_all_are_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = [Named("stored"), Named("core")]
    monkeypatch.setattr("pkgutil.iter_modules", lambda _: listed)
    assert _run(monkeypatch) == 0
    assert "a stored game" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["nosuch", "core", "pingpong", "test_program"])
def test_what_is_no_benchmark_is_refused_with_those_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        _run(monkeypatch, "stored", name)
    assert ended.value.code == 2
    assert "there are busy, confinement, imports" in capsys.readouterr().err


def test_every_module_that_is_no_helper_has_rows() -> None:
    modules = {path.stem for path in Path(program.__file__).parent.glob("*.py")}
    for name in modules - program.HELPERS - {"__init__"}:
        assert callable(importlib.import_module(f"tests.bench.{name}").rows)


def test_a_programs_peak_of_memory_is_its_own() -> None:
    ballast = bytearray(b"x") * (200 << 20)
    told = _python("from tests.bench.core import peak_mb; print(peak_mb())")
    assert 1 < float(told) < len(ballast) >> 20 <= peak_mb()


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="needs a C compiler")
def test_the_yardstick_is_gone_with_the_program(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    told = _python("from tests.bench import pingpong as p; print(p.ping_pong(), p._program())")
    assert str(tmp_path) in told
    assert list(tmp_path.iterdir()) == []


def _python(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT).stdout
