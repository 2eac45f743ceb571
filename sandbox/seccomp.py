"""The system call filter, assembled as classic BPF without any library.

The kernel runs the program on every system call, over this record (struct seccomp_data):

    0  nr      number of the call, 32 bits
    4  arch    which machine's numbering, 32 bits
    8  pointer of the instruction
    16 args    six arguments of 64 bits, little-endian on both machines we know

A refused call fails with EPERM, never ends the process, so that a polite program can go on;
only a foreign numbering (32-bit calls on a 64-bit machine) ends it.
"""

from __future__ import annotations

import errno
import functools
import platform
import struct
from dataclasses import dataclass, field

from . import syscalls
from .limits import SandboxError

ALLOW = 0x7FFF0000
KILL = 0x80000000
ERRNO = 0x00050000
NR, ARCH = 0, 4
LOAD = 0x20  # BPF_LD | BPF_W | BPF_ABS
JUMP_EQUAL, JUMP_AT_LEAST, JUMP_ANY_BIT = 0x15, 0x35, 0x45  # BPF_JMP | ... | BPF_K
AND = 0x54  # BPF_ALU | BPF_AND | BPF_K
RETURN = 0x06

X32_BIT = 0x40000000
CLONE_THREAD = 0x00010000
CLONE_NEW_ANY = 0x7E020000
"""NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
MAP_SHARED_ANONYMOUS = 0x21
AF_UNIX = 1
BAD_IOCTLS = (0x5412, 0x541C, 0x8901, 0x8902)
"""TIOCSTI and TIOCLINUX type into a terminal; FIOSETOWN, SIOCSPGRP aim signals at others."""
BAD_FCNTLS = (8, 15, 10, 1024, 1026, 1031)
"""SETOWN, SETOWN_EX, SETSIG; SETLEASE, NOTIFY; SETPIPE_SZ, which hoards kernel memory."""
LOCK_FCNTLS = (6, 7, 37, 38)
"""SETLK, SETLKW, OFD_SETLK, OFD_SETLKW: nothing limits the number of locked byte ranges, each
of which costs kernel memory. Builds keep them."""

DENIED = (
    syscalls.NETWORK,
    syscalls.OTHERS,
    syscalls.MOUNTS,
    syscalls.NAMESPACES,
    syscalls.MEMORY,
    syscalls.KERNEL,
    syscalls.MACHINE,
)


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the two machines differ: audit number, column of the tables, x32 calls."""

    audit: int
    column: int
    x32: bool


MACHINES = {
    "x86_64": Machine(0xC000003E, 0, x32=True),
    "aarch64": Machine(0xC00000B7, 1, x32=False),
}


@dataclass(slots=True)
class Assembler:
    """Collects instructions; every block returns or falls through to the next one."""

    machine: Machine
    code: list[tuple[int, int, int, int]] = field(default_factory=list)

    def put(self, op: int, k: int, if_true: int = 0, if_false: int = 0) -> None:
        """One instruction; jumps say how many instructions they skip."""
        self.code.append((op, if_true, if_false, k))

    def number(self, name: str, table: syscalls.Numbers) -> int | None:
        """Number of a call on this machine."""
        return table[name][self.machine.column]

    def refuse(self, table: syscalls.Numbers, code: int) -> None:
        """Each call of the table fails with an error code. Expects the number loaded."""
        for name in table:
            number = self.number(name, table)
            if number is not None:
                self.put(JUMP_EQUAL, number, 0, 1)
                self.put(RETURN, ERRNO | code)

    def judge(self, name: str, block: list[tuple[int, int, int, int]]) -> None:
        """Run a block, which must return on every path, for one call."""
        number = self.number(name, {**syscalls.JUDGED, **syscalls.SIGNALS})
        if number is not None:
            self.put(JUMP_EQUAL, number, 0, len(block))
            self.code += block

    def bytes(self) -> bytes:
        """The program as the kernel wants it: an array of struct sock_filter."""
        return b"".join(struct.pack("<HBBI", *instruction) for instruction in self.code)


Block = list[tuple[int, int, int, int]]


@functools.lru_cache(maxsize=64)
def build(
    *,
    processes: int = 1,
    machine: str | None = None,
    keep_group: bool = False,
    keep_modes: bool = False,
    only_signal: int | None = None,
) -> bytes:
    """The filter as bytes.

    processes    1 refuses every new process, more allow fork (never new namespaces)
    machine      name as platform.machine() gives it; this one if None
    keep_group   also refuse to leave the process group
    keep_modes   also refuse to change modes, owners, times and attributes of files
    only_signal  also refuse signals to any number but this process id and 0 (own group)

    Raises SandboxError on a machine without a table of call numbers.
    """
    asm = Assembler(_machine(machine or platform.machine()))
    _check_numbering(asm)
    asm.refuse(syscalls.ABSENT, errno.ENOSYS)
    for table in DENIED:
        asm.refuse(table, errno.EPERM)
    if processes == 1:
        asm.refuse(syscalls.PROCESSES, errno.EPERM)
    if keep_group:
        asm.refuse(syscalls.SESSIONS, errno.EPERM)
    if keep_modes:
        asm.refuse(syscalls.MODES, errno.EPERM)
    if only_signal is not None:
        _signals(asm, only_signal)
    fcntls = BAD_FCNTLS + LOCK_FCNTLS if processes == 1 else BAD_FCNTLS
    asm.judge("clone", _clone(processes))
    asm.judge("mmap", _refuse_if_all_bits(3, MAP_SHARED_ANONYMOUS))
    asm.judge("ioctl", _refuse_values(1, BAD_IOCTLS))
    asm.judge("fcntl", _refuse_values(1, fcntls))
    asm.judge("prlimit64", _only_values(0, (0,)))
    asm.judge("socketpair", _only_values(0, (AF_UNIX,)))
    asm.put(RETURN, ALLOW)
    return asm.bytes()


def _machine(name: str) -> Machine:
    try:
        return MACHINES[name]
    except KeyError:
        raise SandboxError(
            f"no system call filter for the machine {name!r}, only for {', '.join(MACHINES)}"
        ) from None


def _check_numbering(asm: Assembler) -> None:
    """Foreign numbering ends the process; calls newer than our tables do not exist."""
    asm.put(LOAD, ARCH)
    asm.put(JUMP_EQUAL, asm.machine.audit, 1, 0)
    asm.put(RETURN, KILL)
    asm.put(LOAD, NR)
    if asm.machine.x32:
        asm.put(JUMP_AT_LEAST, X32_BIT, 0, 1)
        asm.put(RETURN, KILL)
    asm.put(JUMP_AT_LEAST, syscalls.NEWEST_KNOWN + 1, 0, 1)
    asm.put(RETURN, ERRNO | errno.ENOSYS)


def _argument(index: int) -> tuple[int, int, int, int]:
    """Load the low half of an argument: the kernel takes these as 32-bit values."""
    return (LOAD, 0, 0, 16 + 8 * index)


ALLOWED = (RETURN, 0, 0, ALLOW)
REFUSED = (RETURN, 0, 0, ERRNO | errno.EPERM)


def _clone(processes: int) -> Block:
    """Threads only, or processes too, but no namespaces."""
    block: Block = [_argument(0), (JUMP_ANY_BIT, 0, 1, CLONE_NEW_ANY), REFUSED]
    if processes == 1:
        block += [(JUMP_ANY_BIT, 1, 0, CLONE_THREAD), REFUSED]
    return [*block, ALLOWED]


def _refuse_if_all_bits(index: int, bits: int) -> Block:
    return [_argument(index), (AND, 0, 0, bits), (JUMP_EQUAL, 0, 1, bits), REFUSED, ALLOWED]


def _refuse_values(index: int, values: tuple[int, ...]) -> Block:
    tests = [(JUMP_EQUAL, len(values) - n, 0, value) for n, value in enumerate(values)]
    return [_argument(index), *tests, ALLOWED, REFUSED]


def _only_values(index: int, values: tuple[int, ...]) -> Block:
    tests = [(JUMP_EQUAL, len(values) - n, 0, value) for n, value in enumerate(values)]
    return [_argument(index), *tests, REFUSED, ALLOWED]


def _signals(asm: Assembler, pid: int) -> None:
    asm.judge("kill", _only_values(0, (pid, 0)))
    asm.judge("tgkill", _only_values(0, (pid,)))
    others = {k: v for k, v in syscalls.SIGNALS.items() if k not in ("kill", "tgkill")}
    asm.refuse(others, errno.EPERM)
