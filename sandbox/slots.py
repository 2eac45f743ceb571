"""A kernel user id of its own for every program that root runs.

Two programs under one user id could signal each other, share the kernel's count of tasks and
read each other's files. So each running program holds one id out of a range, by an exclusive
lock on a file named after it. The kernel drops the lock when the last holder of the descriptor
is gone: the sandbox's own first process holds a copy as well, thus a killed runner cannot free
an id whose program is still alive, and nothing has to be cleaned up after a crash. All runs on
the machine share the folder.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from .limits import SandboxError

FIRST_UID = 58_000
COUNT = 2_000
"""58000-59999: above the accounts distributions hand out, below the ids of systemd and isolate."""

BASES = (Path("/run"), Path("/tmp"))

_turn = itertools.count()


@dataclass(slots=True)
class Slot:
    """A user id, ours for as long as `fd` (or a copy of it) is open."""

    uid: int
    fd: int

    def close(self) -> None:
        """Give our hold on the id up; idempotent."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


def take_slot() -> Slot:
    """An id that no other program runs under; SandboxError when all are taken."""
    folder = _folder()
    start = os.getpid() * 31 + next(_turn)  # different runs start looking at different ids
    for step in range(COUNT):
        uid = FIRST_UID + (start + step) % COUNT
        fd = os.open(
            f"{folder}/{uid}", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600
        )
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            continue
        return Slot(uid, fd)
    raise SandboxError(
        f"all {COUNT} user ids for bots are in use on this machine: run fewer at once"
    )


def _folder() -> Path:
    """The lock folder: root's alone, or a stranger could hold the locks."""
    base = next(base for base in BASES if base.is_dir())
    folder = base / "arena-sandbox"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        seen = folder.lstat()
    except OSError as error:
        raise SandboxError(f"cannot use {folder} to hand out user ids to bots: {error}") from error
    if not stat.S_ISDIR(seen.st_mode) or seen.st_uid != os.geteuid() or seen.st_mode & 0o022:
        raise SandboxError(f"{folder} must be a folder that only root can write: remove it")
    return folder
