"""What a caller says about one process, and what it is told afterwards: plain values."""

from __future__ import annotations

import resource
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

Level = Literal["full", "partial", "none"]
LEVELS: tuple[Level, ...] = get_args(Level)
Reason = Literal["exited", "signalled", "killed", "memory", "cpu"]

MIB = 1024 * 1024
STACK_MB = 8
ADDRESS_FACTOR = 8
"""Address space per MB of memory: interpreters reserve far more than they touch."""


class SandboxError(Exception):
    """The sandbox cannot do what was asked; the message says why and what to change.

    Never caused by what a confined program does: a bot that crashes, hangs or cannot be
    executed shows in its `Exit` and on its stderr instead.
    """


@dataclass(frozen=True, slots=True)
class Limits:
    """Upper bounds for one process; MB are MiB, times are seconds of CPU.

    memory_mb   writable private memory (heap, stacks, anonymous maps), RLIMIT_DATA
    processes   1: the kernel refuses fork; more: so many at a time, next to `threads`
    cpu_s       backstop over the whole life of the process; exact turn limits are the caller's
    open_files  descriptors open at a time
    file_mb     largest file it may write
    tmp_mb      size of its private /tmp (`full` only; `partial` has none). 0, for none, unless
                really needed: the size counts contents, not files, and the kernel spends
                1 KiB on each empty one, up to an eighth of the machine's memory
    threads     threads at a time over all its processes (`full`, and `partial` as root)
    """

    memory_mb: int = 512
    processes: int = 1
    cpu_s: int = 3600
    open_files: int = 64
    file_mb: int = 1
    tmp_mb: int = 0
    threads: int = 32

    def __post_init__(self) -> None:
        for name in ("memory_mb", "processes", "cpu_s", "open_files", "threads"):
            if getattr(self, name) < 1:
                raise ValueError(f"Limits.{name} must be at least 1, not {getattr(self, name)}")
        if self.file_mb < 0 or self.tmp_mb < 0:
            raise ValueError("Limits.file_mb and Limits.tmp_mb must not be negative")

    def rlimits(self, *, count_tasks: bool) -> dict[str, tuple[int, int]]:
        """(soft, hard) by the resource's lower-case name, none above what we may set ourselves.

        count_tasks: also limit tasks, which is right only where the process has a kernel
        user id, or a user namespace, of its own: the kernel counts them per user.
        """
        wanted = {
            "data": (self.memory_mb * MIB,) * 2,
            "as": (self.memory_mb * MIB * ADDRESS_FACTOR,) * 2,
            "cpu": (self.cpu_s, self.cpu_s + 1),
            "fsize": (self.file_mb * MIB,) * 2,
            "nofile": (self.open_files,) * 2,
            "stack": (STACK_MB * MIB,) * 2,
            "core": (0, 0),
            "memlock": (0, 0),
            "msgqueue": (0, 0),
            "sigpending": (1024, 1024),
        }
        if count_tasks:
            wanted["nproc"] = (self.threads + self.processes,) * 2
        return {name: _at_most_ours(name, pair) for name, pair in wanted.items()}


def _at_most_ours(name: str, pair: tuple[int, int]) -> tuple[int, int]:
    """Raising a hard limit needs a privilege that neither users nor all roots have."""
    ours = resource.getrlimit(getattr(resource, f"RLIMIT_{name.upper()}"))[1]
    if ours == resource.RLIM_INFINITY:
        return pair
    return min(pair[0], ours), min(pair[1], ours)


@dataclass(frozen=True, slots=True)
class View:
    """What the process sees of the machine.

    folder    host folder it may read; in `full` it is seen at /box, and nothing else of the
              host but `readable` and /usr (with /lib, /bin, ... as the host links them)
    cwd       its working folder, relative to `folder`. Relative paths in argv start here at
              every level: "../lib/launch.py", "./mybot"
    readable  further host paths, readable at their own path: interpreter prefixes, mostly
    env       the whole environment beyond PATH, LANG, HOME, TMPDIR; nothing is inherited
    writable  builds only: the folder is writable. As root its contents then belong to the
              confined user while the process runs and to root again after `Child.close`
    """

    folder: Path
    cwd: str = "."
    readable: tuple[Path, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    writable: bool = False

    def environment(self, tmp: str = "/tmp") -> dict[str, str]:
        """The complete environment of the process."""
        minimal = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "HOME": tmp,
            "TMPDIR": tmp,
        }
        return {**minimal, **self.env}


@dataclass(frozen=True, slots=True)
class Usage:
    """What a living process has used so far, measured from outside.

    cpu_s       CPU time of all its threads
    waited_s    time its threads were runnable but not running, because other processes had
                the cores; None where the kernel does not say
    max_rss_kb  largest resident memory, KiB
    """

    cpu_s: float
    waited_s: float | None
    max_rss_kb: int


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended.

    reason      exited     by itself, with `code`
                signalled  by a signal that was not ours
                killed     by `Child.kill`, while it was alive
                memory     badly, with its memory (nearly) used up
                cpu        by the CPU backstop
    code        exit code, None when a signal ended it
    signal      number of the signal that ended it, or None
    cpu_s       CPU time, with that of its children where they were seen to end
    max_rss_kb  largest resident memory, KiB. For a process that ended by itself while smaller
                than its spawner it is the last figure that `Child.usage` saw, or 0
    """

    reason: Reason
    code: int | None
    signal: int | None
    cpu_s: float
    max_rss_kb: int
