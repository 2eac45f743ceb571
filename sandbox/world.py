"""What the inside of a `full` sandbox looks like, as options of bubblewrap."""

from __future__ import annotations

import functools
import os
from pathlib import Path

from .limits import MIB, Limits, SandboxError, View

BOX = "/box"
LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
FROM_ETC = ("/etc/ld.so.cache", "/etc/alternatives")
"""Where the loader finds libraries, and where links such as /usr/bin/awk lead."""
INIT = "/proc/1"
"""Covered: a plain user's program and the first process inside have one user id, so it could
write that one's memory, which no limit bounds and which need not die with us."""
DEVICES = ("null", "urandom", "random")
"""Not /dev/zero: mapping it shared is memory that no limit counts."""
DEVICE_LINKS = (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2"))


def world_options(limits: Limits, view: View) -> list[str]:
    """Mounts, environment and working folder; the host's only trace is what is listed here.

    The program's environment is not set here: see `entry`.

    The bot's folder comes last and holds no further mount point, since creating one there
    could be led astray by links in it.
    """
    return [
        *_private_tmp(limits),
        *_common(view.readable),
        *("--bind" if view.writable else "--ro-bind", os.path.realpath(view.folder), BOX),
        *("--chdir", os.path.normpath(f"{BOX}/{view.cwd}")),
        *("--clearenv", "--setenv", "PATH", "/usr/bin:/bin"),
    ]


@functools.lru_cache(maxsize=16)
def _common(readable: tuple[Path, ...]) -> tuple[str, ...]:
    """What is the same for most programs of a run."""
    hidden = ("--proc", "/proc", "--tmpfs", INIT, "--remount-ro", INIT)
    return (*_system(), *_devices(), *hidden, *_readable(readable))


def _system() -> list[str]:
    options = ["--ro-bind", "/usr", "/usr"]
    for name in LINKS:
        host = Path("/", name)
        if host.is_symlink():
            options += ["--symlink", str(host.readlink()), str(host)]
        elif host.is_dir():
            options += ["--ro-bind", str(host), str(host)]
    options += ["--perms", "0755", "--dir", "/etc"]
    for path in FROM_ETC:
        options += ["--ro-bind-try", path, path]
    return options


def _devices() -> list[str]:
    """Bound one by one: bubblewrap's own /dev has more than a bot needs, and costs time."""
    options = ["--perms", "0755", "--dir", "/dev"]
    for name in DEVICES:
        options += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    for name, rest in DEVICE_LINKS:
        options += ["--symlink", f"/proc/self/fd{rest}", f"/dev/{name}"]
    return options


def _private_tmp(limits: Limits) -> list[str]:
    if limits.tmp_mb == 0:
        return ["--perms", "0755", "--dir", "/tmp"]
    return ["--perms", "1777", "--size", str(limits.tmp_mb * MIB), "--tmpfs", "/tmp"]


def _readable(paths: tuple[Path, ...]) -> list[str]:
    """Further host paths at their own place: libraries are often found by absolute path."""
    options: list[str] = []
    made: set[Path] = {Path("/"), Path("/usr"), Path("/tmp"), Path("/etc"), Path("/dev")}
    for path in dict.fromkeys(path.resolve() for path in paths):
        _check_readable(path)
        if path.is_relative_to("/usr"):
            continue
        for parent in reversed(path.parents):
            if parent not in made:
                made.add(parent)
                options += ["--perms", "0755", "--dir", str(parent)]
        made.add(path)
        options += ["--ro-bind", str(path), str(path)]
    return options


def _check_readable(path: Path) -> None:
    if not path.exists():
        raise SandboxError(f"{path}, which the bot shall be able to read, does not exist")
    for ours in ("/proc", "/dev", BOX):
        if path.is_relative_to(ours) or Path(ours).is_relative_to(path):
            raise SandboxError(f"{path} cannot be opened to bots: name a folder further down")
