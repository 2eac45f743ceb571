"""Everybody meets everybody: each set of entrants that fills a table meets once per cycle.

The entrants of a cycle stand on a circle in an order drawn from the seed. All sets of k places fall
into orbits under rotation (see `_orbits`); the schedule goes through the orbits in an order drawn
from the seed, some at a time, and through the sets of those in an order that keeps the entrants
level (see `_balance`). So nothing is stored that grows with the number of matches, and everybody
has played equally often whenever a batch of orbits is through.

Seats: the places of an orbit's first set are dealt to the seats, and the seats turn with the set.
Over an orbit of n sets everybody thus sits in every seat once. Where a rotation maps a set onto
itself, its orbit is shorter: the places that this rotation brings to each other share some of the
seats, and trade them from one such orbit, and from one cycle, to the next.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from math import comb, gcd
from typing import NamedTuple

from arena.chance import Words, derive, shuffled
from arena.formats._balance import Circle, Turned
from arena.formats._orbits import Orbit, orbits
from arena.formats.core import Pairing

_BATCH = 1024
_BATCH_ORBITS = 8
"""Orbits are taken together until they hold so many sets and are so many. More is leveller."""


class RoundRobin:
    """The format `round_robin`."""

    def count(self, entrants: int, players: int, cycles: int) -> int:
        """The number of matches in the whole schedule."""
        return comb(entrants, players) * cycles

    def pairings(
        self, entrants: Sequence[str], players: int, cycles: int, seed: int, *, start: int = 0
    ) -> Iterator[Pairing]:
        """The matches from number `start` on. See `Format`."""
        per_cycle = self.count(len(entrants), players, 1)
        if not per_cycle:
            return
        done, skip = divmod(start, per_cycle)
        for cycle in range(done, cycles):
            for members in _cycle(entrants, players, _Seeds(seed, cycle), skip):
                yield Pairing(cycle, members)
            skip = 0


FORMAT = RoundRobin()


class _Seeds(NamedTuple):
    """Draws of the tournament, the same in every cycle, and draws of the cycle."""

    seed: int
    cycle: int

    def order(self, *path: object) -> int:
        return derive(self.seed, "order", *path)

    def who(self, *path: object) -> int:
        return derive(self.seed, "cycle", self.cycle, *path)


def _cycle(
    entrants: Sequence[str], players: int, seeds: _Seeds, skip: int
) -> Iterator[tuple[str, ...]]:
    """The sets of one cycle but the first `skip`, in the seats they take."""
    circle = _circle(entrants, players, seeds)
    n = len(circle)
    short: Counter[int] = Counter()
    for number, batch in enumerate(_batches(n, players, seeds.order("orbits"))):
        size = sum(orbit.size for orbit in batch)
        shifts = []
        for orbit in batch:
            shifts.append(short[orbit.size])
            short[orbit.size] += 1
        if skip < size:
            seats = [
                _seats(orbit, n, players, seeds.who("seats", number, index))
                for index, orbit in enumerate(batch)
            ]
            for index, turn in islice(_order(n, batch, seeds.order("batch", number)), skip, None):
                places = _places(seats[index], turn, batch[index].size, n, shifts[index])
                yield tuple(circle[place] for place in places)
        skip = max(0, skip - size)


def _circle(entrants: Sequence[str], players: int, seeds: "_Seeds") -> list[str]:
    """The circle of a cycle: drawn, or the last one turned as often as that evens out seats."""
    turns = gcd(len(entrants), players)
    drawn, turned = divmod(seeds.cycle, turns)
    circle = shuffled(entrants, seeds._replace(cycle=drawn).who("circle"))
    first = turned * len(circle) // turns
    return circle[first:] + circle[:first]


def _batches(n: int, players: int, seed: int) -> Iterable[tuple[Orbit, ...]]:
    """The orbits some at a time; kept where every cycle will soon ask for the same again."""
    small = comb(n, players) <= _BATCH
    return _kept_batches(n, players, seed) if small else _drawn_batches(n, players, seed)


@lru_cache(maxsize=8)
def _kept_batches(n: int, players: int, seed: int) -> tuple[tuple[Orbit, ...], ...]:
    return tuple(_drawn_batches(n, players, seed))


def _drawn_batches(n: int, players: int, seed: int) -> Iterator[tuple[Orbit, ...]]:
    """The orbits of the sets that play, or of the sets that do not if those are smaller."""
    batch: list[Orbit] = []
    size = 0
    for orbit in orbits(n, min(players, n - players) or n, seed):
        batch.append(orbit)
        size += orbit.size
        if size >= _BATCH and len(batch) >= _BATCH_ORBITS:
            yield tuple(batch)
            batch, size = [], 0
    if batch:
        yield tuple(batch)


def _order(n: int, batch: tuple[Orbit, ...], seed: int) -> Iterable[Turned]:
    """The sets of a batch in order; kept where every cycle will ask for the same again."""
    small = sum(orbit.size for orbit in batch) <= _BATCH
    return _kept_order(n, batch, seed) if small else Circle(n, batch, _words(seed)).order()


@lru_cache(maxsize=8)
def _kept_order(n: int, batch: tuple[Orbit, ...], seed: int) -> tuple[Turned, ...]:
    return tuple(Circle(n, batch, _words(seed)).order())


def _words(seed: int) -> Words:
    return Words(str(seed).encode(), "order")


def _seats(orbit: Orbit, n: int, players: int, seed: int) -> list[int]:
    """Who plays in an orbit's first set, by seat, drawn from the seed.

    Offsets below the orbit's size: each stands for all places that are so many sizes away, who
    have as many seats next to each other.
    """
    offsets = set(orbit.offsets)
    playing = offsets if len(offsets) == players else set(range(n)) - offsets
    return [int(one) for one in shuffled({str(offset % orbit.size) for offset in playing}, seed)]


def _places(seats: Iterable[int], turn: int, size: int, n: int, shift: int) -> Iterator[int]:
    """The places of a set by seat; `shift`: how often seats have been traded before."""
    alike = n // size
    for offset in seats:
        for seat in range(alike):
            yield (offset + turn) % size + size * ((seat + shift) % alike)
