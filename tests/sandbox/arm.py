"""Runs the few instructions of aarch64 that `sandbox.entry` uses, on any machine."""

from __future__ import annotations

import struct
from collections.abc import Callable

STACK = 1 << 40
Call = tuple[int, list[int]]


def run(file: bytes, answer: Callable[[int, list[int]], int]) -> list[Call]:
    """The system calls (number, x0 to x4) up to exit; `answer` gives their results."""
    start, base = struct.unpack_from("<24xQ", file)[0], struct.unpack_from("<80xQ", file)[0]
    at, registers, compared, calls = start - base, [0] * 31, 0, []
    while True:
        word = struct.unpack_from("<I", file, at)[0]
        register, shift, part = word & 31, word >> 21 & 3, word >> 5 & 0xFFFF
        at += 4
        match word >> 23:
            case 0x1A5:  # movz
                registers[register] = part << 16 * shift
            case 0x1E5:  # movk
                kept = registers[register] & ~(0xFFFF << 16 * shift)
                registers[register] = kept | part << 16 * shift
            case 0x122:  # add to the stack pointer
                registers[register] = STACK + (word >> 10 & 0xFFF)
            case 0x1E2:  # cmp with 0
                compared = registers[0]
            case 0x0A8:  # branch
                holds = {0xA: compared >= 0, 0xB: compared < 0, 0xC: compared > 0}[word & 15]
                at += ((word >> 5 & 0x7FFFF) * 4 - 4) * holds
            case _:
                assert word == 0xD4000001, hex(word)  # svc 0
                calls.append((registers[8], registers[:5]))
                if registers[8] == 93:
                    return calls
                registers[0] = answer(registers[8], registers[:5])
