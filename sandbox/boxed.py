"""Three processes deep: our child (bubblewrap's monitor), the first one inside, the program."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from .child import Ending, Tree, reap
from .pipes import cpu_seconds, look, readable

START_S = 20.0
"""A world that is not built by then never will be; it takes some milliseconds."""
LOOK_S = 0.0002


class StartFailed(Exception):
    """The sandbox could not be built; the reason is on the program's stderr."""


@dataclass(slots=True)
class Status:
    """What bubblewrap reports on its status descriptor, one JSON document a line.

    The program inside has no access to it, so it cannot pass its own failure off as ours.
    """

    fd: int
    text: bytes = b""

    def close(self) -> None:
        """Idempotent."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def first_line(self, deadline: float) -> bytes:
        """Wait for a line; b"" when bubblewrap ended without one."""
        while b"\n" not in self.text:
            if not readable(self.fd, deadline - time.monotonic()):
                raise StartFailed
            piece = os.read(self.fd, 4096)
            if not piece:
                return b""
            self.text += piece
        return self.text.split(b"\n", 1)[0]

    def exit_code(self) -> int | None:
        """Code of a program that did start; None if it never did. Call after the end."""
        while piece := os.read(self.fd, 4096):
            self.text += piece
        for line in self.text.splitlines():
            code = json.loads(line).get("exit-code")
            if isinstance(code, int):
                return code
        return None


class Boxed(Tree):
    """See the module text; `settle` makes one."""

    def __init__(
        self, monitor: subprocess.Popen[bytes], status: Status, init: int, init_fd: int
    ) -> None:
        self.init = init
        self.own_peak_kb = 0
        self.count_children = False
        self.pid = -1
        self.pidfd = -1
        self._monitor = monitor
        self._status = status
        self._init_fd = init_fd
        self._code: int | None = None
        self._cpu_s: float | None = None

    def kill(self) -> None:
        """The kernel ends everything inside with its first process."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._init_fd, signal.SIGKILL)

    def end(self) -> None:
        """Read the remains of the program, then let the figures travel up to us."""
        self._cpu_s = cpu_seconds(self.pid)
        self._code = _remains(self.pid, self.init)
        if self._code is not None:
            self.kill()
        else:  # we may not look: let init do it, its report cannot tell 137 from signal 9
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._init_fd, signal.SIGCONT)

    def reap(self, timeout: float) -> Ending | None:
        """The monitor is the last to leave."""
        ended = reap(self._monitor, timeout, self.own_peak_kb)
        if ended is None:
            return None
        code, cpu = self._code, self._cpu_s
        if code is None:
            code = _from_shell_code(self._status.exit_code())
        whole = cpu is None or self.count_children
        return Ending(code, ended.cpu_s if whole or cpu is None else cpu, ended.max_rss_kb)

    def close(self) -> None:
        """Close all descriptors."""
        for fd in {self.pidfd, self._init_fd} - {-1}:
            os.close(fd)
        self.pidfd = self._init_fd = -1
        self._status.close()

    def adopt(self) -> bool:
        """Look for the program; False while init has not started it.

        Init must not be stopped before it sleeps, waiting for the program: just before that it
        asks the kernel to die with the monitor, and without this it would outlive us, stopped.

        Only once it is stopped the program's number is trusted: a stopped init cannot collect
        it, so the number cannot pass to another process.
        """
        if not _children(self.init) or _stat(self.init)[:1] != [b"S"]:
            return False
        signal.pidfd_send_signal(self._init_fd, signal.SIGSTOP)
        for pid in _children(self.init):
            pidfd = os.pidfd_open(pid)
            if pid in _children(self.init):
                self.pid, self.pidfd = pid, pidfd
                return True
            os.close(pidfd)
        return False


def settle(monitor: subprocess.Popen[bytes], status: Status, stdout: int) -> Boxed:
    """Wait until the world stands and the program waits at its gate, as `stdout` tells.

    Raises StartFailed, with everything closed, if that does not come about.
    """
    deadline = time.monotonic() + START_S
    line = status.first_line(deadline)
    init = json.loads(line).get("child-pid") if line else None
    if not isinstance(init, int):
        raise StartFailed
    try:
        tree = Boxed(monitor, status, init, os.pidfd_open(init))
    except ProcessLookupError:
        raise StartFailed from None
    if readable(stdout, deadline - time.monotonic()) and os.read(stdout, 1):
        while time.monotonic() < deadline and not readable(tree._init_fd, 0.0):
            if tree.adopt():
                return tree
            time.sleep(LOOK_S)
    tree.kill()
    tree.close()
    raise StartFailed


def _children(pid: int) -> list[int]:
    """Living or not yet collected children of a process."""
    return [int(n) for n in look(f"/proc/{pid}/task/{pid}/children").split()]


def _remains(pid: int, parent: int) -> int | None:
    """Exit code, or minus the signal, of an ended but uncollected process.

    None if it is no longer there or the kernel does not let us look (root without
    CAP_SYS_PTRACE). The last field of stat is the wait status.
    """
    fields = _stat(pid)
    if fields[:2] != [b"Z", b"%d" % parent] or not _may_look():
        return None
    return os.waitstatus_to_exitcode(int(fields[-1]))


def _stat(pid: int) -> list[bytes]:
    """Fields of /proc/PID/stat from the state on; [] when it is gone."""
    stat = look(f"/proc/{pid}/stat")
    return stat[stat.rindex(b")") + 2 :].split() if stat else []


def _may_look() -> bool:
    if os.geteuid() != 0:
        return True  # our own user's process, in a namespace that we own
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("CapEff:"):
            return bool(int(line.split()[1], 16) >> CAP_SYS_PTRACE & 1)
    return False


CAP_SYS_PTRACE = 19


def _from_shell_code(code: int | None) -> int:
    """Bubblewrap says 128 + signal, as a shell does; None: it was killed before it could say."""
    if code is None:
        return -int(signal.SIGKILL)
    return 128 - code if code - 128 in signal.valid_signals() else code
