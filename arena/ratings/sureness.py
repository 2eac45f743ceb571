"""How sure a rating is: what it would have been with other matches of the same bots.

Matches, whole ones, as the games of one match depend on one another, are weighed anew at random,
and the ratings are worked out for each such league (the Bayesian bootstrap, Rubin 1981). Weights
are as unequal as the numbers of times that matches come when they are drawn with replacement, but
never 0: a bot with few matches would be without any in many draws, and at the mean of all there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from string import ascii_lowercase

import numpy as np
from scipy.special import ndtr, ndtri  # type: ignore[import-untyped]

from arena.ratings import Rating
from arena.ratings.evidence import Evidence
from arena.ratings.truncated import Array

DRAWS = 400
SEED = 20261129
"""Only chooses which of the equally good samples of leagues is looked at."""
OUTER = 0.025
"""The part of the draws that lies to each side of an interval."""


def draws(evidence: Evidence, mu: Array) -> Array:
    """Means of skills in leagues that might have been: draws × entrants."""
    raw = np.random.PCG64(SEED)
    matches = evidence.matches
    centre = evidence.means(np.ones(matches))
    moved = np.empty((DRAWS, len(mu)))
    for row in moved:
        weights = -np.log(_uniform(raw, matches))
        row[:] = evidence.means(weights * (matches / weights.sum())) - centre
    return np.asarray(mu + moved + _lacking(evidence, moved, raw))


def _lacking(evidence: Evidence, moved: Array, raw: np.random.PCG64) -> Array:
    """What the draws lack of the spread that they should have at least.

    That is what the evidence leaves open, and more the fewer matches there are: few of them, or a
    bot that always wins, would look too sure.
    """
    covariance = evidence.open_questions()
    open_spread = np.maximum(np.diag(covariance), 1e-12) ** 0.5
    least = (1 + 1 / evidence.matches) * open_spread
    lacking = np.maximum(least**2 - moved.var(axis=0), 0) ** 0.5
    values, vectors = np.linalg.eigh(covariance)
    normal = ndtri(_uniform(raw, moved.size)).reshape(moved.shape)
    # The symmetric root is the same whichever vectors stand for equal values.
    drawn = normal @ (vectors * np.maximum(values, 0) ** 0.5) @ vectors.T
    return np.asarray(drawn * (lacking / open_spread))


def _uniform(raw: np.random.PCG64, size: int) -> Array:
    """Numbers between 0 and 1."""
    return np.asarray(((raw.random_raw(size) >> np.uint64(11)).astype(float) + 0.5) / 2**53)


def bare(entrants: Sequence[str], mu: Array, sigma: Array) -> dict[str, Rating]:
    """The ratings alone."""
    return {
        one: Rating(float(mean), float(deviation))
        for one, mean, deviation in zip(entrants, mu, sigma, strict=True)
    }


def told(entrants: Sequence[str], mu: Array, sigma: Array, drawn: Array) -> dict[str, Rating]:
    """The ratings with their intervals and groups."""
    low, high = np.quantile(drawn, [OUTER, 1 - OUTER], axis=0)
    ranks = _ranks(drawn - 3 * sigma)
    best = np.quantile(ranks, OUTER, axis=0, method="inverted_cdf")
    worst = np.quantile(ranks, 1 - OUTER, axis=0, method="inverted_cdf")
    groups = _groups(mu - 3 * sigma, _sure(mu, drawn))
    return {
        entrant: Rating(
            float(mu[i]),
            float(sigma[i]),
            float(min(low[i], mu[i])),
            float(max(high[i], mu[i])),
            int(best[i]),
            int(worst[i]),
            groups[i],
        )
        for i, entrant in enumerate(entrants)
    }


def p_above(entrants: Sequence[str], mu: Array, drawn: Array) -> Mapping[str, Mapping[str, float]]:
    """How sure it is that the first is better than the second."""
    sure = _sure(mu, drawn)
    return {
        one: {other: float(sure[i, j]) for j, other in enumerate(entrants) if i != j}
        for i, one in enumerate(entrants)
    }


def _sure(mu: Array, drawn: Array) -> Array:
    covariance = np.atleast_2d(np.cov(drawn, rowvar=False))
    own = np.diag(covariance)
    spread = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * covariance, 1e-12))
    return np.asarray(ndtr((mu[:, None] - mu[None, :]) / spread))


def _ranks(ratings: Array) -> Array:
    """Places by row, 1 for the highest."""
    order = np.argsort(-ratings, axis=1, kind="stable")
    ranks = np.empty_like(ratings)
    np.put_along_axis(ranks, order, np.arange(1.0, ratings.shape[1] + 1)[None, :], axis=1)
    return ranks


def _groups(ratings: Array, sure: Array) -> list[str]:
    """Letters for runs of neighbours none of whom is told apart from another of the run."""
    order = np.argsort(-ratings, kind="stable")
    level = (sure > OUTER) & (sure < 1 - OUTER)
    letters, groups, reached = _letters(), [""] * len(order), -1
    for place in range(len(order)):
        last = place
        while last + 1 < len(order) and level[order[last + 1], order[place : last + 1]].all():
            last += 1
        if last > reached:
            reached, letter = last, next(letters)
            for one in order[place : last + 1]:
                groups[one] += letter
    return groups


def _letters() -> Iterator[str]:
    """a, b, …, z, a2, b2, …"""
    for turn in count(1):
        yield from (letter if turn == 1 else f"{letter}{turn}" for letter in ascii_lowercase)
