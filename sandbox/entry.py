"""The last step into a sandbox: a program that consists of system calls alone.

It takes on a user id without rights, sets limits, waits at a gate, and becomes the bot. Programs of
the system could do each of these (setpriv, prlimit, sh, env), but to start all four takes half as
long as to start Python, and every bot pays it in every sitting. So the program is assembled here:
an executable file that makes one system call after the other and ends where one fails that must
not. It looks at no file, no variable and no library: nothing of a bot's reaches it while it still
has rights.

Its arguments are a mark, by which others know it, and the words of the bot's command.
"""

from __future__ import annotations

import functools
import os
import platform
import resource
import struct
from collections.abc import Iterable, Mapping

from .limits import SandboxError
from .machine import MACHINES, WORDS, Outcome

GATE = b"\n"
"""What it writes to standard output at the gate, and what opens it, on standard input. If that is
closed instead, the bot is never executed."""
MARK = "gate-of-the-sandbox"
"""Stands in the command line of every process of a `full` sandbox until the gate opens."""
NOT_SET_UP, CANNOT_RUN, NOT_FOUND = 125, 126, 127
"""Exit codes: a step was refused; the program is there but cannot be executed; it is not there."""

BASE, SCRATCH = 0x400000, 0x10000000
"""Addresses: of the file, and of a page that can be written."""
PAGE = 0x10000
HEADERS = 64 + 2 * 56
STDIN, STDOUT, STDERR, AT_FDCWD = 0, 1, 2, -100
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
CAPABILITIES_V3 = 0x20080522
CALLS = {
    "read": (0, 63),
    "write": (1, 64),
    "close": (3, 57),
    "execve": (59, 221),
    "exit": (60, 93),
    "setgroups": (116, 159),
    "setresuid": (117, 147),
    "setresgid": (119, 149),
    "capset": (126, 91),
    "prctl": (157, 167),
    "faccessat": (269, 48),
    "dup3": (292, 24),
    "prlimit64": (302, 261),
}
"""Numbers, in the order of `MACHINES`."""


def build_entry(
    program: str,
    rlimits: Mapping[str, tuple[int, int]],
    env: Mapping[str, str],
    uid: int | None,
    stdout: int | None = None,
    machine: str | None = None,
) -> bytes:
    """The executable file.

    program  a path, or a name that is looked for in the PATH of `env`
    rlimits  (soft, hard) by lower-case name
    env      the whole environment of the bot
    uid      the user and group to become, from root; None: nobody has rights to give up
    stdout   the descriptor that becomes the standard output; None: it is that already
    machine  name as platform.machine() gives it; this one if None

    Raises SandboxError on a machine whose instructions are not known.
    """
    kind = machine or platform.machine()
    data, code = _last_steps(kind, program, tuple(rlimits.items()), tuple(env.items()))
    writer = _Writer(kind, data)
    if stdout is not None:
        writer.move(stdout, STDOUT)
    if uid is not None:
        writer.become(uid)
    return writer.file(code)


@functools.lru_cache(maxsize=64)
def _last_steps(
    machine: str,
    program: str,
    rlimits: tuple[tuple[str, tuple[int, int]], ...],
    env: tuple[tuple[str, str], ...],
) -> tuple[bytes, bytes]:
    """Data and code of what is the same for many starts, whoever the program becomes before."""
    writer = _Writer(machine)
    writer.step("no_new_privs", "prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    writer.limit(rlimits)
    writer.wait()
    writer.execute(program, dict(env))
    return writer.data, writer.code


class _Writer:
    """Collects data and code; data comes first in the file, so that its addresses are known."""

    def __init__(self, machine: str, data: bytes = b"") -> None:
        if machine not in MACHINES:
            known = ", ".join(MACHINES)
            raise SandboxError(f"no way into a sandbox on the machine {machine!r}, only on {known}")
        self._machine = machine
        self.data = data
        self.code = b""

    def become(self, uid: int) -> None:
        """From root to a user of its own, without a capability now or ever."""
        self.code += _drop_bounds(self._machine)
        self.step("groups", "setgroups", 0, 0)
        self.step("group", "setresgid", uid, uid, uid)
        self.step("user", "setresuid", uid, uid, uid)
        header = self._put(struct.pack("<2I", CAPABILITIES_V3, 0))
        self.step("capabilities", "capset", header, self._put(bytes(24)))

    def move(self, descriptor: int, to: int) -> None:
        """Give a descriptor another number."""
        self.step("stdout", "dup3", descriptor, to, 0)
        self.code += self._call("close", descriptor)

    def limit(self, rlimits: Iterable[tuple[str, tuple[int, int]]]) -> None:
        """Set limits for itself, which the bot keeps."""
        end = self._end("limits: the kernel refused to set them", NOT_SET_UP)
        for name, pair in rlimits:
            number = getattr(resource, f"RLIMIT_{name.upper()}")
            self.code += self._call("prlimit64", 0, number, self._put(_quads(*pair)), 0)
            self._unless("done", end)

    def wait(self) -> None:
        """Say that all is done, and wait for the gate to open."""
        self.code += self._call("write", STDOUT, self._put(GATE), len(GATE))
        self.code += self._call("read", STDIN, SCRATCH, len(GATE))
        self._unless("some", self._call("exit", NOT_SET_UP))

    def execute(self, program: str, env: Mapping[str, str]) -> None:
        """Become the bot, or say why not."""
        variables = [self._text(f"{name}={value}") for name, value in env.items()]
        environment = self._put(_quads(*variables, 0))
        folders = [""] if "/" in program else [f"{at}/" for at in env.get("PATH", "").split(":")]
        for folder in folders:
            path = self._text(folder + program)
            self.code += self._call("execve", path, WORDS, environment)
            self.code += self._call("faccessat", AT_FDCWD, path, os.F_OK)
            self._unless("failed", self._end(f"{program}: it cannot be executed", CANNOT_RUN))
        self.code += self._end(f"{program}: there is no such program", NOT_FOUND)

    def step(self, what: str, name: str, *arguments: int) -> None:
        """A call without which it must not go on."""
        self.code += self._call(name, *arguments)
        self._unless("done", self._end(f"{what}: the kernel refused to set it", NOT_SET_UP))

    def file(self, last: bytes) -> bytes:
        """ELF: data, code and the `last` of it in one segment, and one page to write to."""
        start = BASE + HEADERS + len(self.data)
        size = HEADERS + len(self.data) + len(self.code) + len(last)
        elf = (b"\x7fELF\2\1\1", 2, MACHINES[self._machine].elf, 1)
        header = struct.pack("<16s2HI3QI6H", *elf, start, 64, 0, 0, 64, 56, 2, 0, 0, 0)
        code = struct.pack("<2I6Q", 1, 5, 0, BASE, BASE, size, size, PAGE)
        scratch = struct.pack("<2I6Q", 1, 6, 0, SCRATCH, SCRATCH, 0, len(GATE), PAGE)
        return header + code + scratch + self.data + self.code + last

    def _unless(self, outcome: Outcome, then: bytes) -> None:
        self.code += MACHINES[self._machine].skip(outcome, len(then)) + then

    def _end(self, message: str, code: int) -> bytes:
        text = f"{message}\n".encode(errors="surrogateescape")
        return self._call("write", STDERR, self._put(text), len(text)) + self._call("exit", code)

    def _call(self, name: str, *arguments: int) -> bytes:
        return _call(self._machine, name, *arguments)

    def _text(self, text: str) -> int:
        return self._put(os.fsencode(text) + b"\0")

    def _put(self, what: bytes) -> int:
        """Its address."""
        address = BASE + HEADERS + len(self.data)
        self.data += what + bytes(-len(what) % 8)
        return address


@functools.cache
def _drop_bounds(machine: str) -> bytes:
    """Leave no capability that a program could gain; those which the kernel does not know fail."""
    return b"".join(_call(machine, "prctl", PR_CAPBSET_DROP, number) for number in range(64))


def _call(machine: str, name: str, *arguments: int) -> bytes:
    number = CALLS[name][list(MACHINES).index(machine)]
    return MACHINES[machine].call(number, arguments)


def _quads(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}Q", *values)
