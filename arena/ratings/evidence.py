"""What the games say of all skills together, linear in how often each match was played.

Near the ratings, every game's evidence is a normal one: a precision matrix over those who played,
and that matrix times the means. Adding them up, with any weights, and solving gives the ratings
that other games would have led to: one step of Newton's method from the ratings of all games.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array  # type: ignore[import-untyped]
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
    """What each match says."""

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
        outcome, match, games = played
        shape = (int(outcome.max()) + 1, matches)
        often = csr_array((games.astype(np.float64), (outcome, match)), shape)
        rows = [part.rows for part in parts]
        seats = [part.entrants.T for part in parts]
        cells = [who[:, :, None] * entrants + who[:, None, :] for who in seats]
        precision = _table(cells, rows, [part.precision for part in parts], entrants**2, shape[0])
        shift = _table(seats, rows, [part.shift for part in parts], entrants, shape[0])
        self._precision, self._shift = precision @ often, shift @ often

    def system(self, times: Array) -> tuple[Array, Array]:
        """The precision matrix, and that times the means, if each match had been played so often.

        What is believed before any game is part of it.
        """
        size = self._entrants
        precision = (self._precision @ times).reshape(size, size)
        return precision + np.eye(size) / SIGMA**2, self._shift @ times + MU / SIGMA**2

    def means(self, times: Array) -> Array:
        """The mean of each skill if each match had been played so often."""
        precision, shift = self.system(times)
        return np.asarray(np.linalg.solve(precision, shift), dtype=np.float64)

    def open_questions(self) -> Array:
        """The covariance of skills about the level of those whom games connect with each other.

        Of the level itself the games say nothing, and it places nobody before anybody.
        """
        precision, _ = self.system(np.ones(self.matches))
        league = _connected(precision)
        together = league[:, None] == league[None, :]
        level = together * SIGMA**2 / np.bincount(league)[league]
        return np.asarray(np.linalg.inv(precision) - level)


def _connected(precision: Array) -> Ints:
    """Numbers, from 0, of the groups of entrants that games connect, by entrant."""
    met = precision != 0
    lowest = np.arange(len(met))
    while True:
        # The lowest entrant of all that one has met, itself among them.
        lower = np.where(met, lowest, len(met)).min(axis=1)
        if (lower == lowest).all():
            return np.unique(lowest, return_inverse=True)[1]
        lowest = lower


def _table(
    where: Sequence[Ints], rows: Sequence[Ints], values: Sequence[Array], height: int, outcomes: int
) -> csr_array:
    """The values by place (`where`, below `height`) and outcome (`rows`, along the first axis)."""
    outcome = [np.repeat(row, one[0].size) for row, one in zip(rows, values, strict=True)]
    place = np.concatenate([one.ravel() for one in where])
    content = np.concatenate([one.ravel() for one in values])
    return csr_array((content, (place, np.concatenate(outcome))), (height, outcomes))
