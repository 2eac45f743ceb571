"""What must hold of every rating system, whatever its model."""

import json
from random import Random

import pytest

from arena import plugins
from arena.ratings import Rate, RateBy, Rated, Rating, load, names
from tests.ratings.leagues import game, league

EVERY: list[RateBy] = ["placement", "win", "points"]
SKILLS = {"a": 33.0, "b": 29.0, "c": 25.0, "d": 21.0, "e": 17.0}


@pytest.fixture(params=names())
def rate(request: pytest.FixtureRequest) -> Rate:
    return load(request.param)


def test_all_systems_are_here() -> None:
    assert {"trueskill", "bradley_terry"} <= set(names())


def test_a_tournament_may_name_all_systems() -> None:
    assert plugins.RATINGS.names() == names()


@pytest.mark.parametrize("rate_by", EVERY)
def test_no_order_of_results_or_seats_changes_anything(rate: Rate, rate_by: RateBy) -> None:
    luck = Random(5)
    games = league(SKILLS, 12, 3, 4, luck)
    first = rate(games, rate_by)
    turned = [
        one._replace(entrants=one.entrants[::-1], ranks=one.ranks[::-1], scores=one.scores[::-1])
        for one in games
    ]
    luck.shuffle(turned)
    assert rate(turned, rate_by) == first


@pytest.mark.parametrize("rate_by", EVERY)
def test_names_make_no_difference(rate: Rate, rate_by: RateBy) -> None:
    games = league(SKILLS, 20, 2, 4, Random(6))
    other = dict(zip("abcde", "zcyab", strict=True))
    renamed = [one._replace(entrants=tuple(other[e] for e in one.entrants)) for one in games]
    first, second = rate(games, rate_by).ratings, rate(renamed, rate_by).ratings
    for one, new in other.items():
        assert first[one].mu == pytest.approx(second[new].mu, abs=1e-6)
        assert first[one].sigma == pytest.approx(second[new].sigma, abs=1e-6)


@pytest.mark.parametrize("rate_by", EVERY)
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_copies_that_always_tie_are_rated_alike(rate: Rate, rate_by: RateBy, seats: int) -> None:
    rated = rate([game("abcde"[:seats], (1,) * seats, match=f"m{n}") for n in range(50)], rate_by)
    sigmas = [one.sigma for one in rated.ratings.values()]
    assert [one.mu for one in rated.ratings.values()] == pytest.approx([25] * seats, abs=1e-6)
    assert sigmas == pytest.approx([sigmas[0]] * seats, abs=1e-6)


@pytest.mark.parametrize("rate_by", EVERY)
def test_better_bots_come_out_better_and_surely_so(rate: Rate, rate_by: RateBy) -> None:
    rated = rate(league(SKILLS, 80, 4, 4, Random(3)), rate_by)
    assert sorted(rated.ratings, key=lambda bot: -rated.ratings[bot].mu) == list("abcde")
    assert rated.p_above["a"]["e"] > 0.999
    assert rated.p_above["a"]["e"] + rated.p_above["e"]["a"] == pytest.approx(1)


@pytest.mark.parametrize("rate_by", EVERY)
def test_who_always_wins_or_loses_is_rated_within_reason(rate: Rate, rate_by: RateBy) -> None:
    games = [game("abc", (1, 2, 3), match=f"m{number}") for number in range(2000)]
    ratings = rate(games, rate_by).ratings
    assert ratings["a"].mu > ratings["b"].mu
    assert all(-100 < one.mu < 150 and 0 < one.sigma <= 25 / 3 for one in ratings.values())


def test_a_win_of_few_surprises_less_than_one_of_many(rate: Rate) -> None:
    """Tables of all sizes together, and bots that nothing connects."""
    games = [game("ab", (1, 2)), game("cdefg", (1, 2, 3, 4, 5)), game("hi", (1, 1))]
    ratings = rate(games, "placement").ratings
    assert ratings["c"].mu > ratings["a"].mu > 25 > ratings["b"].mu > ratings["g"].mu
    assert ratings["h"].mu == pytest.approx(25)


@pytest.mark.parametrize("rate_by", EVERY)
def test_without_games_there_is_nobody(rate: Rate, rate_by: RateBy) -> None:
    assert rate([], rate_by) == Rated({})


def test_results_are_plain_and_come_back_from_json(rate: Rate) -> None:
    rated = rate(league(SKILLS, 10, 2, 3, Random(4)), "placement")
    text = json.dumps([rated.ratings, rated.p_above, rated.skipped], allow_nan=False)
    ratings, p_above, skipped = json.loads(text)
    back = {one: Rating(*found) for one, found in ratings.items()}
    assert Rated(back, p_above, skipped) == rated


def test_games_are_gone_over_once(rate: Rate) -> None:
    games = league(SKILLS, 10, 2, 3, Random(4))
    assert rate(iter(games), "placement") == rate(games, "placement")
