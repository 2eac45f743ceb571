"""A small interpreter for classic BPF, as the kernel runs it over a system call."""

from __future__ import annotations

import struct


def run(program: bytes, *, nr: int, arch: int, args: tuple[int, ...] = ()) -> int:
    """The value the filter returns for one call. Checks jumps and the end as the kernel does."""
    code = list(struct.iter_unpack("<HBBI", program))
    padded = [a & 0xFFFFFFFFFFFFFFFF for a in (*args, 0, 0, 0, 0, 0, 0)[:6]]
    record = struct.pack("<IIQ6Q", nr, arch, 0, *padded)
    accumulator, at = 0, 0
    while True:
        operation, if_true, if_false, k = code[at]
        at += 1
        match operation:
            case 0x20:
                accumulator = struct.unpack_from("<I", record, k)[0]
            case 0x54:
                accumulator &= k
            case 0x15:
                at += if_true if accumulator == k else if_false
            case 0x35:
                at += if_true if accumulator >= k else if_false
            case 0x45:
                at += if_true if accumulator & k else if_false
            case 0x06:
                return int(k)
            case _:
                raise AssertionError(f"unknown instruction {operation:#x}")
