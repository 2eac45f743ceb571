"""Who sits where: whatever a place at the table is worth, both have it equally often."""

from collections import Counter

import pytest

from arena.duel.seating import difference, orders, share_beaten
from arena.games import load, names
from arena.results import GameResult

SWAP = {"A": "B", "B": "A"}


@pytest.mark.parametrize("positions", [True, False])
@pytest.mark.parametrize(
    ("seats", "rest"), [(2, ()), (3, ()), (3, ("C1",)), (4, ("C1", "C2")), (5, ("C1",)), (6, ())]
)
def test_a_and_b_change_places_and_nothing_changes(
    seats: int, rest: tuple[str, ...], positions: bool
) -> None:
    found = orders(seats, rest, positions=positions)
    assert len(set(found)) == len(found)
    assert all(sorted(set(order)) == sorted({"A", "B", *rest}) for order in found)
    assert all(len(order) == seats for order in found)
    if positions:
        assert {tuple(SWAP.get(one, one) for one in order) for order in found} == set(found)
        taken = Counter((seat, one) for order in found for seat, one in enumerate(order))
        for seat in range(seats):
            assert taken[seat, "A"] == taken[seat, "B"]
            assert taken[seat, "A"] == taken[0, "A"]
    sits = Counter(one for order in found for one in order)
    assert sits["A"] == sits["B"]


def test_two_seats_are_two_orders_and_one_where_seats_make_no_difference() -> None:
    assert orders(2, (), positions=True) == (("A", "B"), ("B", "A"))
    assert orders(2, (), positions=False) == (("A", "B"),)


def test_a_table_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        orders(3, ("C1", "C2"), positions=True)


def test_every_game_has_orders_at_its_smallest_table() -> None:
    for game in map(load, names()):
        assert orders(game.seats[0], (), positions=game.positions)


def result(entrants: str, ranks: tuple[int, ...]) -> GameResult:
    zeros = (0,) * len(ranks)
    return GameResult("g", 0, 0, "1", tuple(entrants), zeros, zeros, ranks, (), b"", "")


@pytest.mark.parametrize(
    ("ranks", "shares"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((1, 2, 2, 4), (1, 0.5, 0.5, 0)),
        ((2, 1, 3), (0.5, 1, 0)),
    ],
)
def test_the_share_of_others_left_behind(ranks: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert tuple(share_beaten(ranks, seat) for seat in range(len(ranks))) == shares


def test_a_deal_is_weighed_over_all_its_games_and_seats() -> None:
    assert difference([result("AB", (1, 2)), result("BA", (2, 1))]) == 1
    assert difference([result("AB", (1, 2)), result("BA", (1, 2))]) == 0
    assert difference([result("AB", (1, 1)), result("BA", (1, 2))]) == -0.5
    assert difference([result("ABC", (1, 2, 3)), result("BAC", (3, 2, 1))]) == 0.5
    # The mean of A's three seats is 2/3, that of B's 1/3.
    found = difference([result("ABA", (1, 2, 3)), result("BAB", (2, 1, 3))])
    assert found == pytest.approx(1 / 3)
