from itertools import pairwise, permutations
from random import Random

import pytest
import trueskill as package
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import RateBy, Rating, load, names, rated_ranks
from arena.ratings.history import collect, tie_shares
from arena.ratings.sites import MOST_ORDERS, _orders, _weights
from arena.ratings.trueskill import rate
from tests.ratings.leagues import game, league, played

EVERY = ["placement", "win", "points"]


def by_package(ranks: tuple[int, ...]) -> list[package.Rating]:
    """One game of new players, with the share of ties that one game alone suggests.

    Those that tied are listed in each order, and the means of mean and precision are taken.
    """
    ties = sum(ranks.count(rank) - 1 for rank in ranks) / 2
    share = (ties + 0.5) / (len(ranks) * (len(ranks) - 1) / 2 + 1)
    environment = package.TrueSkill(tau=0, draw_probability=share)
    found: list[list[package.Rating]] = [[] for _ in ranks]
    for order in permutations(range(len(ranks))):
        groups = [(package.Rating(),) for _ in ranks]
        told = environment.rate(groups, [ranks[seat] for seat in order], min_delta=1e-13)
        for seat, (rating,) in zip(order, told, strict=True):
            found[seat].append(rating)
    means = []
    for one in found:
        mean = sum(rating.mu for rating in one) / len(one)
        precision = sum(rating.pi for rating in one) / len(one)
        means.append(package.Rating(mean, precision**-0.5))
    return means


def test_systems_are_found_by_name() -> None:
    assert names() == ("bradley_terry", "trueskill")
    assert load("trueskill") is rate
    with pytest.raises(KeyError):
        load("history")


@pytest.mark.parametrize(
    "ranks",
    [
        (1, 2),
        (2, 1),
        (1, 1),
        (1, 2, 3),
        (1, 1, 3),
        (1, 2, 2),
        (1, 1, 1),
        (3, 1, 4, 2),
        (1, 1, 3, 3),
        (1, 2, 2, 4),
        (2, 2, 1, 2),
        (1, 2, 3, 4, 5),
    ],
)
def test_one_game_is_rated_as_by_the_package(
    ranks: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The package gives up after 10 rounds within a game, before ties have settled.
    longer = lambda *ends: range(60) if ends == (10,) else range(*ends)  # noqa: E731
    monkeypatch.setattr(package, "range", longer, raising=False)
    seats = "abcde"[: len(ranks)]
    ratings = rate([game(seats, ranks)], "placement").ratings
    for seat, wanted in zip(seats, by_package(ranks), strict=True):
        assert ratings[seat].mu == pytest.approx(wanted.mu, abs=1e-5)
        assert ratings[seat].sigma == pytest.approx(wanted.sigma, abs=1e-5)


def test_the_rating_is_mu_less_three_sigma() -> None:
    rating = rate([game("ab", (1, 2))], "placement").ratings["a"]
    assert rating.rating == rating.mu - 3 * rating.sigma


@pytest.mark.parametrize("rate_by", EVERY)
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_copies_that_always_tie_are_rated_alike(rate_by: RateBy, seats: int) -> None:
    copies = "abcdef"[:seats]
    rated = rate([game(copies, (1,) * seats)] * 500, rate_by)
    assert [one.mu for one in rated.ratings.values()] == pytest.approx([25] * seats, abs=1e-6)
    sigmas = [one.sigma for one in rated.ratings.values()]
    assert sigmas == pytest.approx([sigmas[0]] * seats, abs=1e-6)
    assert 0 < sigmas[0] < 4


@pytest.mark.parametrize("rate_by", EVERY)
def test_no_order_of_the_games_or_seats_changes_anything(rate_by: RateBy) -> None:
    luck = Random(5)
    games = league(dict.fromkeys("abcde", 25) | {"f": 30}, 12, 3, 4, luck)
    first = rate(games, rate_by)
    for _ in range(3):
        luck.shuffle(games)
        turned = [
            one._replace(
                entrants=one.entrants[::-1], ranks=one.ranks[::-1], scores=one.scores[::-1]
            )
            for one in games
        ]
        assert rate(turned, rate_by) == first


@pytest.mark.parametrize("rate_by", EVERY)
def test_other_names_get_the_same_ratings(rate_by: RateBy) -> None:
    games = league({"a": 22, "b": 24, "c": 26, "d": 28}, 20, 2, 4, Random(6))
    other = {"a": "z", "b": "c", "c": "y", "d": "a"}
    renamed = [one._replace(entrants=tuple(other[e] for e in one.entrants)) for one in games]
    first, second = rate(games, rate_by).ratings, rate(renamed, rate_by).ratings
    for one, new in other.items():
        assert first[one].mu == pytest.approx(second[new].mu, abs=1e-6)
        assert first[one].sigma == pytest.approx(second[new].sigma, abs=1e-6)


def test_by_wins_nothing_is_said_among_the_rest() -> None:
    games = [game("abcd", (1, 2, 3, 4)), game("abcd", (1, 4, 3, 2))]
    ratings = rate(games, "win").ratings
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["b"].mu == pytest.approx(ratings["c"].mu)
    assert ratings["b"].mu == pytest.approx(ratings["d"].mu)
    placed = rate(games[:1], "placement").ratings
    assert placed["b"].mu > placed["c"].mu > placed["d"].mu


def test_by_wins_a_table_of_two_is_as_by_placement() -> None:
    games = [game("ab", (1, 2)), game("ab", (1, 2)), game("ab", (2, 1)), game("ab", (1, 1))]
    assert rate(games, "win") == rate(games, "placement")


def test_by_points_the_size_of_a_lead_counts() -> None:
    close = game("ab", (1, 2))._replace(scores=(11, 10))
    wide = game("cd", (1, 2))._replace(scores=(30, 10))
    ratings = rate([close, wide], "points").ratings
    assert ratings["c"].mu > ratings["a"].mu > 25 > ratings["b"].mu > ratings["d"].mu
    scaled = [
        one._replace(scores=tuple(7 * score for score in one.scores)) for one in (close, wide)
    ]
    assert rate(scaled, "points").ratings["c"].mu == pytest.approx(ratings["c"].mu, abs=1e-9)


def test_by_points_sums_beyond_floats_are_no_trouble() -> None:
    games = [game("abc", (1, 2, 3))._replace(scores=(2**4000, 2**3999, 0))] * 5
    ratings = rate(games, "points").ratings
    assert ratings["a"].mu > ratings["b"].mu > ratings["c"].mu
    level = [game("abc", (1, 1, 1))._replace(scores=(7, 7, 7))] * 5
    assert {round(one.mu, 9) for one in rate(level, "points").ratings.values()} == {25}


def test_a_seat_that_failed_is_last_by_points() -> None:
    failed = game("abc", (1, 2, 3))._replace(scores=(10, 5, 90), failed=frozenset({2}))
    ratings = rate([failed], "points").ratings
    assert ratings["a"].mu > ratings["b"].mu == pytest.approx(ratings["c"].mu)


def test_what_counts() -> None:
    one = game("abcd", (1, 2, 2, 4))
    assert rated_ranks(one, "placement") == (1, 2, 2, 4)
    assert rated_ranks(one, "win") == (1, 2, 2, 2)


def test_the_share_of_ties_is_that_of_the_games_of_a_kind() -> None:
    games = [game("abc", (1, 1, 3)), game("abc", (1, 2, 3)), game("ab", (1, 1), kind="cards")]
    shares = tie_shares(collect(games, "placement"), "placement")
    assert shares == {"dice": 1.5 / 7, "cards": 1.5 / 2}
    by_win = tie_shares(collect([game("abcd", (1, 1, 3, 3))], "win"), "win")
    assert by_win == {"dice": 1.5 / 6}


def test_equal_outcomes_are_kept_once() -> None:
    games = [game("abc", (1, 2, 3)), game("cab", (3, 1, 2)), game("bca", (2, 3, 1), match="n")]
    history = collect(games * 100, "placement")
    assert len(history.outcomes) == 1
    assert list(history.games) == [200, 100]


@pytest.mark.parametrize("rate_by", EVERY)
def test_an_endless_row_of_surprises_is_survived(rate_by: RateBy) -> None:
    games = [game("ab", (1, 2))] * 3000 + [game("bc", (1, 2))] * 3000 + [game("ca", (1, 2))] * 20
    rated = rate(games, rate_by)
    assert all(0 < rating.sigma < 9 for rating in rated.ratings.values())
    assert rated.ratings["a"].mu > rated.ratings["b"].mu > rated.ratings["c"].mu


def test_a_long_chain_of_meetings_is_followed_to_its_ends() -> None:
    names = [f"b{number:02}" for number in range(40)]
    games = []
    for one, other in pairwise(names):
        games += [game([one, other], (1, 2))] * 2 + [game([one, other], (2, 1))]
    ratings = rate(games, "placement").ratings
    mus = [ratings[one].mu for one in names]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] - 25 == pytest.approx(25 - mus[-1], abs=1e-5)


def test_leagues_that_never_met_keep_their_level() -> None:
    games = [game("ab", (1, 2))] * 5 + [game("cd", (1, 2))] * 50
    ratings = rate(games, "placement").ratings
    assert ratings["a"].mu + ratings["b"].mu == pytest.approx(50)
    assert ratings["c"].mu + ratings["d"].mu == pytest.approx(50)
    assert ratings["c"].mu > ratings["a"].mu


def test_a_bot_that_never_wins_is_rated_by_wins() -> None:
    """Its messages swing if they are renewed at full length."""
    skills = {f"b{number:02}": 25 + number - 15 for number in range(30)}
    ratings = rate(league(skills, 60, 10, 4, Random(8)), "win").ratings
    assert ratings["b00"].mu < ratings["b15"].mu < ratings["b29"].mu


def test_large_tables_with_many_ties_are_rated() -> None:
    """They differ in who tied with whom, and each is looked at in many orders."""
    skills = {f"b{number:02}": 19.0 + number for number in range(12)}
    luck = Random(9)
    games = [
        played(skills, luck.sample(sorted(skills), 8), f"m{number}", luck, step=3.0)
        for number in range(1000)
    ]
    ratings = rate(games, "placement").ratings
    assert ratings["b00"].mu < ratings["b06"].mu < ratings["b11"].mu


@pytest.mark.parametrize(
    "groups", [(20,), (3, 4, 5, 7, 1), (2,) * 10, (6, 6, 8), (1,) * 20, (5, 1), (3, 2)]
)
def test_few_orders_give_every_seat_its_places_alike(groups: tuple[int, ...]) -> None:
    ranks = [1 + sum(groups[:number]) for number, size in enumerate(groups) for _ in range(size)]
    orders = _orders(ranks)
    assert len(orders) <= max(MOST_ORDERS, 2 * len(ranks))
    weights = _weights(orders)
    for seat, rank in enumerate(ranks):
        share = dict.fromkeys((p for p, other in enumerate(ranks) if other == rank), 0.0)
        for order, weight in zip(orders, weights, strict=True):
            share[order.index(seat)] += weight[seat]
        assert list(share.values()) == pytest.approx([1 / len(share)] * len(share))


def test_copies_that_tie_in_large_groups_are_rated_alike() -> None:
    games = [
        game("abcdefghijkl", (1, 1, 1, 4, 4, 4, 4, 8, 8, 8, 8, 8), match=f"m{number}")
        for number in range(30)
    ]
    ratings = rate(games, "placement").ratings
    for group in ("abc", "defg", "hijkl"):
        for one in group:
            assert ratings[one].mu == pytest.approx(ratings[group[0]].mu, abs=2e-3)
            assert ratings[one].sigma == pytest.approx(ratings[group[0]].sigma, abs=2e-3)


def test_without_games_there_are_no_ratings() -> None:
    assert rate([], "placement").ratings == {}
    assert rate([], "points").ratings == {}


@pytest.mark.parametrize("rate_by", EVERY)
def test_better_bots_come_out_better(rate_by: RateBy) -> None:
    skills = {"a": 35.0, "b": 31.0, "c": 27.0, "d": 23.0, "e": 19.0, "f": 15.0}
    rated = rate(league(skills, 60, 4, 4, Random(3)), rate_by)
    assert sorted(rated.ratings, key=lambda bot: -rated.ratings[bot].mu) == list("abcdef")
    assert rated.p_above["a"]["f"] > 0.999
    assert rated.p_above["a"]["f"] + rated.p_above["f"]["a"] == pytest.approx(1)


def check(ratings: dict[str, Rating]) -> None:
    """What must hold of ratings whatever was played."""
    for one in ratings.values():
        assert 0 < one.sigma <= 25 / 3 + 1e-9
        assert one.mu_low is not None
        assert one.mu_high is not None
        assert one.mu_low <= one.mu <= one.mu_high
        assert one.rank_low is not None
        assert one.rank_high is not None
        assert 1 <= one.rank_low <= one.rank_high <= len(ratings)
        assert one.group


@settings(max_examples=12, deadline=None)
@given(
    st.lists(st.lists(st.integers(1, 5), min_size=2, max_size=6), min_size=1, max_size=8),
    st.sampled_from(EVERY),
)
def test_whatever_was_played_there_are_ratings(tables: list[list[int]], rate_by: RateBy) -> None:
    games = [
        game(
            [f"b{(number + seat) % 9}" for seat in range(len(points))],
            [1 + sum(other < point for other in points) for point in points],
            match=f"m{number}",
        )
        for number, points in enumerate(tables)
    ]
    check(dict(rate(games, rate_by).ratings))
