"""Level `full`: bubblewrap builds the world, the kernel's own limits do the rest.

Two designs, by who we are:

plain user  a user namespace gives the right to build the world; inside, nobody has rights
root        no user namespace: the program gets an unprivileged kernel user id of its own and
            no capabilities. Merely *mapping* root to another number is not enough: files such
            as /proc/sys/kernel/core_pattern look at the kernel's id and would stay writable

In both, bubblewrap stays outside as a monitor and runs a first process inside (`init`), which
starts the program: monitor (our child) -> init -> entry, which turns into the program when its
gate opens (see `entry`). The kernel ends everything inside with init, and init with us; the gate
opens when that is sure.

We stop init (SIGSTOP) before we open the gate. So it does not collect the program when that
ends, and we can read exit status and CPU time off the remains before we kill init, which hands
the figures on to the monitor and thus to us.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable, Sequence

from . import seccomp
from .advice import explain_bwrap
from .boxed import Boxed, StartFailed, Status, settle
from .child import REAP_S, Child, own_peak_kb, reap
from .entry import GATE, MARK, build_entry
from .limits import Limits, SandboxError, View
from .pipes import Pipes, memory_file, open_pipes
from .programs import find_bwrap, real_root
from .slots import Slot, take_slot
from .tree import give_back, give_tree
from .world import world_options

ISOLATION = (
    *("--die-with-parent", "--new-session"),
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--hostname", "box"),
)
NOBODY = ("--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL")
ENTRY = "/entry"


def begin_full(argv: Sequence[str], limits: Limits, view: View) -> Callable[[], Child]:
    """Start building a world of its own for a program; what is returned waits until it stands.

    Both raise SandboxError when that cannot be had here.
    """
    bwrap = find_bwrap()
    slot = take_slot() if real_root() else None
    pipes = open_pipes()
    after = give_back(slot, view)
    try:
        if slot is not None:
            _open_to(slot, view)
        monitor, status = _start([bwrap], argv, limits, view, slot, pipes)
        own_peak = own_peak_kb()
    except BaseException:
        pipes.close()
        after()
        raise

    def finish() -> Child:
        try:
            tree = _settled(monitor, status, pipes)
        except BaseException:
            pipes.close()
            after()
            raise
        tree.own_peak_kb = own_peak
        tree.count_children = limits.processes > 1
        with contextlib.suppress(BrokenPipeError):  # then it has ended, which will be seen
            os.write(pipes.ours[0], GATE)
        return Child(tree, pipes, limits, after)

    return finish


def _start(
    command: list[str],
    argv: Sequence[str],
    limits: Limits,
    view: View,
    slot: Slot | None,
    pipes: Pipes,
) -> tuple[subprocess.Popen[bytes], Status]:
    """Start bubblewrap, which needs nothing more from us."""
    rlimits, uid = limits.rlimits(count_tasks=True), slot.uid if slot else None
    status, status_out = os.pipe()
    passed = [
        status_out,
        memory_file(build_entry(argv[0], rlimits, view.environment(), uid, pipes.theirs[1])),
        memory_file(seccomp.build(processes=limits.processes)),
    ]
    try:
        options = [
            *ISOLATION,
            *(NOBODY if slot is None else ("--sync-fd", str(slot.fd))),
            *world_options(limits, view),
            *("--perms", "0555", "--file", str(passed[1]), ENTRY),
            *("--remount-ro", "/"),  # a tmpfs, without a size until then
            *("--seccomp", str(passed[2]), "--json-status-fd", str(status_out)),
        ]
        passed.append(memory_file(os.fsencode("\0".join(options) + "\0")))
        command += ["--args", str(passed[3]), "--", ENTRY, MARK, *argv]
        monitor = _popen(command, pipes, passed if slot is None else [*passed, slot.fd])
    except BaseException:
        os.close(status)
        raise
    finally:
        for fd in passed:
            os.close(fd)
    pipes.close_theirs()
    return monitor, Status(status)


def _popen(command: list[str], pipes: Pipes, passed: list[int]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=pipes.theirs[0],
            # Bubblewrap keeps the first three open all the time, and closes what else it has: so
            # that a program can close its standard output, it gets it by another number.
            stdout=subprocess.DEVNULL,
            stderr=pipes.theirs[2],
            env={},
            cwd="/",
            start_new_session=True,  # Ctrl-C in a terminal is for the runner alone
            pass_fds=[*passed, pipes.theirs[1]],
        )
    except OSError as error:
        raise SandboxError(f"cannot start {command[0]}: {error}") from error


def _settled(monitor: subprocess.Popen[bytes], status: Status, pipes: Pipes) -> Boxed:
    try:
        return settle(monitor, status, pipes.ours[1])
    except StartFailed:
        _give_up(monitor, status)
        said = b""
        with contextlib.suppress(BlockingIOError):
            said = os.read(pipes.ours[2], 4096)
        raise SandboxError(explain_bwrap(said.decode(errors="replace").strip())) from None
    except BaseException:
        _give_up(monitor, status)
        raise


def _give_up(monitor: subprocess.Popen[bytes], status: Status) -> None:
    """What is inside ends too: with the monitor, or at its gate when our pipes close."""
    status.close()
    os.kill(monitor.pid, signal.SIGKILL)  # ours until reaped; Popen.kill might reap it itself
    reap(monitor, REAP_S, 0)


def _open_to(slot: Slot, view: View) -> None:
    """Let the program's user at its folder, or say why it will not get there."""
    if view.writable:
        give_tree(view.folder, slot.uid, slot.uid)
    elif view.folder.stat().st_mode & 0o005 != 0o005:
        raise SandboxError(
            f"bots of root run as another user, who may not read {view.folder}: "
            f"chmod -R o+rX {view.folder}"
        )
