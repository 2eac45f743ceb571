"""The assembled filter, run by an interpreter of our own, call by call."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from typing import Any

import pytest

from sandbox import SandboxError, seccomp, syscalls
from tests.sandbox import bpf

MACHINES = sorted(seccomp.MACHINES)
EPERM = seccomp.ERRNO | errno.EPERM
ENOSYS = seccomp.ERRNO | errno.ENOSYS
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
# What any program needs, by number; no filter may touch these.
HARMLESS = {
    "x86_64": (0, 1, 2, 3, 5, 8, 10, 11, 12, 13, 14, 24, 35, 39, 59, 60, 202, 228, 231, 257, 318),
    "aarch64": (
        29,
        56,
        57,
        62,
        63,
        64,
        79,
        93,
        94,
        98,
        101,
        113,
        134,
        135,
        172,
        214,
        215,
        221,
        278,
    ),
}
TABLES: dict[str, syscalls.Numbers] = {
    name: table
    for name, table in vars(syscalls).items()
    if name.isupper() and name != "NEWEST_KNOWN"
}


def answer(machine: str, nr: int, *args: int, **options: Any) -> int:
    program = seccomp.build(machine=machine, **options)
    return bpf.run(program, nr=nr, arch=seccomp.MACHINES[machine].audit, args=args)


def number(machine: str, name: str) -> int:
    table = next(table for table in TABLES.values() if name in table)
    found = table[name][seccomp.MACHINES[machine].column]
    assert found is not None
    return found


@pytest.mark.parametrize("machine", MACHINES)
def test_numbers_are_those_of_the_kernel(machine: str) -> None:
    header = HEADERS[machine]
    if not header.exists():
        pytest.skip(f"kernel headers are missing ({header}: package linux-libc-dev)")
    found = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text())
    known = {name: int(value) for name, value in found}
    for table in TABLES.values():
        for name, numbers in table.items():
            if name in known or numbers[seccomp.MACHINES[machine].column] is None:
                assert numbers[seccomp.MACHINES[machine].column] == known.get(name)


@pytest.mark.parametrize("machine", MACHINES)
def test_harmless_calls_pass(machine: str) -> None:
    for nr in HARMLESS[machine]:
        assert answer(machine, nr) == seccomp.ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_denied_calls_are_refused(machine: str) -> None:
    for table in seccomp.DENIED:
        for numbers in table.values():
            nr = numbers[seccomp.MACHINES[machine].column]
            if nr is not None:
                assert answer(machine, nr) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_new_calls_do_not_exist(machine: str) -> None:
    for name in syscalls.ABSENT:
        assert answer(machine, number(machine, name)) == ENOSYS
    assert answer(machine, syscalls.NEWEST_KNOWN + 1) == ENOSYS
    assert answer(machine, 1_000_000) == ENOSYS


def test_foreign_numbering_ends_the_process() -> None:
    program = seccomp.build(machine="x86_64")
    assert bpf.run(program, nr=20, arch=0x40000003) == seccomp.KILL
    assert bpf.run(program, nr=0, arch=seccomp.MACHINES["aarch64"].audit) == seccomp.KILL
    assert answer("x86_64", 0x40000000) == seccomp.KILL
    assert answer("x86_64", 0x40000000 + 41) == seccomp.KILL
    assert answer("x86_64", 0xFFFFFFFF) == seccomp.KILL


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_pass_and_processes_do_not(machine: str) -> None:
    clone = number(machine, "clone")
    thread = 0x003D0F00
    assert answer(machine, clone, thread) == seccomp.ALLOW
    assert answer(machine, clone, 17) == EPERM
    assert answer(machine, clone, 17, processes=2) == seccomp.ALLOW
    for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000):
        assert answer(machine, clone, thread | flag) == EPERM
        assert answer(machine, clone, 17 | flag, processes=2) == EPERM


def test_fork_and_vfork_by_number_of_processes() -> None:
    for nr in (57, 58):
        assert answer("x86_64", nr) == EPERM
        assert answer("x86_64", nr, processes=2) == seccomp.ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_shared_anonymous_memory_is_refused(machine: str) -> None:
    mmap = number(machine, "mmap")
    private, shared, validate, anonymous = 2, 1, 3, 0x20
    assert answer(machine, mmap, 0, 4096, 3, private | anonymous) == seccomp.ALLOW
    assert answer(machine, mmap, 0, 4096, 1, shared) == seccomp.ALLOW
    assert answer(machine, mmap, 0, 4096, 3, shared | anonymous) == EPERM
    assert answer(machine, mmap, 0, 4096, 3, validate | anonymous) == EPERM
    assert answer(machine, mmap, 0, 4096, 3, shared | anonymous | 0x4000) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_judged_by_one_argument(machine: str) -> None:
    ioctl, fcntl = number(machine, "ioctl"), number(machine, "fcntl")
    assert answer(machine, ioctl, 0, 0x5401) == seccomp.ALLOW
    assert answer(machine, fcntl, 0, 4) == seccomp.ALLOW
    for request in seccomp.BAD_IOCTLS:
        assert answer(machine, ioctl, 0, request) == EPERM
        assert answer(machine, ioctl, 0, request | 1 << 32) == EPERM  # the kernel drops the rest
    for command in seccomp.BAD_FCNTLS:
        assert answer(machine, fcntl, 0, command) == EPERM
    for command in seccomp.LOCK_FCNTLS:
        assert answer(machine, fcntl, 0, command) == EPERM
        assert answer(machine, fcntl, 0, command, processes=2) == seccomp.ALLOW
    assert answer(machine, number(machine, "socketpair"), 1) == seccomp.ALLOW
    assert answer(machine, number(machine, "socketpair"), 30) == EPERM
    assert answer(machine, number(machine, "prlimit64"), 0) == seccomp.ALLOW
    assert answer(machine, number(machine, "prlimit64"), 1234) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_options_for_a_process_in_the_hosts_world(machine: str) -> None:
    kill, chmod = number(machine, "kill"), number(machine, "fchmodat")
    assert answer(machine, kill, 77) == seccomp.ALLOW
    assert answer(machine, kill, 77, only_signal=77) == seccomp.ALLOW
    assert answer(machine, kill, 0, only_signal=77) == seccomp.ALLOW
    for target in (78, -1, -77, 1):
        assert answer(machine, kill, target, only_signal=77) == EPERM
    assert answer(machine, number(machine, "tkill"), 77, only_signal=77) == EPERM
    assert answer(machine, chmod) == seccomp.ALLOW
    assert answer(machine, chmod, keep_modes=True) == EPERM
    assert answer(machine, number(machine, "setsid"), keep_group=True) == EPERM


@pytest.mark.parametrize("machine", MACHINES)
def test_the_kernel_would_accept_it(machine: str) -> None:
    program = seccomp.build(machine=machine, keep_group=True, keep_modes=True, only_signal=1)
    assert len(program) % 8 == 0
    assert len(program) // 8 < 4096
    for nr in range(600):  # every path ends in a return, none runs off the end
        assert answer(machine, nr, 1, 1, 1, 1, keep_group=True, keep_modes=True, only_signal=1)


def test_unknown_machine_is_refused() -> None:
    with pytest.raises(SandboxError, match="riscv64"):
        seccomp.build(machine="riscv64")
