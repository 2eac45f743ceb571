"""Seat orders share out the seats, and too small a field is refused in plain words."""

from collections import Counter
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.formats import require_enough, seat_orders
from arena.spec import SeatOrders

MEMBERS = ("ann", "bob", "cyd", "dan")


def test_one_order_is_the_one_the_format_gave() -> None:
    assert seat_orders(MEMBERS[::-1], "one", 5) == [MEMBERS[::-1]]


@pytest.mark.parametrize(("mode", "each"), [("cyclic", 1), ("all", 6)])
def test_everybody_sits_everywhere_equally_often(mode: SeatOrders, each: int) -> None:
    orders = seat_orders(MEMBERS, mode, 5)
    sat = Counter((member, seat) for order in orders for seat, member in enumerate(order))
    assert set(sat.values()) == {each}
    assert len(sat) == 16


def test_all_are_all() -> None:
    orders = seat_orders(MEMBERS, "all", 5)
    assert len(set(orders)) == len(orders) == factorial(4)


def test_neighbours_change_from_match_to_match() -> None:
    bases = {seat_orders(MEMBERS, "cyclic", seed)[0] for seed in range(200)}
    assert len(bases) == 24


@given(st.permutations(MEMBERS), st.integers(0, 2**128), st.sampled_from(["cyclic", "all"]))
def test_the_listing_makes_no_difference(listed: list[str], seed: int, mode: SeatOrders) -> None:
    assert seat_orders(listed, mode, seed) == seat_orders(MEMBERS, mode, seed)


@pytest.mark.parametrize(
    ("entrants", "says"), [(0, "0 bots are entered"), (1, "1 bot is entered"), (3, "3 bots are")]
)
def test_too_few_entrants_are_refused(entrants: int, says: str) -> None:
    with pytest.raises(ArenaError, match=f"^bank_dice: a table has 4 players, but {says}"):
        require_enough("bank_dice", entrants, 4)


def test_enough_entrants_are_not_refused() -> None:
    require_enough("bank_dice", 4, 4)
