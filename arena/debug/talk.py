"""A bot's process that is talked to one line at a time, with the clock off if wanted."""

import os
import select
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import PIPE, Popen
from time import monotonic

import arena
import sandbox
from arena.bots.find import Bot
from arena.bots.process import Launch, start_bots
from arena.bots.program import PYTHON
from arena.wire import MAX_LINE

CHUNK = 1 << 16


@dataclass(slots=True)
class Talk:
    """`pid` is the bot's. `over`: whether the process has ended; `ended` waits for that a moment
    and says how it did; `close` ends it. `drain` takes in what it writes to stderr.
    """

    pid: int
    stdin: int
    stdout: int
    over: Callable[[], bool]
    ended: Callable[[], str]
    close: Callable[[], None]
    drain: Callable[[], object] = lambda: None
    _rest: bytes = b""
    _lines: list[bytes] = field(default_factory=list)

    def say(self, line: bytes) -> bool:
        """Write a whole message; whether it could be."""
        while line:
            try:
                line = line[os.write(self.stdin, line) :]
            except BlockingIOError:
                select.select([], [self.stdin], [], 1.0)
            except BrokenPipeError:
                return False
        return True

    def hear(self, seconds: float | None) -> bytes | None:
        """The next line without its newline; None where none comes within that time.

        EOFError when nothing more can come. A line that is too long comes unfinished.
        """
        until = None if seconds is None else monotonic() + seconds
        while not self._lines:
            left = None if until is None else until - monotonic()
            if left is not None and left <= 0:
                return None
            if not select.select([self.stdout], [], [], 0.2 if left is None else min(left, 0.2))[0]:
                self.drain()
                if self.over():
                    raise EOFError
                continue
            chunk = os.read(self.stdout, CHUNK)
            if not chunk:
                raise EOFError
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._lines += lines
            if len(self._rest) > MAX_LINE:
                self._lines.append(self._rest)
        return self._lines.pop(0)


def bare_command(bot: Bot) -> list[str]:
    """How a bot is started by hand, in its own folder."""
    program, *words = bot.manifest.command
    return [sys.executable, "-u", *words] if program in PYTHON else [program, *words]


def bare_environment() -> dict[str, str]:
    """Ours, with the SDK to be found."""
    here = str(Path(arena.__file__).parents[1])
    known = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": f"{here}:{known}" if known else here}


def bare(bot: Bot, folder: Path) -> Talk:
    """Start it in `folder` as a plain child: no sandbox, no limits, its stderr is ours."""
    command = bare_command(bot)
    child = Popen(command, cwd=folder, env=bare_environment(), stdin=PIPE, stdout=PIPE, bufsize=0)
    assert child.stdin is not None
    assert child.stdout is not None

    def ended() -> str:
        status = child.wait(2.0)
        return f"exit status {status}" if status >= 0 else f"signal {-status}"

    def close() -> None:
        child.kill()
        child.communicate()

    def over() -> bool:
        return child.poll() is not None

    return Talk(child.pid, child.stdin.fileno(), child.stdout.fileno(), over, ended, close)


def confined(launch: Launch, level: sandbox.Level) -> Talk:
    """Start it as in a tournament."""
    (bot,) = start_bots([launch], level)

    def close() -> None:
        bot.drain_rest()
        bot.child.close()
        sys.stderr.write(bot.stderr())

    def ended() -> str:
        return bot.obituary().detail

    def over() -> bool:
        return child.wait(0.0) is not None

    child = bot.child
    return Talk(child.pid, child.stdin, child.stdout, over, ended, close, bot.drain_stderr)
