"""The small programs of util-linux that set limits just before a bot is executed.

They stand in the command line (`setpriv ... prlimit ... bot`) and replace themselves by the
next program, so nothing of ours runs between fork and exec: code run there by Python can
deadlock when the parent has threads.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Mapping

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
def find_tool(name: str, package: str) -> str:
    """Absolute path of a system program, from the system's folders and not from PATH."""
    for folder in FOLDERS:
        path = f"{folder}/{name}"
        if os.access(path, os.X_OK):
            return path
    raise SandboxError(f"the program `{name}` is missing: install the package {package}")


def prlimit_command(rlimits: Mapping[str, tuple[int, int]]) -> list[str]:
    """`prlimit --data=... --`, to be followed by the program that is to be limited."""
    options = [f"--{name}={soft}:{hard}" for name, (soft, hard) in rlimits.items()]
    return [find_tool("prlimit", "util-linux"), *options, "--"]
