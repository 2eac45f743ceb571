"""`spawn`: the one way in."""

from __future__ import annotations

from collections.abc import Sequence

from .bare import spawn_bare
from .bwrap import spawn_full
from .child import Child
from .landlock import spawn_partial
from .limits import LEVELS, Level, Limits, SandboxError, View
from .programs import require_linux

SPAWNERS = {"full": spawn_full, "partial": spawn_partial, "none": spawn_bare}


def spawn(argv: Sequence[str], limits: Limits, view: View, level: Level = "full") -> Child:
    """Start `argv` confined at `level`, never less.

    Call it from the main thread, or from a thread that lives as long as the process: the
    kernel ends the process together with the thread that started it. Safe in forked workers.

    Raises SandboxError when this machine cannot provide the level or a path of `view` is not
    usable. A program that cannot be executed is no such error: it ends with code 126 or 127.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    if not argv:
        raise ValueError("argv is empty")
    if "=" in argv[0]:
        raise SandboxError(f"a program's path must not contain '=': {argv[0]}")
    require_linux()
    _check_paths(view)
    if level == "none":
        return spawn_bare(argv, limits, view)
    return SPAWNERS[level](argv, limits, view)


def _check_paths(view: View) -> None:
    if not view.folder.is_dir():
        raise SandboxError(f"the folder {view.folder} does not exist")
    folder = view.folder.resolve()
    cwd = (folder / view.cwd).resolve()
    if not cwd.is_dir() or not cwd.is_relative_to(folder):
        raise SandboxError(f"the working folder {view.cwd!r} is no folder inside {view.folder}")
