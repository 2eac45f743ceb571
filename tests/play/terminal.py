"""`arena` at a terminal of its own, as a person uses it."""

import os
import pty
import select
import sys
from pathlib import Path
from time import monotonic

PATIENCE_S = 40.0


class Terminal:
    """A running command. What it shows is kept in `shown`, escape codes and all."""

    def __init__(self, cwd: Path, *words: str, **environment: str) -> None:
        """Start `arena WORDS`."""
        self.shown = ""
        self.status: int | None = None
        self._seen = 0
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.chdir(cwd)
            command = [sys.executable, "-m", "arena", *words]
            os.execve(sys.executable, command, {**os.environ, "TERM": "xterm", **environment})

    def until(self, awaited: str) -> str:
        """Wait until that is shown; all since the last time, up to it. AssertionError if never."""
        give_up = monotonic() + PATIENCE_S
        while awaited not in self.shown[self._seen :]:
            assert monotonic() < give_up, f"no {awaited!r} in {self.shown[self._seen :]!r}"
            assert self._look(), f"it ended without {awaited!r}: {self.shown[self._seen :]!r}"
        since, self._seen = self._seen, self.shown.index(awaited, self._seen) + len(awaited)
        return self.shown[since : self._seen]

    def type(self, line: str) -> None:
        """Type a line."""
        self.press(f"{line}\n")

    def press(self, keys: str) -> None:
        """Press keys."""
        os.write(self._terminal, keys.encode())

    def end(self) -> str:
        """Wait for its end; all that was shown."""
        give_up = monotonic() + PATIENCE_S
        while self._look():
            assert monotonic() < give_up, f"it does not end: {self.shown[self._seen :]!r}"
        os.close(self._terminal)
        self.status = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self.shown

    def _look(self) -> bool:
        """Take in what there is; whether more can come."""
        if not select.select([self._terminal], [], [], 0.1)[0]:
            return True
        try:
            piece = os.read(self._terminal, 1 << 16)
        except OSError:  # the other end of the terminal is closed
            return False
        self.shown += piece.decode("utf-8", "replace")
        return bool(piece)
