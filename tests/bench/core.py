"""What a benchmark gives: figures, and ratios against others of the same run."""

import statistics
from collections.abc import Callable
from typing import NamedTuple


class Row(NamedTuple):
    """One figure. `ratio` compares it with `against`, measured in the same run; `goal` is for it.

    `goal` is a text such as "<= 2.5"; it is shown, and judged by whoever reads it, because the
    machine may be busy with other things.
    """

    what: str
    value: float
    unit: str
    ratio: float | None = None
    against: str = ""
    goal: str = ""


def interleaved(runs: int, *measures: Callable[[], float]) -> list[list[float]]:
    """The results of each measure, taken in turn so that drift of the machine meets all alike."""
    results: list[list[float]] = [[] for _ in measures]
    for _ in range(runs):
        for place, measure in enumerate(measures):
            results[place].append(measure())
    return results


median = statistics.median


def ratio(figures: list[float], base: list[float]) -> float:
    """The median of the ratios run by run."""
    return median(a / b for a, b in zip(figures, base, strict=True))
