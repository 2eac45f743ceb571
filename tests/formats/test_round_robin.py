"""Everybody meets everybody, nobody gets ahead, and any part of the schedule can be had again."""

import tracemalloc
from collections import Counter
from collections.abc import Iterable
from itertools import combinations, islice
from math import comb, gcd
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats import Pairing
from arena.formats.round_robin import FORMAT

SEEDS = st.integers(0, 2**128 - 1)


def ids(n: int) -> list[str]:
    return [f"bot{number}" for number in range(n)]


def spreads(n: int, pairings: Iterable[Pairing]) -> list[int]:
    """How far apart the numbers of matches of n entrants are after each match."""
    played = dict.fromkeys(ids(n), 0)
    found = []
    for pairing in pairings:
        for member in pairing.members:
            played[member] += 1
        found.append(max(played.values()) - min(played.values()))
    return found


@st.composite
def leagues(draw: st.DrawFn) -> tuple[int, int]:
    n = draw(st.integers(2, 9))
    return n, draw(st.integers(2, n))


@settings(max_examples=60, deadline=None)
@given(leagues(), st.integers(1, 3), SEEDS)
def test_every_set_meets_once_per_cycle(league: tuple[int, int], cycles: int, seed: int) -> None:
    n, players = league
    schedule = list(FORMAT.pairings(ids(n), players, cycles, seed))
    assert len(schedule) == FORMAT.count(n, players, cycles)
    everything = [frozenset(members) for members in combinations(ids(n), players)]
    for cycle in range(cycles):
        part = schedule[cycle * len(everything) : (cycle + 1) * len(everything)]
        assert {pairing.cycle for pairing in part} == {cycle}
        assert Counter(frozenset(pairing.members) for pairing in part) == Counter(everything)
        assert all(len(set(pairing.members)) == players for pairing in part)


@settings(max_examples=60, deadline=None)
@given(leagues(), SEEDS)
def test_nobody_gets_ahead(league: tuple[int, int], seed: int) -> None:
    n, players = league
    found = spreads(n, FORMAT.pairings(ids(n), players, 2, seed))
    assert max(found) <= 2
    assert found.count(2) <= len(found) // 10
    assert found[comb(n, players) - 1] == found[-1] == 0


@pytest.mark.parametrize(
    ("n", "players"), [(4, 2), (5, 2), (6, 2), (7, 2), (8, 2), (5, 3), (6, 3), (7, 3), (5, 4),
                       (7, 4), (8, 4), (7, 5), (8, 6)]
)  # fmt: skip
def test_small_leagues_are_never_more_than_one_match_apart(n: int, players: int) -> None:
    for seed in range(5):
        assert max(spreads(n, FORMAT.pairings(ids(n), players, 2, seed))) == 1


@pytest.mark.parametrize(("n", "players"), [(20, 4), (40, 4), (100, 3), (25, 20), (300, 2)])
def test_large_leagues_stay_close(n: int, players: int) -> None:
    found = spreads(n, islice(FORMAT.pairings(ids(n), players, 1, 5), 1500))
    assert max(found) <= 3
    assert sum(spread > 1 for spread in found) < len(found) / 2


@settings(max_examples=60, deadline=None)
@given(leagues(), SEEDS, st.data())
def test_any_prefix_can_be_left_out(
    league: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    n, players = league
    schedule = list(FORMAT.pairings(ids(n), players, 2, seed))
    start = data.draw(st.integers(0, len(schedule) + 2))
    assert list(FORMAT.pairings(ids(n), players, 2, seed, start=start)) == schedule[start:]


def test_resuming_across_batches_gives_the_same() -> None:
    schedule = list(islice(FORMAT.pairings(ids(40), 4, 1, 3), 2600))
    for start in (1, 1039, 1040, 1041, 2100):
        again = FORMAT.pairings(ids(40), 4, 1, 3, start=start)
        assert list(islice(again, 200)) == schedule[start : start + 200]


@settings(max_examples=30, deadline=None)
@given(leagues(), SEEDS, st.data())
def test_the_order_of_listing_makes_no_difference(
    league: tuple[int, int], seed: int, data: st.DataObject
) -> None:
    n, players = league
    listed = data.draw(st.permutations(ids(n)))
    assert list(FORMAT.pairings(listed, players, 2, seed)) == list(
        FORMAT.pairings(ids(n), players, 2, seed)
    )


def test_the_seed_makes_the_order_and_every_cycle_has_its_own() -> None:
    first = list(FORMAT.pairings(ids(9), 3, 2, 1))
    other = list(FORMAT.pairings(ids(9), 3, 2, 2))
    assert first != other
    assert [p.members for p in first[:84]] != [p.members for p in first[84:]]


@pytest.mark.parametrize(("n", "players"), [(5, 2), (7, 3), (9, 4), (13, 4), (7, 5), (8, 3)])
def test_everybody_sits_everywhere_equally_often(n: int, players: int) -> None:
    sat = Counter(
        (member, seat)
        for pairing in FORMAT.pairings(ids(n), players, 2, 9)
        for seat, member in enumerate(pairing.members)
    )
    assert set(sat.values()) == {2 * comb(n - 1, players - 1) // players}


@pytest.mark.parametrize("cycles", [1, 2, 3])
@pytest.mark.parametrize(
    ("n", "players", "most"),
    [(6, 2, 1), (4, 4, 1), (12, 4, 1), (10, 4, 1), (9, 3, 1), (6, 4, 1), (8, 4, 3), (16, 4, 3)],
)
def test_seats_differ_little_where_orbits_are_short(
    n: int, players: int, most: int, cycles: int
) -> None:
    """Sets that a rotation maps onto themselves cannot share out all seats at once."""
    for seed in range(3):
        sat = Counter(
            (member, seat)
            for pairing in FORMAT.pairings(ids(n), players, cycles, seed)
            for seat, member in enumerate(pairing.members)
        )
        counts = [[sat[one, seat] for seat in range(players)] for one in ids(n)]
        assert max(max(one) - min(one) for one in counts) <= most


@pytest.mark.parametrize(("n", "players"), [(4, 4), (6, 4), (8, 4), (12, 6), (9, 3)])
def test_seats_come_out_even_after_some_cycles(n: int, players: int) -> None:
    sat = Counter(
        (member, seat)
        for pairing in FORMAT.pairings(ids(n), players, gcd(n, players), 3)
        for seat, member in enumerate(pairing.members)
    )
    assert len(set(sat.values())) == 1
    assert len(sat) == n * players


def test_too_few_entrants_have_no_matches() -> None:
    assert FORMAT.count(3, 4, 2) == 0
    assert list(FORMAT.pairings(ids(3), 4, 2, 0)) == []


@pytest.mark.parametrize("players", [2, 4, 20])
def test_a_thousand_entrants_start_at_once_and_need_no_list(players: int) -> None:
    tracemalloc.start()
    began = process_time()
    schedule = FORMAT.pairings(ids(1000), players, 10**6, 4)
    assert len(next(schedule).members) == players
    first = process_time() - began
    assert len(list(islice(schedule, 200))) == 200
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert first < 5
    assert peak < 20_000_000


def test_a_million_matches_are_skipped_at_once() -> None:
    began = process_time()
    far = next(FORMAT.pairings(ids(1000), 4, 1, 4, start=10**6))
    assert process_time() - began < 5
    assert far.cycle == 0
    assert next(FORMAT.pairings(ids(5), 3, 10**9, 4, start=10**9)).cycle == 10**8
