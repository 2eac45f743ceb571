"""Level `none`: limits and a clean start, but no confinement.

Keeps honest mistakes in check (memory, CPU, open files, forgotten children). A program that
leaves its session on purpose stays alive, and everything the user may read it may read.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Sequence

from .child import Child, Ending, Tree, own_peak_kb, reap
from .limits import Limits, SandboxError, View
from .pipes import open_pipes
from .programs import env_command, find_tool, orphan_check, prlimit_command


class Direct(Tree):
    """The program is our own child and leads a session; the tree is its process group."""

    def __init__(self, process: subprocess.Popen[bytes], own_peak_kb: int) -> None:
        self.pid = process.pid
        self.pidfd = os.pidfd_open(process.pid)
        self._process = process
        self._own_peak_kb = own_peak_kb

    def kill(self) -> None:
        """SIGKILL to the group; its number stays ours until the leader is reaped."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """End children that the program left in its group."""
        self.kill()

    def reap(self, timeout: float) -> Ending | None:
        """It is our own child."""
        return reap(self._process, timeout, self._own_peak_kb)

    def close(self) -> None:
        """Close the pidfd."""
        os.close(self.pidfd)


def begin_bare(argv: Sequence[str], limits: Limits, view: View) -> Callable[[], Child]:
    """Run a program unconfined; SandboxError if it cannot even be tried."""
    command = [
        find_tool("setpriv", "util-linux"),
        "--pdeathsig=KILL",
        "--",
        *orphan_check(os.getpid()),
        *prlimit_command(limits.rlimits(count_tasks=False)),
        *env_command(view.environment()),
        *argv,
    ]
    child = start_direct(command, limits, view)
    return lambda: child


def start_direct(
    command: Sequence[str],
    limits: Limits,
    view: View,
    pass_fds: Sequence[int] = (),
    after: Callable[[], None] | None = None,
) -> Child:
    """Start a command that ends up being the program, in a session of its own."""
    pipes = open_pipes()
    where = view.folder / view.cwd
    try:
        process = subprocess.Popen(
            command,
            stdin=pipes.theirs[0],
            stdout=pipes.theirs[1],
            stderr=pipes.theirs[2],
            cwd=where,
            env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
            start_new_session=True,
            pass_fds=pass_fds,
        )
    except OSError as error:
        pipes.close()
        raise SandboxError(f"cannot start {command[0]} in {where}: {error}") from error
    own_peak = own_peak_kb()
    pipes.close_theirs()
    return Child(Direct(process, own_peak), pipes, limits, after)
