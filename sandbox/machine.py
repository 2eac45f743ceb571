"""The few instructions that `entry` is made of, for both kinds of processor."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

Outcome = Literal["failed", "done", "some"]
"""The result of a call is negative, is not negative, is more than 0."""
WORDS = -1
"""As a call's second argument: the address of the program's own arguments, from the third on."""
WORDS_AT = 24
"""Bytes above the stack pointer: the number of arguments and the first two come before."""


@dataclass(frozen=True, slots=True)
class Machine:
    """How one kind of processor is told.

    elf   its number in executable files
    call  number, up to five arguments -> a system call
    skip  outcome, n -> leave out the n bytes that follow if the last call had this outcome
    """

    elf: int
    call: Callable[[int, Sequence[int]], bytes]
    skip: Callable[[Outcome, int], bytes]


def _x86_64_call(number: int, arguments: Sequence[int]) -> bytes:
    """mov rdi/rsi/rdx/r10/r8, argument (or lea rsi, [rsp + n]); mov eax, number; syscall."""
    code = b""
    for move, argument in zip(_X86_64_MOVES, arguments, strict=False):
        if argument == WORDS:
            code += b"\x48\x8d\x74\x24" + bytes([WORDS_AT])
        else:
            code += move + _wide(argument)
    return code + b"\xb8" + struct.pack("<I", number) + b"\x0f\x05"


_X86_64_MOVES = (b"\x48\xbf", b"\x48\xbe", b"\x48\xba", b"\x49\xba", b"\x49\xb8")
_X86_64_JUMPS = {"failed": b"\x0f\x88", "done": b"\x0f\x89", "some": b"\x0f\x8f"}


def _x86_64_skip(outcome: Outcome, length: int) -> bytes:
    """test rax, rax; js, jns or jg."""
    return b"\x48\x85\xc0" + _X86_64_JUMPS[outcome] + struct.pack("<i", length)


def _aarch64_call(number: int, arguments: Sequence[int]) -> bytes:
    """The arguments in x0 to x4 (or add x1, sp, n), the number in x8; svc 0."""
    code = b""
    for register, argument in enumerate(arguments):
        if argument == WORDS:
            code += struct.pack("<I", 0x910003E0 | WORDS_AT << 10 | register)
        else:
            code += _aarch64_move(register, argument)
    return code + _aarch64_move(8, number) + struct.pack("<I", 0xD4000001)


def _aarch64_move(register: int, value: int) -> bytes:
    """movz for the lowest 16 bits, then movk for each 16 bits more."""
    parts = struct.unpack("<4H", _wide(value))
    words = [(0xF2800000 if n else 0xD2800000) | n << 21 | p << 5 for n, p in enumerate(parts)]
    return struct.pack("<4I", *(word | register for word in words))


_AARCH64_CONDITIONS = {"failed": 0xB, "done": 0xA, "some": 0xC}


def _aarch64_skip(outcome: Outcome, length: int) -> bytes:
    """cmp x0, 0; b.lt, b.ge or b.gt, which count words from the branch itself."""
    branch = 0x54000000 | (length // 4 + 1) << 5 | _AARCH64_CONDITIONS[outcome]
    return struct.pack("<2I", 0xF100001F, branch)


def _wide(value: int) -> bytes:
    return struct.pack("<Q", value % (1 << 64))


MACHINES = {
    "x86_64": Machine(62, _x86_64_call, _x86_64_skip),
    "aarch64": Machine(183, _aarch64_call, _aarch64_skip),
}
