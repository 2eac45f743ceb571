"""Runs every vice at one level beside an honest bot and prints what happened, as JSON.

A script of its own, on the standard library only, so that it can run as a plain user too:
python -m tests.sandbox.play LEVEL PYTHON
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sandbox import Child, Level, Limits, View, spawn

from .vices import CODA, PRELUDE, VICES, Vice

DEADLINE_S = 10.0
HONEST = """
import sys
for line in sys.stdin:
    print(int(line) ** 2, flush=True)
"""
Report = dict[str, Any]


class Stage:
    """A host with secrets, listeners and an honest bot, for bots to get at."""

    def __init__(self, level: Level, python: str) -> None:
        self.level = level
        self.python = python
        self.root = Path(tempfile.mkdtemp(prefix="stage-"))
        self.root.chmod(0o755)
        self.secrets = self.root / "host"
        self.box = self.root / "box"
        for folder in (self.secrets, self.box / "code", self.root / "honest"):
            folder.mkdir(parents=True)
        for name in ("other_bot", "ledger", "tournament"):
            (self.secrets / name).write_text("secret\n")
        (self.box / "code" / "absolute").symlink_to(self.secrets / "ledger")
        (self.box / "code" / "relative").symlink_to("../../host/ledger")
        (self.box / "code" / "root").symlink_to("/")
        (self.root / "honest" / "bot.py").write_text(HONEST)
        self.listeners = [
            self._listen(socket.AF_INET, ("127.0.0.1", 0)),
            self._listen(socket.AF_UNIX, str(self.secrets / "socket")),
            self._listen(socket.AF_UNIX, f"\0arena-{os.getpid()}"),
        ]
        os.environ["ARENA_SECRET"] = "secret"
        self.leak = os.open(self.secrets / "ledger", os.O_RDWR)
        os.set_inheritable(self.leak, True)
        self.honest = self._spawn_honest()

    def _listen(self, family: int, address: Any) -> socket.socket:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.bind(address)
        listener.listen()
        listener.setblocking(False)
        return listener

    def _spawn_honest(self) -> Child:
        argv = [self.python, "-I", "-S", "bot.py"]
        return spawn(argv, Limits(memory_mb=128), View(self.root / "honest"), self.level)

    def given(self) -> str:
        """What the hostile bot is told about the host."""
        return json.dumps(
            {
                "folder": str(self.secrets),
                "other_bot": str(self.root / "honest" / "bot.py"),
                "ledger": str(self.secrets / "ledger"),
                "tournament": str(self.secrets / "tournament"),
                "home": str(self.root),
                "runner": os.getpid(),
                "honest": self.honest.pid,
                "port": self.listeners[0].getsockname()[1],
                "unix": str(self.secrets / "socket"),
                "abstract": f"arena-{os.getpid()}",
            }
        )

    def files(self) -> str:
        """Everything below the stage, with contents, modes and times of change."""
        return str(
            sorted(
                (str(path), *path.lstat()[:7], path.lstat().st_mtime_ns)
                for path in self.root.rglob("*")
            )
        )

    def visitors(self) -> int:
        """Connections that got through."""
        count = 0
        for listener in self.listeners:
            try:
                listener.accept()[0].close()
                count += 1
            except BlockingIOError:
                pass
        return count

    def honest_answers(self, number: int) -> bool:
        """The honest bot still plays as ever."""
        os.write(self.honest.stdin, b"%d\n" % number)
        return read_until(self.honest.stdout, b"\n", 5.0) == b"%d\n" % number**2


def read_lines(child: Child, count: int, timeout: float = 10.0) -> list[bytes]:
    """That many lines of its output, fewer if it ends or does not speak for a while."""
    found = b""
    while found.count(b"\n") < count:
        piece = read_until(child.stdout, b"\n", timeout, child.pidfd)
        if not piece:
            break
        found += piece
    return found.splitlines()


def read_until(fd: int, mark: bytes, timeout: float, pidfd: int | None = None) -> bytes:
    """Read up to a mark, end of file, a megabyte, a time-out (seconds) or the writer's end."""
    watched = [fd] if pidfd is None else [fd, pidfd]
    deadline = time.monotonic() + timeout
    found = b""
    while mark not in found and len(found) < 1 << 20:
        ready, _, _ = select.select(watched, [], [], max(0.0, deadline - time.monotonic()))
        if fd not in ready:
            break
        piece = os.read(fd, 65536)
        if not piece:
            break
        found += piece
    return found


def left_over(mark: str) -> list[str]:
    """Living processes with this text in their command line, waited for up to a second."""
    deadline = time.monotonic() + 1.0
    while True:
        left = [p.name for p in Path("/proc").iterdir() if p.name.isdigit() and _is_alive(p, mark)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.005)


def _is_alive(process: Path, mark: str) -> bool:
    """Ended processes have no command line any more."""
    try:
        return mark in (process / "cmdline").read_text(errors="replace")
    except OSError:
        return False


def play(stage: Stage, name: str, vice: Vice) -> Report:
    """One hostile bot, from start to surely ended."""
    script = stage.box / "code" / "bot.py"
    script.write_text(PRELUDE + vice.source + CODA)
    mark = f"mark-{os.getpid()}-{name.replace(' ', '-')}"
    before = stage.files()
    argv = [stage.python, "-I", "-S", "bot.py", stage.given(), mark]
    with spawn(argv, vice.limits, View(stage.box, "code"), stage.level) as child:
        said = read_until(child.stdout, b"done\n", DEADLINE_S, child.pidfd)
        child.wait(DEADLINE_S if name in ENDS_BY_ITSELF else 0.1)
        said += read_until(child.stdout, b"done\n", 0.0)[:4096]
        errors = read_until(child.stderr, b"\0", 0.0)[-2000:]
        peak = child.usage().max_rss_kb
        started = time.monotonic()
        child.kill()
        ended = child.wait(5.0)
        seconds = time.monotonic() - started
    return {
        "said": said.decode(errors="replace").splitlines()[-100:],
        "errors": errors.decode(errors="replace"),
        "exit": asdict(ended) if ended else None,
        "kill_s": seconds,
        "peak_kb": peak,
        "left": left_over(mark),
        "files_same": stage.files() == before,
        "visitors": stage.visitors(),
        "honest": stage.honest_answers(len(name)),
    }


ENDS_BY_ITSELF = ("CPU without end", "deep recursion", "set-user-id program", "old system calls")


def main() -> None:
    """All vices of a level, one JSON object on stdout."""
    level: Level = "partial" if sys.argv[1] == "partial" else "full"
    signal.signal(signal.SIGTERM, lambda *_: os.write(2, b"the runner was signalled\n"))
    stage = Stage(level, sys.argv[2])
    try:
        reports = {
            name: play(stage, name, vice)
            for name, vice in VICES.items()
            if level == "full" or not vice.full_only
        }
    finally:
        stage.honest.close()
        shutil.rmtree(stage.root)
    print(json.dumps(reports))


if __name__ == "__main__":
    main()
