"""The yardstick: two C programs that exchange lines over pipes."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROUNDS = 100_000


class PingPong(NamedTuple):
    """Round trips a second, and the parent's own microseconds of CPU for each."""

    per_s: float
    own_us: float


@cache
def _program() -> Path:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise RuntimeError(
            "a C compiler is needed for the yardstick: apt-get install gcc libc6-dev"
        )
    folder = tempfile.TemporaryDirectory(prefix="arena-bench-")
    atexit.register(folder.cleanup)
    program = Path(folder.name, "pingpong")
    source = Path(__file__).with_suffix(".c")
    subprocess.run([compiler, "-O2", "-o", program, source], check=True)
    return program


def ping_pong(*, one_core: bool = False) -> PingPong:
    """One run of it, where the scheduler puts the two, or both on the same core.

    On one core a round trip is two switches and nothing else: it is the strictest yardstick, and
    the steadiest. On two cores each message wakes a core that sleeps, which may cost ten times
    that, on a virtual machine above all.
    """
    command = [str(_program()), str(ROUNDS)]
    done = subprocess.run(
        command, check=True, capture_output=True, text=True, preexec_fn=_stay if one_core else None
    )
    per_s, own_us = map(float, done.stdout.split())
    return PingPong(per_s, own_us)


def _stay() -> None:
    """Run on one of the cores that are ours."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
