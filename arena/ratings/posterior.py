"""The beliefs that all games together lead to: messages are renewed until none changes."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from trueskill import MU, SIGMA, calc_draw_margin

from arena.ratings import RateBy
from arena.ratings.history import Outcome
from arena.ratings.sites import Edges, Site, compared
from arena.ratings.truncated import Array

CLOSE = 1e-8
"""Mean and deviation of no rating change by more in the last round of messages."""
MOST_ROUNDS = 2000
STEP = 0.7
"""How far messages move at first: at full length those of bots that never win would swing."""
HARDLY, SHRINK = 0.9, 0.7
"""Where ratings swing back by hardly less than they came, the next round goes so much less far."""
MOST_OUTCOMES = 2048
"""In one site, so that its arrays stay in the processor's cache."""
LEAST_TIES = 1e-4


class Posterior(NamedTuple):
    """Mean and standard deviation of each entrant's skill, and the sites that lead to them."""

    mu: Array
    sigma: Array
    sites: Sequence[Site]


def posterior(
    outcomes: Sequence[Outcome],
    weights: Array,
    entrants: Sequence[str],
    ties: Mapping[str, float],
    rate_by: RateBy,
) -> Posterior:
    """The beliefs after these outcomes, each as often as its weight (at least 1) says."""
    sites = _sites(outcomes, entrants, ties, rate_by)
    leagues = _leagues(sites, len(entrants))
    mu, sigma = np.full(len(entrants), MU), np.full(len(entrants), SIGMA)
    precision, shift = 1 / sigma**2, mu / sigma**2
    step, last = STEP, np.zeros(2 * len(entrants))
    for _ in range(MOST_ROUNDS):
        for site in sites:
            site.update(precision, shift, step)
        precision, shift = _beliefs(sites, weights, len(entrants))
        # Games say nothing of the common level of those who met, so its mean stays where it
        # began; messages alone would take thousands of rounds to find back to it.
        level = np.bincount(leagues, shift / precision) / np.bincount(leagues)
        off = (MU - level)[leagues]
        for site in sites:
            site.move(off)
        shift += off * (precision - 1 / SIGMA**2)
        moved = np.concatenate([shift / precision - mu, precision**-0.5 - sigma])
        mu, sigma = shift / precision, precision**-0.5
        if np.abs(moved).max() < CLOSE * step:
            break
        if moved @ last < -HARDLY * (last @ last):
            step *= SHRINK
        last = moved
    return Posterior(mu, sigma, sites)


def _leagues(sites: Sequence[Site], entrants: int) -> NDArray[np.intp]:
    """Numbers, from 0, of the groups of entrants that games connect, by entrant."""
    lowest = np.arange(entrants)
    while True:
        before = lowest.copy()
        for site in sites:
            table = np.broadcast_to(lowest[site.entrants].min(axis=0), site.entrants.shape)
            # Flat, as `at` reads beyond its operand where it has to stretch it itself.
            np.minimum.at(lowest, site.entrants.ravel(), table.ravel())
        if (lowest == before).all():
            return np.unique(lowest, return_inverse=True)[1]


def _beliefs(sites: Sequence[Site], weights: Array, entrants: int) -> tuple[Array, Array]:
    precision = np.full(entrants, 1 / SIGMA**2)
    shift = np.full(entrants, MU / SIGMA**2)
    for site in sites:
        where, often = site.entrants.ravel(), weights[site.rows]
        precision += np.bincount(where, (site.precision * often).ravel(), entrants)
        shift += np.bincount(where, (site.shift * often).ravel(), entrants)
    return precision, shift


def _sites(
    outcomes: Sequence[Outcome],
    entrants: Sequence[str],
    ties: Mapping[str, float],
    rate_by: RateBy,
) -> list[Site]:
    numbers = {entrant: number for number, entrant in enumerate(entrants)}
    margins = {kind: margin(share) for kind, share in ties.items()}
    shapes: dict[Edges, list[int]] = {}
    for row, outcome in enumerate(outcomes):
        shapes.setdefault(compared(outcome.ranks, rate_by), []).append(row)
    return [
        Site(
            [outcomes[row].ranks for row in rows],
            np.array([[numbers[one] for one in outcomes[row].entrants] for row in rows]).T,
            np.array(rows),
            np.array([margins[outcomes[row].kind] for row in rows]),
            edges,
        )
        for edges, found in sorted(shapes.items())
        for rows in _chunks(sorted(found, key=lambda row: (outcomes[row].ranks, row)))
    ]


def _chunks(rows: Sequence[int]) -> list[Sequence[int]]:
    return [rows[at : at + MOST_OUTCOMES] for at in range(0, len(rows), MOST_OUTCOMES)]


def margin(ties: float) -> float:
    """How close two performances are that tie, when that share of equals' pairs do."""
    return float(calc_draw_margin(max(ties, LEAST_TIES), 2))
