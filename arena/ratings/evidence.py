"""What the games say of all skills together, linear in how often each game was played.

Near the ratings, every game's evidence is a normal one: a precision matrix over those who played,
and that matrix times the means. Adding them up, with any weights, and solving gives the ratings
that other games would have led to: one step of Newton's method from the ratings of all games.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array  # type: ignore[import-untyped]
from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]
from trueskill import MU, SIGMA

from arena.ratings.truncated import Array

Ints = NDArray[np.intp]


class Part(NamedTuple):
    """Outcomes of one shape: entrants (seats × outcomes), outcomes' numbers, their evidence.

    `precision`: outcomes × seats × seats; `shift`: outcomes × seats.
    """

    entrants: Ints
    rows: Ints
    precision: Array
    shift: Array


class Evidence:
    """All outcomes, and how often each match had them."""

    def __init__(
        self,
        parts: Sequence[Part],
        entrants: int,
        matches: int,
        played: tuple[Ints, Ints, Ints],
    ) -> None:
        """`played`: outcome, match and number of games of each combination."""
        self.matches = matches
        self._entrants = entrants
        self._outcome, self._match, self._games = played
        self._outcomes = int(self._outcome.max()) + 1
        seats = [part.entrants.T for part in parts]
        self._cells = _flat([s[:, :, None] * entrants + s[:, None, :] for s in seats])
        self._cell_rows = _flat([_spread(part.rows, part.precision) for part in parts])
        self._cell_values = np.concatenate([part.precision.ravel() for part in parts])
        self._places = _flat(seats)
        self._place_rows = _flat([_spread(part.rows, part.shift) for part in parts])
        self._place_values = np.concatenate([part.shift.ravel() for part in parts])

    def system(self, times: Array) -> tuple[Array, Array]:
        """The precision matrix, and that times the means, if each match had been played so often.

        What is believed before any game is part of it.
        """
        often = np.bincount(
            self._outcome, weights=times[self._match] * self._games, minlength=self._outcomes
        )
        size = self._entrants
        precision = np.bincount(
            self._cells, weights=often[self._cell_rows] * self._cell_values, minlength=size**2
        ).reshape(size, size)
        shift = np.bincount(
            self._places, weights=often[self._place_rows] * self._place_values, minlength=size
        )
        return precision + np.eye(size) / SIGMA**2, shift + MU / SIGMA**2

    def means(self, times: Array) -> Array:
        """The mean of each skill if each match had been played so often."""
        precision, shift = self.system(times)
        return np.asarray(np.linalg.solve(precision, shift), dtype=np.float64)

    def open_questions(self) -> Array:
        """The covariance of skills about the level of those whom games connect with each other.

        Of the level itself the games say nothing, and it places nobody before anybody.
        """
        precision, _ = self.system(np.ones(self.matches))
        _, league = connected_components(csr_array(precision))
        together = league[:, None] == league[None, :]
        level = together * SIGMA**2 / np.bincount(league)[league]
        return np.asarray(np.linalg.inv(precision) - level)


def _flat(arrays: Sequence[Ints]) -> Ints:
    return np.concatenate([array.ravel() for array in arrays])


def _spread(rows: Ints, values: Array) -> Ints:
    """The row's number for each of its values."""
    return np.repeat(rows, values[0].size)
