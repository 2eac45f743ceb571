"""One bot's process: bytes out, lines in, and how it ended. Knows no game."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import sandbox
from arena.results import Fault, FaultKind
from arena.wire import MAX_LINE, shown

CHUNK = 1 << 16
STDERR_KEPT = 16 * 1024
STDERR_SHOWN = 400
ENDING_S = 1.0
"""How long a bot that closed its stdout may take to end and be told how it did."""


@dataclass(frozen=True, slots=True)
class Launch:
    """How a bot is started: `argv` runs in `folder`/code, which it may read; see sandbox.View."""

    entrant: str
    argv: tuple[str, ...]
    folder: Path
    readable: tuple[Path, ...]
    env: tuple[tuple[str, str], ...]
    memory_mb: int = 512
    processes: int = 1


def start_bots(launches: Sequence[Launch], level: sandbox.Level) -> "list[BotProcess]":
    """Start all at the same time. sandbox.SandboxError where the machine cannot confine them."""
    programs = [_program(launch) for launch in launches]
    children = sandbox.spawn_all(programs, level)
    return [
        BotProcess(launch.entrant, program.limits, child)
        for launch, program, child in zip(launches, programs, children, strict=True)
    ]


def _program(launch: Launch) -> sandbox.Program:
    limits = sandbox.Limits(memory_mb=launch.memory_mb, processes=launch.processes)
    view = sandbox.View(launch.folder, "code", launch.readable, dict(launch.env))
    return sandbox.Program(launch.argv, limits, view)


class Ended(Exception):
    """The other end of a bot's pipe is closed."""


class BotProcess:
    """A running bot, from `start_bots`. Nothing here blocks but `child.close`."""

    __slots__ = ("_rest", "_stderr", "child", "entrant", "limits", "outbox", "stderr_bytes")

    def __init__(self, entrant: str, limits: sandbox.Limits, child: sandbox.Child) -> None:
        self.entrant = entrant
        self.limits = limits
        self.child = child
        self.outbox: list[bytes] = []
        self.stderr_bytes = 0
        self._rest = b""
        self._stderr = b""

    def flush(self) -> bool:
        """Write what the pipe takes of the outbox; whether all is written or cannot be any more."""
        if not self.outbox:
            return True
        waiting = b"".join(self.outbox)
        try:
            written = os.write(self.child.stdin, waiting)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            written = len(waiting)  # its end shows on stdout or as the end of the process
        self.outbox = [waiting[written:]] if written < len(waiting) else []
        return not self.outbox

    def lines(self) -> list[bytes] | None:
        """The lines, without newline, that one read completes; None where nothing is there.

        Raises Ended when stdout is closed. A line that is too long comes as it is, unfinished.
        """
        try:
            chunk = os.read(self.child.stdout, CHUNK)
        except BlockingIOError:
            return None
        if not chunk:
            raise Ended
        lines = (self._rest + chunk).split(b"\n")
        self._rest = lines.pop()
        if len(self._rest) > MAX_LINE:
            lines.append(self._rest)
            self._rest = b""
        return lines

    @property
    def unfinished(self) -> bytes:
        """What it has written after the last newline."""
        return self._rest

    def drain_stderr(self) -> bool:
        """Read a piece of stderr; whether more can come."""
        try:
            chunk = os.read(self.child.stderr, CHUNK)
        except BlockingIOError:
            return True
        self.stderr_bytes += len(chunk)
        self._stderr = (self._stderr + chunk)[-STDERR_KEPT:]
        return bool(chunk)

    def drain_rest(self) -> None:
        """Read what an ended bot has left on stderr: no more than a pipe holds, and then some."""
        for _ in range(4):
            before = self.stderr_bytes
            if not self.drain_stderr() or self.stderr_bytes == before:
                return

    def stderr(self) -> str:
        """The end of what it wrote to stderr, with a mark where something was cut off."""
        text = self._stderr.decode("utf-8", "replace")
        cut = self.stderr_bytes - len(self._stderr)
        return f"[{cut} bytes cut]\n{text}" if cut else text

    def obituary(self) -> Fault:
        """The fault of a bot that ended, or closed its stdout, where an answer was due."""
        ending = self.child.wait(ENDING_S)
        if ending is None:
            return Fault("crash", "it closed its stdout; keep it open until the bye message")
        self.drain_rest()
        # Python says so itself where one request was too much, with little of it used.
        starved = ending.code == 1 and self._stderr.rstrip().endswith(b"MemoryError")
        if starved:
            ending = replace(ending, reason="memory")
        kind: FaultKind = "limit" if ending.reason in ("memory", "cpu") else "crash"
        return Fault(kind, self._how(ending) + self._last_words())

    def _how(self, ending: sandbox.Exit) -> str:
        match ending.reason:
            case "memory":
                return f"it used up its {self.limits.memory_mb} MB of memory; use less"
            case "cpu":
                return "it used up its processor time"
            case _ if ending.signal is not None:
                return f"it was ended by signal {ending.signal}"
            case _:
                return f"it exited with status {ending.code} before the bye message"

    def _last_words(self) -> str:
        words = self._stderr.strip()[-STDERR_SHOWN:]
        lines = [shown(line) for line in words.splitlines()[-3:]]
        return "; its stderr ends: " + " / ".join(lines) if lines else ""
