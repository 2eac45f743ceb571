"""Are intervals as wide as they say? Leagues between bots whose skills are known."""

from random import Random

import numpy as np
import pytest

from arena.ratings import RateBy
from arena.ratings.sureness import _groups
from arena.ratings.trueskill import rate
from tests.ratings.leagues import game, league

SKILLS = {"a": 19.0, "b": 22.0, "c": 24.0, "d": 26.0, "e": 28.0, "f": 31.0}


def covered(leagues: int, matches: int, games: int, rate_by: RateBy) -> float:
    """The share of differences between two skills that lie in their 95 % interval."""
    found = []
    for seed in range(leagues):
        rated = rate(league(SKILLS, matches, games, 4, Random(seed)), rate_by)
        for one, skill in SKILLS.items():
            low, high = rated.ratings[one].mu_low, rated.ratings[one].mu_high
            assert low is not None
            assert high is not None
            found.append(low <= skill <= high)
    return sum(found) / len(found)


def test_intervals_cover_the_true_skills() -> None:
    assert 0.89 <= covered(20, 60, 4, "placement") <= 0.99


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("matches", "games"), [(60, 4), (200, 8)])
def test_intervals_cover_as_often_as_they_say(matches: int, games: int) -> None:
    assert 0.93 <= covered(250, matches, games, "placement") <= 0.97


def test_games_of_one_match_are_not_taken_for_independent() -> None:
    """The same games as many matches of one game or few of many: the few tell less."""
    many, few = [], []
    luck = Random(2)
    for number in range(40):
        first = 1 if luck.random() < 0.6 else 2
        same = [game("ab", (first, 3 - first), match=f"m{number}")] * 25
        few += same
        many += [one._replace(match=f"m{number}/{i}") for i, one in enumerate(same)]
    wide, narrow = rate(few, "placement").ratings["a"], rate(many, "placement").ratings["a"]
    assert wide.mu == narrow.mu
    assert wide.mu_high is not None
    assert narrow.mu_high is not None
    assert wide.mu_high - wide.mu > 2 * (narrow.mu_high - narrow.mu)


def test_one_match_makes_nobody_sure() -> None:
    rated = rate([game("ab", (1, 2))] * 3, "placement")
    one = rated.ratings["a"]
    assert one.mu_low is not None
    assert one.mu_low < 25 < one.mu
    assert one.rank_low == 1
    assert one.rank_high == 2
    assert rated.p_above["a"]["b"] < 0.99
    assert [rating.group for rating in rated.ratings.values()] == ["a", "a"]


def test_separated_bots_stand_in_groups_of_their_own() -> None:
    games = league({"a": 45, "b": 25, "c": 25, "d": 5}, 100, 4, 4, Random(1))
    ratings = rate(games, "placement").ratings
    groups = [ratings[one].group for one in "abcd"]
    assert groups[0] == "a"
    assert groups[1] == groups[2] == "b"
    assert groups[3] == "c"
    assert (ratings["a"].rank_low, ratings["a"].rank_high) == (1, 1)
    assert (ratings["b"].rank_low, ratings["b"].rank_high) == (2, 3)


def test_groups_overlap_where_neighbours_are_level_and_ends_are_not() -> None:
    ratings = np.array([3.0, 2.0, 1.0])
    sure = np.array([[0.5, 0.8, 0.99], [0.2, 0.5, 0.8], [0.01, 0.2, 0.5]])
    assert _groups(ratings, sure) == ["a", "ab", "b"]


def test_who_shares_a_letter_is_not_told_apart() -> None:
    """The first is level with both others, who are not with each other."""
    ratings = np.array([3.0, 2.0, 1.0])
    sure = np.array([[0.5, 0.8, 0.9], [0.2, 0.5, 0.99], [0.1, 0.01, 0.5]])
    assert _groups(ratings, sure) == ["a", "a", "b"]


def test_few_matches_among_many_are_in_every_draw() -> None:
    """Three bots in 3 matches, beside 46 matches of others with whom one of them plays too."""
    luck = Random(3)
    rare = league({"r": 31, "s": 25, "c": 19}, 3, 12, 3, luck, kind="rare")
    often = league({"c": 19, "x": 25, "y": 28, "z": 22}, 46, 12, 4, luck, kind="often")
    together = rate([*rare, *often], "placement").ratings["r"]
    alone = rate(rare, "placement").ratings["r"]
    assert together.mu_low is not None
    assert together.mu_high is not None
    assert alone.mu_low is not None
    assert alone.mu_high is not None
    assert abs(together.mu_low - 25) > 0.01
    assert together.mu_high - together.mu_low < 1.5 * (alone.mu_high - alone.mu_low)


def test_there_are_letters_for_any_number_of_groups() -> None:
    count = 60
    sure = np.where(np.tri(count, k=-1) > 0, 0.0, 1.0)
    np.fill_diagonal(sure, 0.5)
    groups = _groups(np.arange(count, 0.0, -1), sure)
    assert groups[:2] == ["a", "b"]
    assert groups[25:28] == ["z", "a2", "b2"]
    assert len(set(groups)) == count
