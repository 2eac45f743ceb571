"""Taking turns: several sequences merged into one, each going on in proportion to its length."""

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heapreplace
from math import lcm


class Turns:
    """Iterating yields whose turn it is, until each has had all of its turns.

    The k-th turn (from 0) of a sequence of n is due at k / n; of those due at the same time the
    sequence that is listed first has its turn first.
    """

    def __init__(self, totals: Sequence[int]) -> None:
        self._totals = totals
        self._done = [0] * len(totals)
        # Integers, as fractions of floating point could be out of order.
        self._whole = lcm(*filter(None, totals))

    def skip(self, turns: int) -> list[int]:
        """Leave out so many turns from the beginning; how many of them each would have had."""
        short = max(0, turns - len(self._totals))
        if whole := sum(self._totals):
            # All that are due before short / whole: no more than `turns`, and nearly so many.
            self._done = [min(-(-short * total // whole), total) for total in self._totals]
        ahead = iter(self)
        for _ in range(turns - sum(self._done)):
            next(ahead, None)
        return list(self._done)

    def __iter__(self) -> Iterator[int]:
        heap = [self._turn(place) for place in range(len(self._totals)) if self._left(place)]
        heapify(heap)
        while heap:
            place = heap[0][1]
            self._done[place] += 1
            if self._left(place):
                heapreplace(heap, self._turn(place))
            else:
                heappop(heap)
            yield place

    def _left(self, place: int) -> int:
        return self._totals[place] - self._done[place]

    def _turn(self, place: int) -> tuple[int, int]:
        """When the next turn of a sequence is due, in parts of `_whole`."""
        return self._done[place] * (self._whole // self._totals[place]), place
