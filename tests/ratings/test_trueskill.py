import random
from itertools import combinations

import pytest
import trueskill as package
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import RateBy, RatedGame, load, names, rated_ranks
from arena.ratings.history import History, tie_shares
from arena.ratings.trueskill import rate


def game(entrants: str, ranks: tuple[int, ...], kind: str = "dice") -> RatedGame:
    """A game of single-letter entrants."""
    return RatedGame(kind, "m", tuple(entrants), ranks, tuple(-rank for rank in ranks))


def test_systems_are_found_by_name() -> None:
    assert "trueskill" in names()
    assert load("trueskill") is rate
    with pytest.raises(KeyError):
        load("history")


@pytest.mark.parametrize("ranks", [(1, 2), (2, 1), (1, 2, 3, 4), (3, 1, 4, 2)])
def test_one_game_is_rated_as_by_the_package(ranks: tuple[int, ...]) -> None:
    seats = "abcdefgh"[: len(ranks)]
    pairs = len(ranks) * (len(ranks) - 1) // 2
    environment = package.TrueSkill(tau=0, draw_probability=0.5 / (pairs + 1))
    expected = environment.rate([(package.Rating(),) for _ in ranks], ranks)
    rated = rate([game(seats, ranks)], "placement")
    for seat, (wanted,) in zip(seats, expected, strict=True):
        assert rated.ratings[seat].mu == pytest.approx(wanted.mu, abs=1e-9)
        assert rated.ratings[seat].sigma == pytest.approx(wanted.sigma, abs=1e-9)


def test_the_rating_is_mu_less_three_sigma() -> None:
    rating = rate([game("ab", (1, 2))], "placement").ratings["a"]
    assert rating.rating == rating.mu - 3 * rating.sigma


@pytest.mark.parametrize("rate_by", ["placement", "win", "points"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_copies_that_always_tie_are_rated_alike(rate_by: RateBy, seats: int) -> None:
    names = "abcdef"[:seats]
    rated = rate([game(names, (1,) * seats)] * 8, rate_by)
    mus = [rating.mu for rating in rated.ratings.values()]
    assert mus == pytest.approx([25] * seats, abs=1e-4)
    sigmas = [rating.sigma for rating in rated.ratings.values()]
    assert sigmas == pytest.approx([sigmas[0]] * seats, abs=1e-4)
    assert sigmas[0] < 25 / 3


def test_by_wins_nothing_is_said_among_the_rest() -> None:
    games = [game("abcd", (1, 2, 3, 4)), game("abcd", (1, 4, 3, 2))]
    ratings = rate(games, "win").ratings
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["b"] == ratings["c"] == ratings["d"]
    placed = rate(games[:1], "placement").ratings
    assert placed["b"].mu > placed["c"].mu > placed["d"].mu


def test_what_counts() -> None:
    played = RatedGame("dice", "m", tuple("abcd"), (1, 2, 2, 4), (9, 5, 5, 20), frozenset({3}))
    assert rated_ranks(played, "placement") == (1, 2, 2, 4)
    assert rated_ranks(played, "win") == (1, 2, 2, 2)
    assert rated_ranks(played, "points") == (1, 2, 2, 4)
    assert rated_ranks(played._replace(failed=frozenset()), "points") == (2, 3, 3, 1)


def test_the_share_of_ties_is_that_of_the_games_of_a_kind() -> None:
    games = [game("abc", (1, 1, 3)), game("abc", (1, 2, 3)), game("ab", (1, 1), kind="cards")]
    shares = tie_shares(History(games, "placement"), "placement")
    assert shares == {"dice": 1.5 / 7, "cards": 1.5 / 2}
    by_win = tie_shares(History([game("abcd", (1, 1, 3, 3))], "win"), "win")
    assert by_win == {"dice": 1.5 / 6}


def test_an_endless_row_of_surprises_is_survived() -> None:
    """A gap too wide for the package's arithmetic costs that game, never the run."""
    games = [game("ab", (1, 2))] * 100 + [game("bc", (1, 2))] * 100 + [game("ca", (1, 2))] * 100
    rated = rate(games, "placement")
    assert set(rated.ratings) == set("abc")
    assert all(0 < rating.sigma < 9 for rating in rated.ratings.values())


def test_the_better_bot_comes_out_better() -> None:
    luck = random.Random(3)
    skill = dict(zip("abcdef", (40, 34, 28, 22, 16, 10), strict=True))
    games = []
    for table in combinations("abcdef", 4):
        for _ in range(5):
            points = {bot: luck.gauss(skill[bot], 4) for bot in table}
            ranks = tuple(1 + sum(x > points[bot] for x in points.values()) for bot in table)
            games.append(game("".join(table), ranks))
    rated = rate(games, "placement")
    assert sorted(rated.ratings, key=lambda bot: -rated.ratings[bot].rating) == list("abcdef")
    assert rated.skipped == 0


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=2, max_size=4), st.permutations(range(4)))
def test_the_order_of_the_seats_does_not_matter(ranks: list[int], order: list[int]) -> None:
    seats = "abcd"[: len(ranks)]
    order = [seat for seat in order if seat < len(ranks)]
    one = rate([game(seats, tuple(ranks))] * 2, "placement").ratings
    turned = game("".join(seats[seat] for seat in order), tuple(ranks[seat] for seat in order))
    other = rate([turned] * 2, "placement").ratings
    for seat in seats:
        assert one[seat] == pytest.approx(other[seat], abs=5e-3)
