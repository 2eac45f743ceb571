"""Level `full`: bubblewrap builds the world, the kernel's own limits do the rest.

Two designs, by who we are:

plain user  a user namespace gives the right to build the world; inside, nobody has rights
root        no user namespace: the program gets an unprivileged kernel user id of its own and
            no capabilities. Merely *mapping* root to another number is not enough: files such
            as /proc/sys/kernel/core_pattern look at the kernel's id and would stay writable

In both, bubblewrap stays outside as a monitor and runs a first process inside (`init`), which
starts the program: monitor (our child) -> init -> setpriv -> prlimit -> gate -> env ->
program, where all from setpriv on are one process. The kernel ends everything inside with
init, and init with us; the gate opens when that is sure.

We stop init (SIGSTOP) before we open the gate. So it does not collect the program when that
ends, and we can read exit status and CPU time off the remains before we kill init, which hands
the figures on to the monitor and thus to us.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence

from . import seccomp
from .advice import explain_bwrap
from .boxed import Boxed, StartFailed, Status, settle
from .child import REAP_S, Child, own_peak_kb, reap
from .limits import Limits, SandboxError, View
from .pipes import Pipes, feed, open_pipes
from .programs import (
    GATE,
    env_command,
    find_bwrap,
    find_tool,
    gate_command,
    prlimit_command,
    real_root,
)
from .slots import Slot, take_slot
from .tree import give_back, give_tree
from .world import world_options

ISOLATION = (
    *("--die-with-parent", "--new-session"),
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"),
    *("--unshare-cgroup-try", "--hostname", "box"),
)
NOBODY = ("--unshare-user", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL")


def spawn_full(argv: Sequence[str], limits: Limits, view: View) -> Child:
    """Run a program in a world of its own; SandboxError when that cannot be built here."""
    bwrap = find_bwrap()
    slot = take_slot() if real_root() else None
    pipes = open_pipes()
    after = give_back(slot, view)
    try:
        if slot is not None:
            _open_to(slot, view)
        tree = _start(bwrap, argv, limits, view, slot, pipes)
    except BaseException:
        pipes.close()
        after()
        raise
    return Child(tree, pipes, limits, after)


def _start(
    bwrap: str,
    argv: Sequence[str],
    limits: Limits,
    view: View,
    slot: Slot | None,
    pipes: Pipes,
) -> Boxed:
    options = [*ISOLATION, *(NOBODY if slot is None else ()), *world_options(limits, view)]
    command = [
        *_become(slot),
        *prlimit_command(limits.rlimits(count_tasks=True)),
        *gate_command(),
        *env_command(view.environment()),
        *argv,
    ]
    args_in, args_out = os.pipe()
    filter_in, filter_out = os.pipe()
    status_in, status_out = os.pipe()
    passed = [args_in, filter_in, status_out]
    options += ["--seccomp", str(filter_in), "--json-status-fd", str(status_out)]
    if slot is not None:
        passed.append(slot.fd)
        options += ["--sync-fd", str(slot.fd)]
    own_peak = own_peak_kb()
    try:
        monitor = _popen([bwrap, "--args", str(args_in), "--", *command], pipes, passed)
    except BaseException:
        for fd in (args_in, args_out, filter_in, filter_out, status_in, status_out):
            os.close(fd)
        raise
    for fd in (args_in, filter_in, status_out):
        os.close(fd)
    pipes.close_theirs()
    feed(filter_out, seccomp.build(processes=limits.processes))
    feed(args_out, b"".join(option.encode() + b"\0" for option in options))
    tree = _settled(monitor, Status(status_in), pipes)
    tree.own_peak_kb = own_peak
    tree.count_children = limits.processes > 1
    with contextlib.suppress(BrokenPipeError):  # then it has ended, which will be seen
        os.write(pipes.ours[0], GATE)
    return tree


def _popen(command: list[str], pipes: Pipes, passed: list[int]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=pipes.theirs[0],
            stdout=pipes.theirs[1],
            stderr=pipes.theirs[2],
            env={},
            cwd="/",
            start_new_session=True,  # Ctrl-C in a terminal is for the runner alone
            pass_fds=passed,
        )
    except OSError as error:
        raise SandboxError(f"cannot start {command[0]}: {error}") from error


def _settled(monitor: subprocess.Popen[bytes], status: Status, pipes: Pipes) -> Boxed:
    try:
        return settle(monitor, status)
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


def _become(slot: Slot | None) -> list[str]:
    """Take on the user id, lose every right. A plain user has none inside to begin with."""
    if slot is None:
        return []
    return [
        find_tool("setpriv", "util-linux"),
        f"--reuid={slot.uid}",
        f"--regid={slot.uid}",
        "--clear-groups",
        "--bounding-set=-all",
        "--inh-caps=-all",
        "--no-new-privs",
        "--",
    ]


def _open_to(slot: Slot, view: View) -> None:
    """Let the program's user at its folder, or say why it will not get there."""
    if view.writable:
        give_tree(view.folder, slot.uid, slot.uid)
    elif view.folder.stat().st_mode & 0o005 != 0o005:
        raise SandboxError(
            f"bots of root run as another user, who may not read {view.folder}: "
            f"chmod -R o+rX {view.folder}"
        )
