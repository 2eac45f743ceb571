"""TrueSkill as a function of all games together, whatever their order.

Bots do not change while a tournament lasts, so there is one belief of each skill: that to which all
games lead together, rather than what one pass over them in some order happens to leave. A single
game is rated just as by the package of that name. How sure the ratings are comes from drawing the
matches anew.

By placement the ranks count; by wins a winner is above each of the rest and nothing is said among
the rest; by points the differences of points count.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from arena.ratings import RateBy, Rated, RatedGame, points
from arena.ratings.evidence import Evidence, Part
from arena.ratings.history import collect, tie_shares
from arena.ratings.posterior import posterior
from arena.ratings.sureness import bare, draws, p_above, told
from arena.ratings.truncated import Array


def rate(games: Iterable[RatedGame], rate_by: RateBy, *, sure: bool = True) -> Rated:
    """The ratings of all entrants of the games; if `sure`, with intervals, groups and `p_above`."""
    entrants, mu, sigma, evidence = (
        _by_points(games) if rate_by == "points" else _by_ranks(games, rate_by)
    )
    if evidence is None:
        return Rated({})
    if not sure:
        return Rated(bare(entrants, mu, sigma))
    drawn = draws(evidence, mu)
    return Rated(told(entrants, mu, sigma, drawn), p_above(entrants, mu, drawn))


class _Found(NamedTuple):
    """Entrants, mean and deviation of their skills, and the evidence: None without games."""

    entrants: list[str]
    mu: Array
    sigma: Array
    evidence: Evidence | None


_NOTHING = _Found([], np.empty(0), np.empty(0), None)


def _by_points(games: Iterable[RatedGame]) -> _Found:
    collected = points.collect(games)
    entrants = sorted({one for table in collected.tables for one in table.entrants})
    if not entrants:
        return _NOTHING
    evidence = points.evidence(collected, entrants)
    return _Found(entrants, *points.posterior(evidence), evidence)


def _by_ranks(games: Iterable[RatedGame], rate_by: RateBy) -> _Found:
    history = collect(games, rate_by)
    entrants = sorted({one for outcome in history.outcomes for one in outcome.entrants})
    if not entrants:
        return _NOTHING
    outcome, match, often = (
        np.array(one, dtype=np.intp) for one in (history.outcome, history.match, history.games)
    )
    found = posterior(
        history.outcomes,
        np.bincount(outcome, weights=often).astype(np.float64),
        entrants,
        tie_shares(history, rate_by),
        rate_by,
    )
    parts = [Part(site.entrants, site.rows, *site.jointly()) for site in found.sites]
    evidence = Evidence(parts, len(entrants), history.matches, (outcome, match, often))
    return _Found(entrants, found.mu, found.sigma, evidence)
