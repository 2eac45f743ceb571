"""Takes away its own rights, then becomes the program: the inside half of level `partial`.

Run as a script (`python -I -S confine.py CONFIG_FD ERROR_FD`) by `landlock.begin_partial`, so
it imports as little as possible and nothing of this package. What to do comes, marshalled,
through one descriptor; a failure goes back as text through the other one, which closes by
itself when the program is executed.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import resource
import select
import signal
import stat
import sys
from typing import Any

PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP = 1, 24, 38, 22
SECCOMP_MODE_FILTER = 2
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every machine
RULE_PATH_BENEATH = 1
FILE_RIGHTS = 0b111 | 1 << 14 | 1 << 15
"""Rights that make sense for a file: execute, write, read, truncate, device ioctl."""

libc = ctypes.CDLL(None, use_errno=True)


class Attributes(ctypes.Structure):
    """struct landlock_ruleset_attr; older kernels want it shorter."""

    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class Beneath(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


class Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


def check(result: int, what: str) -> int:
    """Turn the C library's -1 into an OSError that says what failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def syscall(what: str, number: int, *arguments: Any) -> int:
    """A system call the C library has no function for; integers go as 64 bits."""
    wide = (ctypes.c_long(a) if isinstance(a, int) else a for a in arguments)
    return check(libc.syscall(ctypes.c_long(number), *wide), what)


def prctl(what: str, option: int, value: int) -> None:
    """A prctl with one argument."""
    zero = ctypes.c_ulong(0)
    check(libc.prctl(option, ctypes.c_ulong(value), zero, zero, zero), what)


def drop_capabilities() -> None:
    """What is not in the bounding set, not even root's next program gets; others have none."""
    for capability in range(64):
        libc.prctl(PR_CAPBSET_DROP, ctypes.c_ulong(capability), 0, 0, 0)  # unknown ones fail


def become(uid: int) -> None:
    """From root to a user of its own."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def restrict_files(rights: dict[str, int], paths: list[tuple[str, int]]) -> None:
    """Landlock: nothing but these paths, and neither TCP nor signals to outside."""
    attributes = Attributes(rights["fs"], rights["net"], rights["scoped"])
    size = rights["size"]
    ruleset = syscall("landlock", CREATE_RULESET, ctypes.byref(attributes), size, 0)
    for path, allowed in paths:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if not stat.S_ISDIR(os.fstat(fd).st_mode):
            allowed &= FILE_RIGHTS
        rule = Beneath(allowed & rights["fs"], fd)
        syscall(f"landlock {path}", ADD_RULE, ruleset, RULE_PATH_BENEATH, ctypes.byref(rule), 0)
        os.close(fd)
    syscall("landlock", RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


def restrict_calls(code: bytes) -> None:
    """Load the system call filter; it holds from the next instruction on."""
    program = Program(len(code) // 8, code)
    pointer = ctypes.cast(ctypes.byref(program), ctypes.c_void_p).value or 0
    zero = ctypes.c_ulong(0)
    mode = ctypes.c_ulong(SECCOMP_MODE_FILTER)
    check(libc.prctl(PR_SET_SECCOMP, mode, ctypes.c_ulong(pointer), zero, zero), "seccomp")


def guard(spawner: int, error_fd: int) -> None:
    """Start a watcher that ends the process group when the spawner or the program is gone.

    The kernel itself ends only the program then, not the processes the program has started.
    """
    spawner_fd, program_fd = os.pidfd_open(spawner), os.pidfd_open(os.getpid())
    if os.fork() == 0:
        os.closerange(0, 3)
        os.close(error_fd)  # else the spawner would wait for its end
        select.select([spawner_fd, program_fd], [], [])
        os.killpg(0, signal.SIGKILL)
    os.close(spawner_fd)
    os.close(program_fd)


def main(config_fd: int, error_fd: int) -> None:
    """Confine, then execute; returns never, or by an exception."""
    for fd in (config_fd, error_fd):
        os.set_inheritable(fd, False)
    with open(config_fd, "rb") as pipe:
        config = marshal.load(pipe)
    if config["guarded"]:
        guard(config["spawner"], error_fd)
    drop_capabilities()
    if config["uid"] is not None:
        become(config["uid"])
    for name, pair in config["rlimits"].items():
        resource.setrlimit(getattr(resource, f"RLIMIT_{name.upper()}"), pair)
    prctl("parent death signal", PR_SET_PDEATHSIG, signal.SIGKILL)  # a new user id clears it
    if os.getppid() != config["spawner"]:
        raise OSError("the spawner is gone")
    prctl("no_new_privs", PR_SET_NO_NEW_PRIVS, 1)
    restrict_files(config["rights"], config["paths"])
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    restrict_calls(config["filter"])
    argv = config["argv"]
    try:
        os.execvpe(argv[0], argv, config["env"])
    except OSError as error:
        os.write(2, f"{argv[0]}: {error.strerror}\n".encode())
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)


if __name__ == "__main__":
    errors = int(sys.argv[2])
    try:
        main(int(sys.argv[1]), errors)
    except Exception as error:
        os.write(errors, str(error).encode()[:4096])
        os._exit(125)
