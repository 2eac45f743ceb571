"""Who met whom, who sat where, and what that says of ranks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.formats import load, seat_orders
from arena.ledger import Enrolled, Ledger
from arena.match import MatchSpec
from arena.results import MatchResult
from arena.standings import Standings, fold
from arena.standings.meetings import Meetings
from tests.ledger.league import head, match, result


def seated(index: int, *orders: str, entry: str = "bank_dice", deals: int = 1) -> MatchSpec:
    """A match between bots of one letter, in these seat orders."""
    members = tuple(sorted(orders[0]))
    seats = tuple(tuple(order) for order in orders)
    changes: dict[str, Any] = {"members": members, "versions": ("h",) * len(members)}
    return match(index, entry, orders=seats, deals=deals, **changes)


def standings(folder: Path, specs: Sequence[MatchSpec], bots: str, **changes: Any) -> Standings:
    with Ledger.create(folder) as ledger:
        ledger.begin(head(**changes), [Enrolled(one, one.upper(), "h") for one in bots])
        for spec in specs:
            ledger.append(spec, result(spec), 1000)
        return fold(ledger)


def test_bots_that_no_game_connects_are_ranked_apart(tmp_path: Path) -> None:
    specs = [seated(0, "xy"), seated(1, "ab"), seated(2, "bc"), seated(3, "ab")]
    found = standings(tmp_path, specs, "abcxyz")
    assert [(row.id, row.pool, row.rank) for row in found.overall] == [
        ("a", 1, 1),
        ("b", 1, 2),
        ("c", 1, 3),
        ("x", 2, 1),
        ("y", 2, 2),
        ("z", None, None),
    ]
    assert {row.id: row.rank_high for row in found.overall if row.pool == 2} == {"x": 2, "y": 2}
    assert {row.id: (row.group or "")[0] for row in found.overall if row.rank == 1} == {
        "a": "a",
        "x": "a",
    }


def test_a_pool_is_rated_as_if_it_were_alone(tmp_path: Path) -> None:
    here, there = [seated(0, "abc"), seated(1, "cab")], [seated(2, "xyz"), seated(3, "zxy")]
    both = standings(tmp_path / "both", here + there, "abcxyz").overall
    assert both[:3] == standings(tmp_path / "here", here, "abc").overall
    mu = [(row.mu, row.sigma) for row in both]
    assert mu[:3] == mu[3:]


def test_one_game_joins_pools(tmp_path: Path) -> None:
    specs = [seated(0, "ab"), seated(1, "xy"), seated(2, "bx")]
    assert {row.pool for row in standings(tmp_path, specs, "abxy").overall} == {1}


def test_games_of_other_kinds_connect_overall_but_not_within_a_kind(tmp_path: Path) -> None:
    specs = [seated(0, "ab"), seated(1, "xy"), seated(2, "ax", entry="cards")]
    found = standings(tmp_path, specs, "abxy", entries=("bank_dice", "cards"))
    assert {row.pool for row in found.overall} == {1}
    pools = {row.id: row.pool for row in found.by_game["bank_dice"]}
    assert pools == {"a": 1, "b": 1, "x": 2, "y": 2}
    assert {row.pool for row in found.by_game["cards"]} == {1}


@pytest.mark.parametrize("rate_by", ["placement", "win", "points"])
@pytest.mark.parametrize("rating", ["trueskill", "bradley_terry"])
def test_pools_are_the_same_whatever_is_rated(tmp_path: Path, rate_by: str, rating: str) -> None:
    specs = [seated(0, "abc"), seated(1, "xyz")]
    found = standings(tmp_path, specs, "abcxyz", rate_by=rate_by, rating=rating)
    assert [(row.pool, row.rank) for row in found.overall if row.rank == 1] == [(1, 1), (2, 1)]


def test_seats_are_counted_by_game(tmp_path: Path) -> None:
    specs = [seated(0, "abc", "bca", deals=3), seated(1, "ab", entry="cards")]
    found = standings(tmp_path, specs, "abc", entries=("bank_dice", "cards"))
    seats = {entry: {row.id: row.seats for row in rows} for entry, rows in found.by_game.items()}
    assert seats == {
        "bank_dice": {"a": (3, 0, 3), "b": (3, 3, 0), "c": (0, 3, 3)},
        "cards": {"a": (1, 0), "b": (0, 1)},
    }
    assert {row.seats for row in found.overall} == {None}


def test_balance_tells_the_widest_differences(tmp_path: Path) -> None:
    specs = [
        seated(0, "ab", "ba", deals=2),
        seated(1, "bc", "cb", deals=2),
        seated(2, "ca", "ac", deals=2),
    ]
    even = standings(tmp_path / "even", specs, "abc").balance["bank_dice"]
    assert (even.sitting, even.seats, even.met_least, even.met_most) == (2, 0, 4, 4)
    uneven = [*specs, seated(3, "ab", deals=2), seated(4, "ab", deals=2)]
    told = standings(tmp_path / "uneven", uneven, "abc").balance["bank_dice"]
    assert (told.sitting, told.seats, told.met_least, told.met_most) == (2, 4, 4, 8)
    apart = standings(tmp_path / "apart", specs[:2], "abc").balance["bank_dice"]
    assert (apart.met_least, apart.met_most) == (0, 4)


@pytest.mark.parametrize(("mode", "bots"), [("cyclic", "abcdef"), ("one", "abcde")])
def test_a_complete_round_robin_is_balanced(tmp_path: Path, mode: Any, bots: str) -> None:
    pairings = load("round_robin").pairings(tuple(bots), 4, 1, seed=5)
    specs = [
        seated(n, *map("".join, seat_orders(pairing.members, mode, n)), deals=3)
        for n, pairing in enumerate(pairings)
    ]
    found = standings(tmp_path, specs, bots).balance["bank_dice"]
    assert found.seats == 0
    assert found.met_least == found.met_most > 0


def test_a_bench_and_new_versions_leave_no_trace_in_seats(tmp_path: Path) -> None:
    spec = seated(0, "ab")
    with Ledger.create(tmp_path) as ledger:
        ledger.begin(head(), [Enrolled("a", "A", "h"), Enrolled("b", "B", "new")])
        whole = result(spec)
        ledger.append(spec, MatchResult(spec.id, whole.games, whole.usage), 1000)
        found = fold(ledger)
    assert (found.balance, found.by_game) == ({}, {})
    assert [(row.pool, row.rank) for row in found.overall] == [(None, None)] * 2


def test_pools_of_no_games() -> None:
    assert Meetings().pools() == []
    assert Meetings().fewest_and_most() == (0, 0)
