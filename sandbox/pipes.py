"""The three pipes between a caller and a confined process, and reading /proc about it."""

from __future__ import annotations

import contextlib
import os
import select
import time
from dataclasses import dataclass

from .limits import Usage


@dataclass(slots=True)
class Pipes:
    """`ours` are stdin, stdout, stderr as the caller holds them; `theirs` the other ends."""

    ours: tuple[int, int, int]
    theirs: tuple[int, int, int]

    def close_theirs(self) -> None:
        """Call once the process holds its copies, else we never see end of file."""
        for fd in self.theirs:
            os.close(fd)
        self.theirs = (-1, -1, -1)

    def close(self) -> None:
        """Close whatever is still open."""
        for fd in (*self.ours, *self.theirs):
            if fd >= 0:
                os.close(fd)
        self.ours = self.theirs = (-1, -1, -1)


def open_pipes() -> Pipes:
    """Three fresh pipes, ours non-blocking; all close on exec."""
    their_in, our_in = os.pipe()
    our_out, their_out = os.pipe()
    our_err, their_err = os.pipe()
    for fd in (our_in, our_out, our_err):
        os.set_blocking(fd, False)
    return Pipes((our_in, our_out, our_err), (their_in, their_out, their_err))


def feed(fd: int, what: bytes) -> None:
    """Write it all and close; if the reader has ended already, it has said why elsewhere."""
    try:
        with contextlib.suppress(BrokenPipeError):
            while what:
                what = what[os.write(fd, what) :]
    finally:
        os.close(fd)


def memory_file(what: bytes) -> int:
    """A descriptor from which that can be read; closes on exec."""
    fd = os.memfd_create("arena")
    try:
        os.write(fd, what)
        os.lseek(fd, 0, os.SEEK_SET)
    except BaseException:
        os.close(fd)
        raise
    return fd


def read_all(fd: int, timeout: float) -> bytes:
    """Everything up to end of file, for at most `timeout` seconds."""
    deadline = time.monotonic() + timeout
    found = b""
    while readable(fd, deadline - time.monotonic()):
        piece = os.read(fd, 65536)
        if not piece:
            break
        found += piece
    return found


def readable(fd: int, timeout: float | None, *others: int) -> bool:
    """Wait until one of the descriptors is readable; `timeout` in seconds, None for no limit."""
    poller = select.poll()
    for each in (fd, *others):
        poller.register(each, select.POLLIN)
    return bool(poller.poll(None if timeout is None else max(0.0, timeout) * 1000))


def cpu_seconds(pid: int) -> float | None:
    """CPU time of a process, living or not yet reaped; None once it is gone.

    The kernel encodes "CPU clock of process N" as a clock id, so one call is enough and no
    tick rounding happens (see clock_getcpuclockid in the C library).
    """
    try:
        return time.clock_gettime((~pid << 3) | 2)
    except OSError:
        return None


def look(path: str) -> bytes:
    """A small file of /proc, b"" once it is gone."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(fd, 65536)
    except OSError:
        return b""
    finally:
        os.close(fd)


def peak_kb(pid: int) -> int:
    """Peak resident memory in KiB, 0 when the process has no memory any more."""
    for line in look(f"/proc/{pid}/status").splitlines():
        if line.startswith(b"VmHWM:"):
            return int(line.split()[1])
    return 0


def waited_seconds(pid: int) -> float | None:
    """Time the threads of a process stood ready without a core; None where unknown."""
    waited = None
    try:
        threads = [entry.path for entry in os.scandir(f"/proc/{pid}/task")]
    except OSError:
        return None
    for thread in threads:
        fields = look(f"{thread}/schedstat").split()
        if len(fields) > 1:  # else it has just ended
            waited = (waited or 0.0) + int(fields[1]) / 1e9
    return waited


def usage_of(pid: int) -> Usage | None:
    """All three figures, or None once the process is gone."""
    cpu = cpu_seconds(pid)
    return None if cpu is None else Usage(cpu, waited_seconds(pid), peak_kb(pid))
