"""What games say of the skills of those who played them, as messages between normal beliefs.

A `Site` holds all distinct outcomes of one shape: as many seats, the same ranks. In a game every
seat performs at its skill plus luck, and the ranks say which performances were above which, or
within the margin of a tie. Entrants that tied count alike: the game is looked at with each of them
in each of their places, and the mean of the messages is taken.
"""

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from math import factorial, lcm, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from trueskill import BETA

from arena.ratings import RateBy
from arena.ratings.truncated import Array, above, within

LUCK = BETA**2
"""The variance of a performance about its skill."""
MOST_ORDERS = 24
"""Up to so many orders of entrants that tied, all are looked at; then each in each place."""


class Edge(NamedTuple):
    """A comparison of two seats: the first performed better, or they tied."""

    first: int
    second: int
    tied: bool


class Site:
    """All distinct outcomes of one shape. Arrays have a column for each outcome."""

    def __init__(
        self,
        ranks: Sequence[int],
        entrants: NDArray[np.intp],
        rows: NDArray[np.intp],
        margins: Array,
        rate_by: RateBy,
    ) -> None:
        """`entrants`: seats × outcomes, numbers of entrants; `rows`: the outcomes' numbers."""
        self.entrants = entrants
        self.rows = rows
        seats, outcomes = entrants.shape
        self.precision = np.zeros((seats, outcomes))
        self.shift = np.zeros((seats, outcomes))
        self._margins = margins
        self._trees = [_Tree(_edges(order, ranks, rate_by), outcomes) for order in _orders(ranks)]

    def update(self, precision: Array, shift: Array, step: float) -> None:
        """New messages, where the beliefs (of all entrants) contain the old ones once.

        Beliefs and messages are given by precision, and by precision times mean ("shift"). `step`:
        how far the messages move from the old to the new ones.
        """
        around = precision[self.entrants] - self.precision
        moved = shift[self.entrants] - self.shift
        damp = 1 / (1 + LUCK * around)
        told = [tree.pass_on(around * damp, moved * damp, self._margins) for tree in self._trees]
        precision_told, shift_told = _together(around, moved, told)
        self.precision += step * (precision_told - self.precision)
        self.shift += step * (shift_told - self.shift)

    def move(self, by: Array) -> None:
        """Shift what the messages say of each entrant's skill; differences stay as they are."""
        moved = by[self.entrants]
        self.shift += self.precision * moved
        for tree in self._trees:
            tree.move(moved)

    def jointly(self) -> tuple[Array, Array]:
        """What each outcome says of its skills together: outcomes × seats × seats, × seats.

        A precision matrix, and that matrix times the means.
        """
        found = [tree.jointly(len(self.entrants)) for tree in self._trees]
        return _mean([one for one, _ in found]), _mean([two for _, two in found])


class _Tree:
    """The comparisons of one order of a shape, which make a tree, and their messages."""

    def __init__(self, edges: Sequence[Edge], outcomes: int) -> None:
        self._edges = edges
        self._told = np.zeros((len(edges), 2, 2, outcomes))
        self._difference = np.zeros((len(edges), 2, outcomes))

    def pass_on(self, precision: Array, shift: Array, margins: Array) -> tuple[Array, Array]:
        """The messages to skills, given what is believed of the performances otherwise."""
        belief = np.stack([precision, shift])
        total = belief.copy()
        for number, (first, second, _) in enumerate(self._edges):
            total[:, first] += self._told[number, 0]
            total[:, second] += self._told[number, 1]
        there_and_back = [*range(len(self._edges)), *reversed(range(len(self._edges) - 1))]
        for number in there_and_back:
            self._compare(number, total, margins)
        learnt = total - belief
        damped = learnt / (1 + LUCK * learnt[0])
        return damped[0], damped[1]

    def _compare(self, number: int, total: Array, margins: Array) -> None:
        """Renew the messages of one comparison."""
        first, second, tied = self._edges[number]
        told = self._told[number]
        one, two = total[:, first] - told[0], total[:, second] - told[1]
        mean_one, mean_two = one[1] / one[0], two[1] / two[0]
        variance = 1 / one[0] + 1 / two[0]
        learn = within if tied else above
        precision, shift = learn(mean_one - mean_two, variance, margins)
        self._difference[number] = precision, shift
        for side, other, mean, sign in ((0, two, mean_two, 1), (1, one, mean_one, -1)):
            less = 1 + precision / other[0]
            told[side, 0] = precision / less
            told[side, 1] = (mean * precision + sign * shift) / less
        total[:, first] = one + told[0]
        total[:, second] = two + told[1]

    def move(self, by: Array) -> None:
        """Shift what the messages say of each seat's performance."""
        for told, (first, second, _) in zip(self._told, self._edges, strict=True):
            told[0, 1] += told[0, 0] * by[first]
            told[1, 1] += told[1, 0] * by[second]

    def jointly(self, seats: int) -> tuple[Array, Array]:
        """As of `Site.jointly`."""
        signs = np.zeros((len(self._edges), seats))
        for number, (first, second, _) in enumerate(self._edges):
            signs[number, first], signs[number, second] = 1, -1
        precision = np.maximum(self._difference[:, 0], 1e-12)
        root = np.sqrt(precision).T
        rooted = root[:, :, None] * signs
        inner = np.eye(len(self._edges)) + LUCK * rooted @ rooted.transpose(0, 2, 1)
        right = np.concatenate([rooted, (self._difference[:, 1].T / root)[:, :, None]], axis=2)
        solved = rooted.transpose(0, 2, 1) @ np.linalg.solve(inner, right)
        return solved[:, :, :-1], solved[:, :, -1]


def _edges(order: Sequence[int], ranks: Sequence[int], rate_by: RateBy) -> list[Edge]:
    """The comparisons between seats by rank; `order`: the seats with those that tied turned."""
    if rate_by != "win":
        return [Edge(a, b, ranks[a] == ranks[b]) for a, b in pairwise(order)]
    winners = [seat for seat in order if ranks[seat] == 1]
    rest = [seat for seat in order if ranks[seat] != 1]
    ties = [Edge(a, b, True) for a, b in pairwise(winners)]
    return ties + [Edge(winners[-1], seat, False) for seat in rest]


def _orders(ranks: Sequence[int]) -> list[list[int]]:
    """Orders of the seats in which those that tied take each other's places equally often."""
    groups = [[s for s, r in enumerate(ranks) if r == rank] for rank in sorted(set(ranks))]
    if prod(factorial(len(group)) for group in groups) <= MOST_ORDERS:
        choices = product(*(permutations(group) for group in groups))
        return [[seat for group in choice for seat in group] for choice in choices]
    turned = [
        [seat for group in groups for seat in _turned(group, turn)]
        for turn in range(lcm(*(len(group) for group in groups)))
    ]
    mirrored = [[len(order) - 1 - seat for seat in reversed(order)] for order in turned]
    return turned + (mirrored if len(groups) == 1 else [])


def _turned(group: list[int], turn: int) -> list[int]:
    turn %= len(group)
    return group[turn:] + group[:turn]


def _together(
    around: Array, moved: Array, told: Sequence[tuple[Array, Array]]
) -> tuple[Array, Array]:
    """One message for all orders: the mean precision, and the mean of the means it would lead to.

    That mean, of all there are, is the one that says nothing of the level of the table.
    """
    if len(told) == 1:
        return told[0]
    precision = _mean([one for one, _ in told])
    mean = _mean([(moved + shift) / (around + one) for one, shift in told])
    return precision, mean * (around + precision) - moved


def _mean(arrays: Sequence[Array]) -> Array:
    return arrays[0] if len(arrays) == 1 else np.mean(arrays, axis=0)
