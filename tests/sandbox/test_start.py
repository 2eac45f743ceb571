"""Several programs at the same time: all of them, or none."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox import LEVELS, Child, Level, Limits, Program, SandboxError, View, spawn_all
from sandbox import start as start_module
from tests.sandbox.play import left_over, read_until

pytestmark = pytest.mark.parametrize("level", LEVELS)


def test_each_is_its_own(level: Level, box: Path) -> None:
    programs = [
        Program(["sh", "-c", f"read line; echo {n} $line"], Limits(), View(box)) for n in range(4)
    ]
    children = spawn_all(programs, level)
    for n, child in reversed(list(enumerate(children))):
        os.write(child.stdin, b"%d\n" % n)
        assert read_until(child.stdout, b"\n", 20.0) == b"%d %d\n" % (n, n)
    for child in children:
        child.close()


def test_a_bad_one_takes_all_with_it(
    level: Level, box: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = start_module.BEGINNERS[level]
    begun: list[Callable[[], Child]] = []

    def second_fails(*arguments: Any) -> Callable[[], Child]:
        finish = begin(*arguments)
        begun.append(finish)

        def refuse() -> Child:
            finish().close()
            raise SandboxError("refused")

        return refuse if len(begun) == 2 else finish

    monkeypatch.setitem(start_module.BEGINNERS, level, second_fails)
    gc.collect()  # what other tests left
    before = set(Path("/proc/self/fd").iterdir())
    mark = f"mark-{os.getpid()}-all-{level}"
    program = Program(["sh", "-c", "sleep 60", mark], Limits(), View(box))
    with pytest.raises(SandboxError, match="refused"):
        spawn_all([program] * 3, level)
    assert len(begun) == 3
    with pytest.raises(SandboxError, match="does not exist"):
        spawn_all([program, Program(["sh"], Limits(), View(box / "missing"))], level)
    assert left_over(mark) == []
    assert set(Path("/proc/self/fd").iterdir()) <= before
