"""Level `partial`: the process stays in the host's world, but its rights are taken away.

For machines where namespaces are refused: containers, mostly. Landlock leaves it only the
paths of its view, the system call filter the calls that need no trust, resource limits bound
the rest. Weaker than `full`: it can see which paths and processes exist, there is no private
/tmp (a bot has no place to write at all), and as a plain user's process it shares that user's
task count.
"""

from __future__ import annotations

import ctypes
import marshal
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from . import seccomp
from .bare import start_direct
from .child import REAP_S, Child
from .limits import Limits, SandboxError, View
from .pipes import feed, read_all
from .programs import real_root
from .slots import Slot, take_slot
from .tree import give_back, give_tree
from .world import FROM_ETC, LINKS

OLDEST_ABI = 3
"""Before, truncating a file needs no right: any file of the user's could be emptied."""
SCOPES_ABI = 6
"""From here on Landlock itself keeps signals inside."""
EXECUTE, WRITE, READ, LIST = 1 << 0, 1 << 1, 1 << 2, 1 << 3
LOOK = EXECUTE | READ | LIST
ALL_BUT_DEVICES = 0x7FFF & ~(1 << 6 | 1 << 11)
"""All rights of version 3, without making device nodes."""
DEVICES = (("/dev/null", READ | WRITE), ("/dev/urandom", READ), ("/dev/random", READ))
HARMLESS_ETC = ("/etc/ssl/openssl.cnf",)
"""Not there is fine for Node.js, not readable is not."""
PROC = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo")


def landlock_abi() -> int:
    """Version of Landlock in this kernel, 0 when it is missing or switched off."""
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(
        ctypes.c_long(444), ctypes.c_void_p(None), ctypes.c_long(0), ctypes.c_long(1)
    )
    return max(0, int(version))


def begin_partial(argv: Sequence[str], limits: Limits, view: View) -> Callable[[], Child]:
    """Start a program that gives up its rights; what is returned waits until it has.

    Both raise SandboxError when the kernel cannot take them away.
    """
    abi = landlock_abi()
    if abi < OLDEST_ABI:
        raise SandboxError(
            f"this kernel's Landlock (version {abi}) is too old: Linux 6.2 or later is needed, "
            "with `landlock` among the active modules in /sys/kernel/security/lsm"
        )
    slot = take_slot() if real_root() else None
    tmp = tempfile.mkdtemp(prefix="arena-build-") if view.writable else None
    after = _cleaner(slot, view, tmp)
    try:
        if slot is not None:
            _prepare_for(slot, view, tmp)
        child, errors = _start(argv, limits, view, slot, tmp, abi, after)
    except BaseException:
        after()
        raise

    def finish() -> Child:
        try:
            failure = read_all(errors, REAP_S).decode(errors="replace")
        except BaseException:
            child.close()
            raise
        finally:
            os.close(errors)
        if failure:
            child.close()
            raise SandboxError(f"level partial cannot be set up: {failure}")
        return child

    return finish


def _start(
    argv: Sequence[str],
    limits: Limits,
    view: View,
    slot: Slot | None,
    tmp: str | None,
    abi: int,
    after: Callable[[], None],
) -> tuple[Child, int]:
    """The process, and where it writes what goes wrong while it confines itself."""
    script = str(Path(__file__).with_name("confine.py"))
    config_in, config_out = os.pipe()
    error_in, error_out = os.pipe()
    command = [sys.executable, "-I", "-S", script, str(config_in), str(error_out)]
    try:
        child = start_direct(command, limits, view, (config_in, error_out), after)
    except BaseException:
        os.close(config_out)
        os.close(error_in)
        raise
    finally:
        os.close(config_in)
        os.close(error_out)
    config = {
        "argv": list(argv),
        "env": view.environment(tmp or "/tmp"),
        "spawner": os.getpid(),
        "guarded": limits.processes > 1,
        "uid": slot.uid if slot else None,
        "rlimits": limits.rlimits(count_tasks=slot is not None),
        "rights": _rights(abi),
        "paths": _paths(view, tmp),
        "filter": seccomp.build(
            processes=limits.processes,
            keep_group=True,
            keep_modes=not view.writable,
            only_signal=child.pid if abi < SCOPES_ABI else None,
        ),
    }
    feed(config_out, marshal.dumps(config))
    return child, error_in


def _rights(abi: int) -> dict[str, int]:
    """What Landlock shall govern: all that this version knows."""
    rights = {"fs": 0x7FFF, "net": 0, "scoped": 0, "size": 8}
    if abi >= 4:
        rights |= {"net": 0b11, "size": 16}
    if abi >= 5:
        rights["fs"] |= 1 << 15
    if abi >= SCOPES_ABI:
        rights |= {"scoped": 0b11, "size": 24}
    return rights


def _paths(view: View, tmp: str | None) -> list[tuple[str, int]]:
    folders = ["/usr", *(f"/{name}" for name in LINKS), *FROM_ETC, *HARMLESS_ETC, *PROC]
    found = [(path, LOOK) for path in folders if Path(path).exists()]
    found += DEVICES
    found += [(str(path.resolve()), LOOK) for path in view.readable]
    found.append((str(view.folder.resolve()), ALL_BUT_DEVICES if view.writable else LOOK))
    if tmp is not None:
        found.append((tmp, ALL_BUT_DEVICES))
    return found


def _prepare_for(slot: Slot, view: View, tmp: str | None) -> None:
    """The program's user must reach every path by itself: nothing is mounted for it here."""
    for path in (view.folder, *view.readable):
        shut = _shut_folder(path.resolve())
        if shut is not None:
            raise SandboxError(
                f"bots of root run as another user, who may not pass {shut} to {path}: "
                f"chmod o+rx {shut}, or keep bots and interpreter elsewhere"
            )
    if view.writable:
        give_tree(view.folder, slot.uid, slot.uid)
    if tmp is not None:
        os.chown(tmp, slot.uid, slot.uid)


def _shut_folder(path: Path) -> Path | None:
    """The first folder on the way that other users may not pass, or the path unreadable."""
    for folder in reversed(path.parents):
        if not folder.stat().st_mode & 0o001:
            return folder
    wanted = 0o005 if path.is_dir() else 0o004
    return path if path.stat().st_mode & wanted != wanted else None


def _cleaner(slot: Slot | None, view: View, tmp: str | None) -> Callable[[], None]:
    """What to do once no process is left."""
    back = give_back(slot, view)

    def after() -> None:
        if tmp is not None:
            shutil.rmtree(tmp, ignore_errors=True)
        back()

    return after
