"""How long a command and a bot wait for imports, beyond what Python itself takes to start."""

import subprocess
import sys
import time
from pathlib import Path

from tests.bench.core import Row, interleaved, median

RUNS = 15


def rows() -> list[Row]:
    """Milliseconds of wall clock, and the differences run by run."""
    program = Path(sys.executable).with_name("arena")
    python, shown, sdk = interleaved(
        RUNS,
        lambda: _took(sys.executable, "-c", "pass"),
        lambda: _took(program, "--help"),
        lambda: _took(sys.executable, "-c", "import arena.sdk"),
    )
    return [
        Row("python that does nothing", median(python), "ms"),
        Row("arena --help", median(shown), "ms", goal="<= 150"),
        Row("import arena.sdk, over python that does nothing",
            median(a - b for a, b in zip(sdk, python, strict=True)), "ms"),
        Row("import arena.sdk, by -X importtime", median(_by_importtime() for _ in range(RUNS)),
            "ms", goal="<= 10"),
    ]  # fmt: skip


def _took(*command: str | Path) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - began) * 1e3


def _by_importtime() -> float:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import arena.sdk"],
        check=True,
        capture_output=True,
        text=True,
    )
    (line,) = [line for line in done.stderr.splitlines() if line.endswith(" arena.sdk")]
    return int(line.split("|")[1]) / 1e3
