"""Tries, from inside a sandbox, what a bot must not be able to do; prints what came of it.

Run as a script by `probe`, through the same command line as any bot. Prints one JSON object,
name -> [ok, detail], then waits for end of file on its input, so that it can be looked at from
outside meanwhile. argv[1] is a JSON object: level, memory_mb, tmp_mb.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

MIB = 1024 * 1024
Outcome = tuple[bool, str]


def refused(attempt: Callable[[], object]) -> Outcome:
    """The attempt must fail with an OSError (or for lack of memory)."""
    try:
        attempt()
    except OSError as error:
        return True, errno.errorcode.get(error.errno or 0, str(error))
    except MemoryError:
        return True, "MemoryError"
    return False, "was possible"


def fork() -> None:
    """A child, which leaves at once."""
    if os.fork() == 0:
        os._exit(0)


def connect(family: int, kind: int) -> Callable[[], object]:
    """A socket is enough: the filter refuses it before any address matters."""
    return lambda: socket.socket(family, kind).close()


def opened(path: str, flags: int) -> Callable[[], object]:
    """Open only: nothing is written even where it succeeds."""
    return lambda: os.close(os.open(path, flags))


def create(path: str) -> Callable[[], object]:
    """Make a new file."""
    return opened(path, os.O_WRONLY | os.O_CREAT)


def fill(folder: str, megabytes: int) -> None:
    """Write that much into a folder, in files small enough for the limit of file size."""
    for number in range(megabytes * 4):
        fd = os.open(f"{folder}/{number}", os.O_WRONLY | os.O_CREAT)
        written = 0
        while written < MIB // 4:
            written += os.write(fd, bytes(MIB // 4 - written))
        os.close(fd)


def status(name: str) -> str:
    """A line of our own /proc status."""
    with Path("/proc/self/status").open() as lines:
        return next(line.split()[1] for line in lines if line.startswith(name + ":"))


def own_processes_only() -> Outcome:
    """Our namespace holds its first process and us."""
    pids = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return len(pids) <= 2, f"{len(pids)} processes to be seen"


def descriptors() -> Outcome:
    """0, 1, 2, and the one that lists them."""
    fds = sorted(int(entry.name) for entry in Path("/proc/self/fd").iterdir())
    return fds[:3] == [0, 1, 2] and len(fds) == 4, str(fds)


def is_value(name: str, wanted: str) -> Outcome:
    """A line of /proc/self/status says what it should."""
    seen = status(name)
    return seen.lstrip("0") == wanted.lstrip("0"), seen


def memory(megabytes: int, flags: int) -> Callable[[], object]:
    """Map so much memory; untouched, so it costs nothing if it is granted."""
    return lambda: mmap.mmap(-1, megabytes * MIB, flags)


def main() -> None:
    """All checks of the level."""
    asked = json.loads(sys.argv[1])
    over = asked["memory_mb"] + 1
    found: dict[str, Outcome] = {
        "network": refused(connect(socket.AF_INET, socket.SOCK_STREAM)),
        "network, IPv6 and datagrams": refused(connect(socket.AF_INET6, socket.SOCK_DGRAM)),
        "unix sockets": refused(connect(socket.AF_UNIX, socket.SOCK_STREAM)),
        "new processes": refused(fork),
        "/etc/passwd": refused(opened("/etc/passwd", os.O_RDONLY)),
        "kernel settings": refused(opened("/proc/sys/kernel/core_pattern", os.O_WRONLY)),
        "writing to its own folder": refused(create("written-by-probe")),
        "writing to the root folder": refused(create("/written-by-probe")),
        "memory": refused(memory(over, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)),
        "shared memory": refused(memory(1, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)),
        "capabilities": is_value("CapEff", "0"),
        "no new privileges": is_value("NoNewPrivs", "1"),
        "system call filter": is_value("Seccomp", "2"),
        "inherited descriptors": descriptors(),
    }
    if asked["level"] == "full":
        found["first process out of reach"] = refused(opened("/proc/1/mem", os.O_RDWR))
        found["other processes hidden"] = own_processes_only()
        found["filling /tmp"] = refused(lambda: fill("/tmp", asked["tmp_mb"] + 1))
    else:
        found["writing to /tmp"] = refused(create(f"/tmp/written-by-probe-{os.getpid()}"))
    print(json.dumps(found), flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
