"""Who met whom, how often, and how it went; and whom no games connect."""

from collections.abc import Collection, Sequence

Counts = list[int]
"""Games in which the first of a pair was above the second, level with it, and below it."""

Pool = Collection[str]
"""Entrants whom games connect."""


class Meetings:
    """The games of each pair that sat at one table."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str], Counts] = {}

    def add(self, entrants: Sequence[str], ranks: Sequence[int]) -> None:
        """Count a game for every pair at its table."""
        seats = sorted(zip(entrants, ranks, strict=True))
        for place, (one, rank) in enumerate(seats):
            for other, other_rank in seats[place + 1 :]:
                count = self._counts.get((one, other))
                if count is None:
                    count = self._counts[one, other] = [0, 0, 0]
                count[(rank > other_rank) - (rank < other_rank) + 1] += 1

    def join(self, others: "Meetings") -> None:
        """Count the others' games too."""
        for pair, counts in others._counts.items():
            mine = self._counts.setdefault(pair, [0, 0, 0])
            mine[:] = (one + more for one, more in zip(mine, counts, strict=True))

    def both_ways(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """(above, level, below) of the first against the second, for each pair and its reverse."""
        found: dict[tuple[str, str], tuple[int, int, int]] = {}
        for (one, other), (above, level, below) in self._counts.items():
            found[one, other] = (above, level, below)
            found[other, one] = (below, level, above)
        return dict(sorted(found.items()))

    def fewest_and_most(self) -> tuple[int, int]:
        """How many games the pair had that met least, and the one that met most; (0, 0) if none.

        Pairs of all who met anybody: the least is 0 where two of them never met.
        """
        games = [sum(counts) for counts in self._counts.values()]
        here = len({one for pair in self._counts for one in pair})
        complete = len(games) == here * (here - 1) // 2
        return min(games, default=0) if complete else 0, max(games, default=0)

    def pools(self) -> list[Pool]:
        """Those whom games connect, also through others; the largest pool first, then by id.

        Games say nothing of who is better where two are in different pools.
        """
        neighbours: dict[str, list[str]] = {}
        for one, other in self._counts:
            neighbours.setdefault(one, []).append(other)
            neighbours.setdefault(other, []).append(one)
        found: list[Pool] = []
        seen: set[str] = set()
        for first in sorted(neighbours):
            if first not in seen:
                pool = _reached(first, neighbours)
                seen |= pool
                found.append(pool)
        return sorted(found, key=len, reverse=True)


def _reached(first: str, neighbours: dict[str, list[str]]) -> set[str]:
    reached, waiting = {first}, [first]
    while waiting:
        new = set(neighbours[waiting.pop()]) - reached
        reached |= new
        waiting += new
    return reached
