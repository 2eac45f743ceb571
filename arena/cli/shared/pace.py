"""How far a run is and how fast it goes on."""

from collections.abc import Callable
from itertools import pairwise
from time import monotonic

UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


class Pace:
    """Of the `total` matches `done` are over, among them those that had been played before.

    Only what this run has played itself tells how fast it is and how long it will take.
    """

    def __init__(self, total: int = 0, now: Callable[[], float] = monotonic) -> None:
        self.total = total
        self.done = 0
        self._now = now
        self._since = now()
        self._matches = self._games = 0

    def passed(self, matches: int) -> None:
        """So many matches needed no play."""
        self.done += matches

    def ended(self, games: int) -> None:
        """A match has ended in which so many games were played."""
        self.done += 1
        self._matches += 1
        self._games += games

    def __str__(self) -> str:
        """Such as `90 new games (45/s), 3 min left`."""
        took = max(self._now() - self._since, 0.001)
        told = f"{self._games} new games ({self._games / took:.0f}/s)"
        if not self._matches or self.done >= self.total:
            return told
        return f"{told}, {_time((self.total - self.done) * took / self._matches)} left"


def _time(seconds: float) -> str:
    """In two units at most, the second one rounded."""
    for (size, unit), (smaller, name) in pairwise(UNITS):
        if seconds >= size:
            whole, rest = divmod(round(seconds / smaller), size // smaller)
            return f"{whole} {unit} {rest} {name}" if rest else f"{whole} {unit}"
    return f"{max(1, round(seconds))} s"
