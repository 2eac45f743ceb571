"""What games say of the skills of those who played them, as messages between normal beliefs.

A `Site` holds distinct outcomes of tables with as many seats (by wins, as many winners too). In a
game every seat performs at its skill plus luck, and the ranks say which performances were above
which, or within the margin of a tie. Entrants that tied count alike: the game is looked at with
each of them in each of their places, and the mean of the messages is taken.
"""

from collections.abc import Sequence
from itertools import pairwise, permutations, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray
from trueskill import BETA

from arena.ratings import RateBy
from arena.ratings.truncated import Array, above, within

LUCK = BETA**2
"""The variance of a performance about its skill."""
MOST_ORDERS = 24
"""Up to so many orders of entrants that tied, all are looked at; then each in each place."""

Edges = tuple[tuple[int, int], ...]
"""Comparisons between places of a table; the first is above the second, or they tied."""


class Site:
    """Distinct outcomes of tables whose places are compared in the same way.

    Arrays have a column for each outcome, or for each order in which one is looked at.
    """

    def __init__(
        self,
        ranks: Sequence[Sequence[int]],
        entrants: NDArray[np.intp],
        rows: NDArray[np.intp],
        margins: Array,
        edges: Edges,
    ) -> None:
        """`ranks`: by outcome, sorted; `entrants`: seats × outcomes; `rows`: outcomes' numbers."""
        self.entrants = entrants
        self.rows = rows
        self.precision = np.zeros(entrants.shape)
        self.shift = np.zeros(entrants.shape)
        orders = {one: _orders(one) for one in set(ranks)}
        self._orders = np.array([len(orders[one]) for one in ranks])
        self._outcome = np.repeat(np.arange(len(ranks)), self._orders)
        self._first = np.cumsum(self._orders) - self._orders
        self._seat = np.array([order for one in ranks for order in orders[one]]).T
        weights = {one: _weights(orders[one]) for one in orders}
        self._weight = np.concatenate([weights[one] for one in ranks]).T
        self._place = np.argsort(self._seat, axis=0)
        placed = np.array(ranks).T[self._seat, self._outcome]
        self._tree = _Tree(edges, placed, margins[self._outcome])

    def update(self, precision: Array, shift: Array, step: float) -> None:
        """New messages, where the beliefs (of all entrants) contain the old ones once.

        Beliefs and messages are given by precision, and by precision times mean ("shift"). `step`:
        how far the messages move from the old to the new ones.
        """
        around = precision[self.entrants] - self.precision
        moved = shift[self.entrants] - self.shift
        damp = 1 / (1 + LUCK * around)
        told = self._tree.pass_on(self._by_place(around * damp), self._by_place(moved * damp))
        # The mean precision of all orders, and the mean of the means they would lead to: that mean,
        # of all there are, is the one that says nothing of the level of the table.
        orders_precision, orders_shift = (self._by_seat(one) for one in told)
        precision_told = self._mean(orders_precision)
        means = (moved[:, self._outcome] + orders_shift) / (
            around[:, self._outcome] + orders_precision
        )
        shift_told = self._mean(means) * (around + precision_told) - moved
        self.precision += step * (precision_told - self.precision)
        self.shift += step * (shift_told - self.shift)

    def move(self, by: Array) -> None:
        """Shift what the messages say of each entrant's skill; differences stay as they are."""
        moved = by[self.entrants]
        self.shift += self.precision * moved
        self._tree.move(self._by_place(moved))

    def jointly(self) -> tuple[Array, Array]:
        """What each outcome says of its skills together: outcomes × seats × seats, × seats.

        A precision matrix, and that matrix times the means.
        """
        precision, shift = self._tree.jointly()
        place = self._place.T
        precision = np.take_along_axis(precision, place[:, :, None], axis=1)
        precision = np.take_along_axis(precision, place[:, None, :], axis=2)
        shift = np.take_along_axis(shift, place, axis=1)
        orders = self._orders
        return (
            np.add.reduceat(precision, self._first, axis=0) / orders[:, None, None],
            np.add.reduceat(shift, self._first, axis=0) / orders[:, None],
        )

    def _by_place(self, values: Array) -> Array:
        """From a column for each outcome to one for each order."""
        return np.asarray(values[self._seat, self._outcome])

    def _by_seat(self, values: Array) -> Array:
        return np.asarray(np.take_along_axis(values, self._place, axis=0))

    def _mean(self, values: Array) -> Array:
        """From a column for each order to one for each outcome."""
        return np.asarray(np.add.reduceat(values * self._weight, self._first, axis=1))


class _Tree:
    """Comparisons of places, which make a tree, and their messages. Columns are games."""

    def __init__(self, edges: Edges, ranks: NDArray[np.intp], margins: Array) -> None:
        """`ranks`: places × games."""
        self._edges = edges
        self._margins = margins
        tied = [ranks[first] == ranks[second] for first, second in edges]
        self._tied = [np.flatnonzero(one) for one in tied]
        self._apart = [np.flatnonzero(~one) for one in tied]
        self._places = len(ranks)
        self._told = np.zeros((len(edges), 2, 2, ranks.shape[1]))
        self._difference = np.zeros((len(edges), 2, ranks.shape[1]))

    def pass_on(self, precision: Array, shift: Array) -> tuple[Array, Array]:
        """The messages to skills, given what is believed of the performances otherwise."""
        belief = np.stack([precision, shift])
        total = belief.copy()
        for number, (first, second) in enumerate(self._edges):
            total[:, first] += self._told[number, 0]
            total[:, second] += self._told[number, 1]
        there_and_back = [*range(len(self._edges)), *reversed(range(len(self._edges) - 1))]
        for number in there_and_back:
            self._compare(number, total)
        learnt = total - belief
        damped = learnt / (1 + LUCK * learnt[0])
        return damped[0], damped[1]

    def _compare(self, number: int, total: Array) -> None:
        """Renew the messages of one comparison."""
        first, second = self._edges[number]
        told = self._told[number]
        one, two = total[:, first] - told[0], total[:, second] - told[1]
        mean_one, mean_two = one[1] / one[0], two[1] / two[0]
        variance = 1 / one[0] + 1 / two[0]
        precision, shift = self._learn(number, mean_one - mean_two, variance)
        for side, other, mean, sign in ((0, two, mean_two, 1), (1, one, mean_one, -1)):
            less = 1 + precision / other[0]
            told[side, 0] = precision / less
            told[side, 1] = (mean * precision + sign * shift) / less
        total[:, first] = one + told[0]
        total[:, second] = two + told[1]

    def _learn(self, number: int, mean: Array, variance: Array) -> Array:
        """What is learnt of the difference: precision, precision times mean."""
        learnt: Array = self._difference[number]
        for learn, games in ((above, self._apart[number]), (within, self._tied[number])):
            if len(games):
                learnt[:, games] = learn(mean[games], variance[games], self._margins[games])
        return learnt

    def move(self, by: Array) -> None:
        """Shift what the messages say of each place's performance."""
        for told, (first, second) in zip(self._told, self._edges, strict=True):
            told[0, 1] += told[0, 0] * by[first]
            told[1, 1] += told[1, 0] * by[second]

    def jointly(self) -> tuple[Array, Array]:
        """As of `Site.jointly`, by place."""
        signs = np.zeros((len(self._edges), self._places))
        for number, (first, second) in enumerate(self._edges):
            signs[number, first], signs[number, second] = 1, -1
        precision = np.maximum(self._difference[:, 0], 1e-12)
        root = np.sqrt(precision).T
        rooted = root[:, :, None] * signs
        inner = np.eye(len(self._edges)) + LUCK * rooted @ rooted.transpose(0, 2, 1)
        right = np.concatenate([rooted, (self._difference[:, 1].T / root)[:, :, None]], axis=2)
        solved = rooted.transpose(0, 2, 1) @ np.linalg.solve(inner, right)
        return solved[:, :, :-1], solved[:, :, -1]


def compared(ranks: Sequence[int], rate_by: RateBy) -> Edges:
    """Which places are compared; `ranks` are sorted."""
    if rate_by != "win":
        return tuple(pairwise(range(len(ranks))))
    last = ranks.count(1) - 1
    return (*pairwise(range(last + 1)), *((last, place) for place in range(last + 1, len(ranks))))


def _orders(ranks: Sequence[int]) -> list[list[int]]:
    """Orders of the seats in which each of those that tied takes each of their places.

    Few of them, at large tables too: at most `MOST_ORDERS`, or twice as many as there are seats.
    """
    groups = [[s for s, r in enumerate(ranks) if r == rank] for rank in sorted(set(ranks))]
    if prod(factorial(len(group)) for group in groups) <= MOST_ORDERS:
        choices = product(*(permutations(group) for group in groups))
        return [[seat for group in choice for seat in group] for choice in choices]
    turned = [
        [seat for group in groups for seat in _turned(group, turn)]
        for turn in range(max(len(group) for group in groups))
    ]
    mirrored = [[len(order) - 1 - seat for seat in reversed(order)] for order in turned]
    return turned + (mirrored if len(groups) == 1 else [])


def _turned(group: list[int], turn: int) -> list[int]:
    turn %= len(group)
    return group[turn:] + group[:turn]


def _weights(orders: Sequence[Sequence[int]]) -> Array:
    """What each order counts for each seat (orders × seats), so that its places count alike."""
    place = np.argsort(orders, axis=1)
    often = (place[:, None, :] == place[None, :, :]).sum(axis=1)
    return np.asarray(1 / (often * (1 / often).sum(axis=0)))
