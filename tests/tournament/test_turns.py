"""Several sequences merged in proportion to their lengths."""

from hypothesis import given
from hypothesis import strategies as st

from arena.tournament.turns import Turns

TOTALS = st.lists(st.integers(0, 12), min_size=1, max_size=5)


@given(TOTALS)
def test_each_has_all_its_turns_and_is_never_far_from_its_share(totals: list[int]) -> None:
    had = [0] * len(totals)
    for count, place in enumerate(Turns(totals), 1):
        had[place] += 1
        for other, total in enumerate(totals):
            assert abs(had[other] - count * total / sum(totals)) < len(totals)
    assert had == totals


@given(TOTALS, st.integers(0, 70))
def test_any_beginning_can_be_left_out(totals: list[int], left_out: int) -> None:
    whole = list(Turns(totals))
    turns = Turns(totals)
    assert turns.skip(left_out) == [whole[:left_out].count(p) for p in range(len(totals))]
    assert list(turns) == whole[left_out:]


def test_a_long_beginning_is_left_out_at_once() -> None:
    turns = Turns([10**15, 3 * 10**15])
    assert turns.skip(4 * 10**14) == [10**14, 3 * 10**14]
