"""All sets of k places on a circle of n, up to rotation, in an order drawn from a seed.

Rotating a set gives its orbit: n sets, or fewer where a rotation maps the set onto itself. Each
place lies in equally many sets of an orbit, which is what makes orbits the bricks of a balanced
schedule. A set is written as its gaps, the steps from each place to the next; an orbit is found by
the one among its gap sequences that is smallest.
"""

from collections.abc import Iterator
from math import comb, isqrt
from typing import NamedTuple

from arena.chance import derive

_ROUNDS = 8


class Orbit(NamedTuple):
    """The sets `{(offset + turn) % n for offset in offsets}` for turn = 0 … size - 1."""

    offsets: tuple[int, ...]
    size: int


def orbits(n: int, k: int, seed: int) -> Iterator[Orbit]:
    """Every orbit of sets of k of n places once, in an order drawn from the seed."""
    total = comb(n - 1, k - 1)
    for position in range(total):
        inner = combination(n - 1, k - 1, permuted(position, total, seed))
        orbit = _orbit_of((0, *(place + 1 for place in inner)), n)
        if orbit is not None:
            yield orbit


def _orbit_of(offsets: tuple[int, ...], n: int) -> Orbit | None:
    """The orbit that these offsets stand for; None where other offsets of it do."""
    gaps = tuple(b - a for a, b in zip(offsets, (*offsets[1:], n), strict=True))
    doubled = gaps + gaps
    for turn in range(1, len(gaps) + 1):
        turned = doubled[turn : turn + len(gaps)]
        if turned < gaps:
            return None
        if turned == gaps:
            return Orbit(offsets, sum(gaps[:turn]))
    raise AssertionError("a full turn maps every set onto itself")


def combination(n: int, k: int, rank: int) -> tuple[int, ...]:
    """The `rank`-th (from 0, in lexicographic order) of the sets of k of the numbers 0 … n - 1."""
    chosen: list[int] = []
    for value in range(n):
        if len(chosen) == k:
            break
        first = comb(n - value - 1, k - len(chosen) - 1)
        if rank < first:
            chosen.append(value)
        else:
            rank -= first
    return tuple(chosen)


def permuted(position: int, total: int, seed: int) -> int:
    """Where a permutation of 0 … total - 1 that is drawn from the seed sends `position`.

    A Feistel network over the smallest square that holds `total`, walked until it comes out below.
    """
    side = isqrt(total - 1) + 1
    while True:
        left, right = divmod(position, side)
        for step in range(_ROUNDS):
            left, right = right, (left + derive(seed, step, right)) % side
        position = left * side + right
        if position < total:
            return position
