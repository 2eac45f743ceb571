"""What a benchmark gives: figures, and ratios against others of the same run."""

import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Row(NamedTuple):
    """One figure. `ratio` compares it with `against`, measured in the same run.

    `goal` is a text such as "<= 2.5": for the ratio where there is one, else for the value. A goal
    that is missed on a busy machine says little; nothing fails by it.
    """

    what: str
    value: float
    unit: str
    ratio: float | None = None
    against: str = ""
    goal: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None without one."""
        if not self.goal:
            return None
        sign, _, bound = self.goal.partition(" ")
        figure = self.value if self.ratio is None else self.ratio
        limit = float(bound.replace(",", ""))
        return figure <= limit if sign == "<=" else figure >= limit


def interleaved(runs: int, *measures: Callable[[], float]) -> list[list[float]]:
    """The results of each measure, taken in turn so that drift of the machine meets all alike."""
    results: list[list[float]] = [[] for _ in measures]
    for _ in range(runs):
        for place, measure in enumerate(measures):
            results[place].append(measure())
    return results


def peak_mb() -> float:
    """This program's peak of memory in MB.

    Not `ru_maxrss`: that begins at the peak of the process by which the program was started.
    """
    fields = dict(line.split(":") for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmHWM"].removesuffix("kB")) / 1024


median = statistics.median


def ratio(figures: list[float], base: list[float]) -> float:
    """The median of the ratios run by run."""
    return median(a / b for a, b in zip(figures, base, strict=True))
