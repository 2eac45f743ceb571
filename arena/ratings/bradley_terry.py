"""Bradley and Terry's model: the odds that one bot comes before another are as their strengths.

A second opinion beside TrueSkill, with a different luck (logistic instead of normal) and no
message passing. Every two seats of a table that are compared count as a win, or as half a win for
each where they tied; a table of n seats tells as much as n - 1 comparisons, however many pairs it
has. Strengths are looked for in logarithms, on TrueSkill's scale and with what TrueSkill believes
before any game, and the ones are taken that are likeliest after all games together.

By placement and by points the ranks count, as the size of a lead is nothing to this model; by wins
a winner is above each of the rest and nothing is said among the rest.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit  # type: ignore[import-untyped]
from trueskill import BETA, MU

from arena.ratings import RateBy, Rated, RatedGame
from arena.ratings.evidence import Evidence, Ints, Part
from arena.ratings.history import History, Outcome, collect
from arena.ratings.sureness import bare, draws, p_above, told
from arena.ratings.truncated import Array

STRENGTH = 2**0.5 * BETA / 1.702
"""Skill for which odds grow by e: 1.702 is where logistic and normal differ least."""
CLOSE = 1e-10
MOST_STEPS = 100


class _Tables:
    """All distinct outcomes of tables with so many seats."""

    def __init__(self, outcomes: Sequence[Outcome], rows: Ints, who: Ints, rate_by: RateBy) -> None:
        """`who`: seats × outcomes, numbers of entrants."""
        ranks = np.array([outcomes[row].ranks for row in rows])
        self._who, self._rows = who, rows
        self._won = 0.5 + 0.5 * np.sign(ranks[:, None, :] - ranks[:, :, None])
        compared = _compared(ranks, rate_by)
        pairs = compared.sum(axis=(1, 2)) / 2
        self._weight = compared * ((len(who) - 1) / pairs)[:, None, None]

    def part(self, mu: Array) -> Part:
        """What the outcomes say near these skills."""
        skill = mu[self._who].T
        expected = expit((skill[:, :, None] - skill[:, None, :]) / STRENGTH)
        slope = (self._weight * (self._won - expected)).sum(axis=2) / STRENGTH
        precision = -self._weight * expected * (1 - expected) / STRENGTH**2
        seats = np.arange(len(self._who))
        precision[:, seats, seats] = -precision.sum(axis=2)
        shift = slope + np.einsum("ijk,ik->ij", precision, skill)
        return Part(self._who, self._rows, precision, shift)


def rate(games: Iterable[RatedGame], rate_by: RateBy, *, sure: bool = True) -> Rated:
    """The ratings of all entrants of the games; if `sure`, with intervals, groups and `p_above`."""
    history = collect(games, rate_by)
    entrants = sorted({one for outcome in history.outcomes for one in outcome.entrants})
    if not entrants:
        return Rated({})
    mu, evidence = _likeliest(history, entrants, rate_by)
    sigma = np.diag(evidence.open_questions()) ** 0.5
    if not sure:
        return Rated(bare(entrants, mu, sigma))
    drawn = draws(evidence, mu)
    return Rated(told(entrants, mu, sigma, drawn), p_above(entrants, mu, drawn))


def _likeliest(
    history: History, entrants: Sequence[str], rate_by: RateBy
) -> tuple[Array, Evidence]:
    """The likeliest skills, by Newton's method, and the evidence near them."""
    tables = _tables(history.outcomes, entrants, rate_by)
    played = np.array(history.outcome), np.array(history.match), np.array(history.games)
    mu = np.full(len(entrants), MU)
    for _ in range(MOST_STEPS):
        parts = [table.part(mu) for table in tables]
        evidence = Evidence(parts, len(entrants), history.matches, played)
        step = evidence.means(np.ones(history.matches)) - mu
        furthest = float(np.abs(step).max())
        # Curvature changes over about one STRENGTH, so a longer step might go too far.
        mu = mu + step * min(1.0, STRENGTH / max(furthest, CLOSE))
        if furthest < CLOSE:
            break
    return mu, evidence


def _tables(outcomes: Sequence[Outcome], entrants: Sequence[str], rate_by: RateBy) -> list[_Tables]:
    numbers = {entrant: number for number, entrant in enumerate(entrants)}
    sizes: dict[int, list[int]] = {}
    for row, outcome in enumerate(outcomes):
        sizes.setdefault(len(outcome.ranks), []).append(row)
    return [
        _Tables(
            outcomes,
            np.array(rows),
            np.array([[numbers[one] for one in outcomes[row].entrants] for row in rows]).T,
            rate_by,
        )
        for _, rows in sorted(sizes.items())
    ]


def _compared(ranks: Ints, rate_by: RateBy) -> NDArray[np.bool_]:
    """Which seats are compared with which: outcomes × seats × seats."""
    others = ~np.eye(ranks.shape[1], dtype=bool)[None]
    if rate_by == "win":
        won = ranks == 1
        return np.asarray(others & (won[:, :, None] | won[:, None, :]))
    return np.asarray(np.repeat(others, len(ranks), axis=0))
