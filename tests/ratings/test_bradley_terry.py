from math import log
from random import Random

import pytest

from arena.ratings.bradley_terry import STRENGTH, rate
from tests.ratings.leagues import game, league
from tests.ratings.test_sureness import SKILLS


def test_odds_of_many_games_are_those_of_the_results() -> None:
    """3 to 1, and a tie is half a win for each."""
    games = [game("ab", (1, 2))] * 25_000 + [game("ab", (2, 1))] * 5_000
    games += [game("ab", (1, 1))] * 10_000
    ratings = rate(games, "placement").ratings
    assert (ratings["a"].mu - ratings["b"].mu) / STRENGTH == pytest.approx(log(3), abs=1e-3)


def test_a_table_counts_as_one_comparison_less_than_it_has_seats() -> None:
    """Two pairs of three say what the third adds nothing to."""
    tied = rate([game("abc", (1, 1, 1), match=str(n)) for n in range(30)], "placement")
    apart = [game(pair, (1, 1), match=str(n)) for n in range(20) for pair in ("ab", "bc", "ca")]
    assert tied.ratings["a"].sigma == pytest.approx(rate(apart, "placement").ratings["a"].sigma)


def test_by_wins_nothing_is_said_among_the_rest() -> None:
    ratings = rate([game("abcd", (1, 2, 3, 4)), game("abcd", (1, 4, 3, 2))], "win").ratings
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["b"].mu == pytest.approx(ratings["c"].mu)


def test_intervals_cover_the_true_skills() -> None:
    """Though luck in these games is normal, not logistic."""
    found = []
    for seed in range(20):
        ratings = rate(league(SKILLS, 60, 4, 4, Random(seed)), "placement").ratings
        for one, skill in SKILLS.items():
            low, high = ratings[one].mu_low, ratings[one].mu_high
            assert low is not None
            assert high is not None
            found.append(low <= skill <= high)
    assert 0.9 <= sum(found) / len(found) <= 0.99
