"""One confined process as its caller sees it."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from .limits import Exit, Limits, Reason, SandboxError, Usage
from .pipes import Pipes, cpu_seconds, readable, usage_of, waited_seconds

REAP_S = 10.0
"""A killed process that is not gone by then hangs in the kernel."""
MEMORY_SHARE = 0.85
"""A process that ends badly having used this share of its memory is said to lack memory."""
PEAK_SLACK_KB = 1024
"""Kernels count resident pages for each processor, and add them up only now and then."""
CPU_SHARE = 0.5
"""The kernel counts CPU time against the limit in ticks, which on a busy machine run far ahead
of its clock. It warns by SIGXCPU; one that ignores this is killed a second later."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Raw facts about the end of a process, before they are given a reason."""

    status: int  # as os.waitstatus_to_exitcode gives it: code, or minus the signal
    cpu_s: float
    max_rss_kb: int


class Tree(ABC):
    """The processes behind one Child; one kind per way of starting them."""

    pid: int
    """Host pid of the confined program itself."""
    pidfd: int

    @abstractmethod
    def kill(self) -> None:
        """End every process of the tree, at once."""

    @abstractmethod
    def end(self) -> None:
        """The program has ended: look how, and end what is left of the tree; does not wait."""

    @abstractmethod
    def reap(self, timeout: float) -> Ending | None:
        """After `end`: wait until all are gone; None if they are not within `timeout` seconds."""

    @abstractmethod
    def close(self) -> None:
        """Give back descriptors."""


class Child:
    """A confined process. Use as a context manager, or call `close` in a `finally`.

    stdin, stdout, stderr  our ends of its pipes, non-blocking; -1 after `close`
    pidfd                  readable (poll) once the program has ended; -1 after `close`
    pid                    host pid of the program itself

    Watch `pidfd` beside stdout: end of file on stdout may come late, or never, because
    helpers of the sandbox can hold copies of the pipes. The thread that spawned the process
    must outlive it: the kernel ends it with that thread. The program keeps the core affinity of
    its spawner and cannot change it.
    """

    def __init__(
        self, tree: Tree, pipes: Pipes, limits: Limits, after: Callable[[], None] | None = None
    ) -> None:
        self.pid = tree.pid
        self._tree = tree
        self._pipes = pipes
        self._limits = limits
        self._after = after
        self._killed = False
        self._ending = False
        self._exit: Exit | None = None
        self._last = Usage(0.0, None, 0)
        self._closed = False

    @property
    def stdin(self) -> int:
        """Write end of the process's standard input; close it with `close_stdin`."""
        return self._pipes.ours[0]

    @property
    def stdout(self) -> int:
        """Read end of its standard output."""
        return self._pipes.ours[1]

    @property
    def stderr(self) -> int:
        """Read end of its standard error."""
        return self._pipes.ours[2]

    @property
    def pidfd(self) -> int:
        """Readable once the program has ended."""
        return -1 if self._closed else self._tree.pidfd

    def close_stdin(self) -> None:
        """Let the process see end of file on its input; idempotent."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self._pipes.ours = (-1, *self._pipes.ours[1:])

    def stop(self) -> None:
        """SIGSTOP: the program does not run until `resume`. Exact with `processes=1` only."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        self._signal(signal.SIGCONT)

    def cpu_s(self) -> float:
        """CPU seconds of the program up to now; one system call, cheap enough for every turn."""
        seen = cpu_seconds(self._tree.pid) if self._exit is None else None
        return self._last.cpu_s if seen is None else seen

    def waited_s(self) -> float | None:
        """Seconds its threads have been ready without a core; None where unknown."""
        seen = waited_seconds(self._tree.pid) if self._exit is None else None
        return self._last.waited_s if seen is None else seen

    def usage(self) -> Usage:
        """All figures of the program up to now; after its end the last ones known.

        Reads several files of /proc, some 0.1 ms: not for every turn.
        """
        if self._exit is None:
            seen = usage_of(self._tree.pid)
            if seen is not None:
                self._last = Usage(
                    seen.cpu_s,
                    self._last.waited_s if seen.waited_s is None else seen.waited_s,
                    max(seen.max_rss_kb, self._last.max_rss_kb),
                )
        return self._last

    def kill(self) -> None:
        """End the whole tree at once; does not wait for it. Idempotent, harmless after the end."""
        if self._exit is not None or self._killed or self._closed:
            return
        self.usage()  # its memory can be read only while it lives
        if self._ended(0.0):
            self._end()  # it was faster
        else:
            self._killed = True
            self._tree.kill()

    def wait(self, timeout: float | None = None) -> Exit | None:
        """How it ended; None if it still runs after `timeout` seconds (None: no limit).

        Once the program has ended, the rest of its tree is ended and reaped too.
        """
        if self._exit is not None:
            return self._exit
        if self._closed:
            raise ValueError("wait() on a closed Child that was never seen to end")
        if not self._ended(timeout):
            return None
        self._end()
        ending = self._tree.reap(REAP_S)
        if ending is None:
            raise SandboxError(f"process {self.pid} was killed but does not leave the kernel")
        self._exit = self._judge(ending)
        return self._exit

    def close(self) -> None:
        """Kill, reap, close every descriptor; idempotent."""
        if self._closed:
            return
        try:
            self.kill()
            self.wait(REAP_S)
        finally:
            self._closed = True
            self._pipes.close()
            self._tree.close()
            if self._after is not None:
                self._after()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _ended(self, timeout: float | None) -> bool:
        return readable(self._tree.pidfd, timeout)

    def _end(self) -> None:
        if not self._ending:
            self._ending = True
            self.usage()  # the CPU clock of a process outlives it until it is reaped
            self._tree.end()

    def _signal(self, number: int) -> None:
        if self._exit is not None or self._closed:
            return
        with contextlib.suppress(ProcessLookupError):  # it has ended; `wait` will say so
            signal.pidfd_send_signal(self._tree.pidfd, number)

    def _judge(self, ending: Ending) -> Exit:
        peak = max(ending.max_rss_kb, self._last.max_rss_kb)
        cpu = max(ending.cpu_s, self._last.cpu_s)
        return Exit(
            reason=self._reason(ending.status, cpu, peak),
            code=ending.status if ending.status >= 0 else None,
            signal=-ending.status if ending.status < 0 else None,
            cpu_s=cpu,
            max_rss_kb=peak,
        )

    def _reason(self, status: int, cpu_s: float, peak_kb: int) -> Reason:
        if self._killed:
            return "killed"
        used_up = cpu_s >= self._limits.cpu_s * CPU_SHARE
        if status == -signal.SIGXCPU or (status == -signal.SIGKILL and used_up):
            return "cpu"
        if status != 0 and peak_kb >= self._limits.memory_mb * 1024 * MEMORY_SHARE:
            return "memory"
        return "signalled" if status < 0 else "exited"


def own_peak_kb() -> int:
    """Our own peak resident memory, KiB; take it just after starting a process (see `reap`)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss + PEAK_SLACK_KB


def reap(process: subprocess.Popen[bytes], timeout: float, floor_kb: int) -> Ending | None:
    """Wait for a direct child of ours; None if it is not gone within `timeout` seconds.

    Until it executes its program a new process shares our memory, and the kernel counts that
    in its peak. So a peak up to `floor_kb`, our own, says nothing and is given as 0.
    """
    pidfd = os.pidfd_open(process.pid)
    try:
        if not readable(pidfd, timeout):
            return None
    finally:
        os.close(pidfd)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # Popen must not wait again
    peak = used.ru_maxrss if used.ru_maxrss > floor_kb else 0
    return Ending(process.returncode, used.ru_utime + used.ru_stime, peak)
