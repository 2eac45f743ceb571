"""One writer at a time, by a lock that the kernel drops when its process dies."""

import fcntl
import os
from pathlib import Path

from arena.errors import ArenaError

_held: set[int] = set()


class Lock:
    """Holds the lock file until `release`. ArenaError, naming the holder, if it is taken."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip() or "unknown"
            os.close(self._file)
            raise ArenaError(
                f"{path.parent}: another run is writing here (process {holder}); "
                "wait until it ends, or end it first"
            ) from None
        _held.add(self._file)
        # Only for the message above: written without truncating first, so that whoever reads it
        # meanwhile never sees it empty. Not having room for it is no reason to stop.
        os.pwrite(self._file, b"%-19d\n" % os.getpid(), 0)

    def release(self) -> None:
        """Let others write; doing it twice is fine."""
        if self._file in _held:
            _held.remove(self._file)
            # A child that was forked a moment ago may still have it open.
            fcntl.flock(self._file, fcntl.LOCK_UN)
            os.close(self._file)


def _forget_in_child() -> None:
    """A forked worker shares the lock: were it to keep it open, it would outlive its parent."""
    for file in _held:
        os.close(file)
    _held.clear()


os.register_at_fork(after_in_child=_forget_in_child)
