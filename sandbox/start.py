"""`spawn` and `spawn_all`: the ways in."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .bare import begin_bare
from .bwrap import begin_full
from .child import Child
from .landlock import begin_partial
from .limits import LEVELS, Level, Limits, SandboxError, View
from .programs import require_linux

BEGINNERS = {"full": begin_full, "partial": begin_partial, "none": begin_bare}
"""They start building and return what waits for the end of it, to be called once."""


class Program(NamedTuple):
    """What to start: the words of its command, its limits, and what it sees."""

    argv: Sequence[str]
    limits: Limits
    view: View


def spawn(argv: Sequence[str], limits: Limits, view: View, level: Level = "full") -> Child:
    """Start `argv` confined at `level`, never less.

    Call it from the main thread, or from a thread that lives as long as the process: the
    kernel ends the process together with the thread that started it. Safe in forked workers.

    Raises SandboxError when this machine cannot provide the level or a path of `view` is not
    usable. A program that cannot be executed is no such error: it ends with code 126 or 127.
    """
    return spawn_all([Program(argv, limits, view)], level)[0]


def spawn_all(programs: Sequence[Program], level: Level = "full") -> list[Child]:
    """As `spawn`, several at the same time: all of them, or an exception and none."""
    begun: deque[Callable[[], Child]] = deque()
    children: list[Child] = []
    try:
        for program in programs:
            begun.append(_begin(program, level))
        while begun:
            children.append(begun.popleft()())
    except BaseException:
        for finish in begun:
            with contextlib.suppress(SandboxError):
                children.append(finish())
        for child in children:
            child.close()
        raise
    return children


def _begin(program: Program, level: Level) -> Callable[[], Child]:
    argv, limits, view = program
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    if not argv:
        raise ValueError("argv is empty")
    if "=" in argv[0]:
        raise SandboxError(f"a program's path must not contain '=': {argv[0]}")
    require_linux()
    _check_paths(view)
    return BEGINNERS[level](argv, limits, view)


def _check_paths(view: View) -> None:
    folder = os.path.realpath(view.folder)
    if not os.path.isdir(folder):  # noqa: PTH112
        raise SandboxError(f"the folder {view.folder} does not exist")
    cwd = os.path.realpath(f"{folder}/{view.cwd}")
    if not f"{cwd}/".startswith(f"{folder}/") or not os.path.isdir(cwd):  # noqa: PTH112
        raise SandboxError(f"the working folder {view.cwd!r} is no folder inside {view.folder}")
