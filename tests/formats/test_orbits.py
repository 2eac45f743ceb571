"""Every set of places comes from exactly one orbit, in an order that is the seed's."""

from itertools import combinations
from math import comb

from hypothesis import given
from hypothesis import strategies as st

from arena.formats._orbits import combination, orbits, permuted


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, int]:
    n = draw(st.integers(1, 11))
    return n, draw(st.integers(1, n))


@given(tables(), st.integers(0, 2**128))
def test_the_turns_of_all_orbits_are_all_sets_each_once(table: tuple[int, int], seed: int) -> None:
    n, k = table
    sets = [
        tuple(sorted((offset + turn) % n for offset in orbit.offsets))
        for orbit in orbits(n, k, seed)
        for turn in range(orbit.size)
    ]
    assert sorted(sets) == list(combinations(range(n), k))


def test_the_order_of_orbits_comes_from_the_seed() -> None:
    assert list(orbits(12, 4, 1)) == list(orbits(12, 4, 1))
    assert list(orbits(12, 4, 1)) != list(orbits(12, 4, 2))


@given(st.integers(1, 300), st.integers(0, 2**128))
def test_a_drawn_permutation_hits_every_number_once(total: int, seed: int) -> None:
    assert sorted(permuted(i, total, seed) for i in range(total)) == list(range(total))


@given(st.integers(1, 9), st.data())
def test_combinations_are_numbered_in_lexicographic_order(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    assert [combination(n, k, rank) for rank in range(comb(n, k))] == list(
        combinations(range(n), k)
    )
