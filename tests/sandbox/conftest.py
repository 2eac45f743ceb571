"""Who runs the bots, with which Python, and where their folders are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sandbox import Child, Level, Limits, View, probe, spawn

REPOSITORY = Path(__file__).resolve().parents[2]
PLAIN_UID = 54321
"""Nobody's: what goes wrong as this user harms no one."""
USERS = ("root", "plain") if os.geteuid() == 0 else ("plain",)


def public_python() -> str:
    """A Python that every user may run, for bots and for the plain user's runner."""
    for candidate in (
        "/usr/bin/python3",
        "/usr/local/bin/python3",
        os.path.realpath(sys.executable),
    ):
        if not os.access(candidate, os.X_OK):
            continue
        command = [candidate, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"]
        if os.geteuid() == 0:
            command = [*AS_PLAIN, *command]
        if subprocess.run(command, capture_output=True).returncode == 0:
            return candidate
    pytest.skip("no Python of at least 3.11 that a plain user may run (tried /usr/bin/python3)")


AS_PLAIN = ["setpriv", f"--reuid={PLAIN_UID}", f"--regid={PLAIN_UID}", "--clear-groups"]


@pytest.fixture(scope="session")
def python() -> str:
    """Path of a Python that bots at every level can run."""
    return public_python()


@pytest.fixture(scope="session")
def public_repository() -> Iterator[Path]:
    """A copy of the code that every user may read."""
    with tempfile.TemporaryDirectory(prefix="arena-copy-") as name:
        copy = Path(name)
        for part in ("sandbox", "tests/sandbox"):
            shutil.copytree(
                REPOSITORY / part, copy / part, ignore=shutil.ignore_patterns("__pycache__")
            )
        subprocess.run(["chmod", "-R", "a+rX", name], check=True)
        yield copy


@pytest.fixture(scope="session")
def as_user(python: str, public_repository: Path) -> Callable[..., list[str]]:
    """Command line that runs a module of the tests as "root" (ourselves) or as "plain"."""

    def command(user: str, *arguments: str) -> list[str]:
        away = AS_PLAIN if user == "plain" and os.geteuid() == 0 else []
        path = f"PYTHONPATH={public_repository}"
        own = sys.executable if user == "root" else python
        return [*away, "env", path, "PYTHONDONTWRITEBYTECODE=1", own, *arguments]

    return command


@pytest.fixture(scope="session")
def hostile_reports(as_user: Callable[..., list[str]], python: str) -> Callable[[str, str], Any]:
    """What `play` reports, by user and level; each is run once."""
    known: dict[tuple[str, str], Any] = {}

    def reports(user: str, level: str) -> Any:
        if (user, level) not in known:
            command = as_user(user, "-m", "tests.sandbox.play", level, python)
            ran = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=120)
            assert ran.returncode == 0, ran.stderr
            assert ran.stderr == ""
            known[user, level] = json.loads(ran.stdout)
        return known[user, level]

    return reports


@pytest.fixture
def box() -> Iterator[Path]:
    """A bot's folder that every user may read, with `code` in it."""
    with tempfile.TemporaryDirectory(prefix="arena-box-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "code").mkdir()
        yield folder


@pytest.fixture
def run(box: Path, python: str) -> Iterator[Callable[..., Child]]:
    """Start Python source as a bot: run(level, source, limits); ended with the test."""
    children: list[Child] = []

    def start(level: Level, source: str, limits: Limits | None = None, *args: str) -> Child:
        (box / "code" / "bot.py").write_text(source)
        argv = [python, "-I", "-S", "bot.py", *args]
        child = spawn(argv, limits or Limits(memory_mb=128), View(box, "code"), level)
        children.append(child)
        return child

    yield start
    for child in children:
        child.close()


@pytest.fixture(scope="session", autouse=True)
def machine_is_able() -> None:
    """Without this every test would fail for the same reason; say it once, in words."""
    for level in ("full", "partial"):
        report = probe(level)
        if not report.ok:
            pytest.fail(f"this machine cannot run the sandbox tests, {level}: {report.reason}")
