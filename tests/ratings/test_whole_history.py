"""Ratings of small leagues against a package that rates whole histories.

It lists tied players by their place in the game where we give them each place, so larger tables
come without ties here. Players come in the order of finish: the package mixes them up where the
permutation that sorts a table of three or more is not its own inverse.
"""

from collections.abc import Sequence
from importlib import import_module
from random import Random

import pytest

from arena.ratings import RatedGame
from arena.ratings.history import collect, tie_shares
from arena.ratings.trueskill import rate
from tests.ratings.leagues import game, league, played

SKILLS = {"a": 28.0, "b": 26.0, "c": 25.0, "d": 24.0, "e": 21.0}


def by_package(games: Sequence[RatedGame]) -> dict[str, tuple[float, float]]:
    """Mean and deviation of each skill, by a history in which skills do not change."""
    package = import_module("trueskillthroughtime")
    (share,) = tie_shares(collect(games, "placement"), "placement").values()
    history = package.History(
        [[[one] for _, one in sorted(zip(g.ranks, g.entrants, strict=True))] for g in games],
        [sorted((-rank for rank in g.ranks), reverse=True) for g in games],
        mu=25.0,
        sigma=25 / 3,
        beta=25 / 6,
        gamma=0.0,
        p_draw=share,
    )
    history.convergence(epsilon=1e-7, iterations=2000, verbose=False)
    curves = history.learning_curves()
    return {one: (curve[-1][1].mu, curve[-1][1].sigma) for one, curve in curves.items()}


def pairs(luck: Random) -> list[RatedGame]:
    """Games of two, of which many tie."""
    found = []
    for number in range(60):
        table = luck.sample(sorted(SKILLS), 2)
        found.append(played(SKILLS, table, f"m{number}", luck, step=3.0))
    assert any(one.ranks == (1, 1) for one in found)
    return found


LEAGUES = {
    "a circle": [game("ab", (1, 2)), game("bc", (1, 2)), game("ca", (1, 2)), game("ab", (1, 2))],
    "two that tie": [game("ab", (1, 1)), game("ab", (1, 2)), game("bc", (1, 1))],
    "pairs": pairs(Random(1)),
    "tables of three": league(SKILLS, 30, 1, 3, Random(2)),
    "tables of four": league(SKILLS, 25, 1, 4, Random(3)),
}


@pytest.mark.parametrize("name", LEAGUES)
def test_a_small_league_is_rated_as_by_the_package(name: str) -> None:
    games = [
        one
        for one in LEAGUES[name]
        if len(one.entrants) == 2 or len(set(one.ranks)) == len(one.ranks)
    ]
    ratings = rate(games, "placement").ratings
    for one, (mu, sigma) in by_package(games).items():
        assert ratings[one].mu == pytest.approx(mu, abs=1e-5)
        assert ratings[one].sigma == pytest.approx(sigma, abs=1e-5)
