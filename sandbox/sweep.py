"""Remove what a runner left that was killed while it was building a sandbox.

Bubblewrap's inner process waits for a word of the monitor before it goes on, and only later asks
to die with it. If both runner and monitor are killed in between, within a few milliseconds, the
inner process waits for ever: it runs nobody's program, but holds its user id. In every other
state it dies with the monitor, so one without a monitor is surely such a left-over.
"""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path

from .entry import MARK


def sweep() -> int:
    """End all left-overs on this machine that we may end; returns their number."""
    ended = 0
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and _is_left_over(process):
            with contextlib.suppress(OSError):
                ended += _end(process)
    return ended


def _is_left_over(process: Path) -> bool:
    try:
        if MARK.encode() not in (process / "cmdline").read_bytes():
            return False
        status = _status(process)
        if status["NSpid"].split()[1:] != ["1"]:  # no first process of a sandbox
            return False
        parent = Path("/proc", status["PPid"].strip(), "comm").read_text().strip()
    except (OSError, KeyError):
        return False
    return parent != "bwrap"


def _end(process: Path) -> bool:
    pidfd = os.pidfd_open(int(process.name))
    try:
        if not _is_left_over(process):  # the number may have passed on before we held it
            return False
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    finally:
        os.close(pidfd)
    return True


def _status(process: Path) -> dict[str, str]:
    lines = (process / "status").read_text(errors="replace").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)
