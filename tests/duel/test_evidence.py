"""The sequential test: its wealth is fair, its verdicts seldom false; it finds what is there."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Words
from arena.duel.evidence import BETS, Evidence, log_wealth

DIFFERENCES = st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0])


@given(
    st.lists(DIFFERENCES, max_size=30),
    st.lists(st.tuples(DIFFERENCES, st.integers(1, 9)), min_size=1, max_size=5),
)
def test_betting_on_the_true_mean_is_a_fair_game(
    history: Sequence[float], chances: Sequence[tuple[float, int]]
) -> None:
    total = sum(weight for _, weight in chances)
    mean = sum(x * weight for x, weight in chances) / total
    if mean <= -1:
        return
    now = exp(log_wealth(Counter(history), mean))
    then = sum(
        weight / total * exp(log_wealth(Counter([*history, x]), mean)) for x, weight in chances
    )
    assert isclose(now, then, rel_tol=1e-9)


@given(st.lists(DIFFERENCES, max_size=60), st.floats(-0.99, 0.98), st.floats(0, 0.01))
def test_wealth_falls_with_the_mean_it_bets_against(
    history: Sequence[float], mean: float, more: float
) -> None:
    seen = Counter(history)
    assert log_wealth(seen, mean + more) <= log_wealth(seen, mean) + 1e-9


@given(st.lists(DIFFERENCES, max_size=60), st.floats(-0.99, 0.99))
def test_the_interval_holds_the_means_that_are_not_ruled_out(
    history: Sequence[float], mean: float
) -> None:
    evidence = Evidence(0.05)
    for x in history:
        evidence.add(x)
    low, high = evidence.interval()
    assert low <= evidence.mean <= high
    if evidence.above(mean):
        assert mean <= low + 1e-6
    if evidence.below(mean):
        assert mean >= high - 1e-6
    assert evidence.above(low - 1e-6) or low == -1.0
    assert evidence.below(high + 1e-6) or high == 1.0


@given(st.permutations([1.0, 0.5, 0.0, -1.0, 0.5, 0.5]))
def test_the_order_of_what_was_seen_makes_no_difference(history: Sequence[float]) -> None:
    evidence = Evidence(0.05)
    for x in history:
        evidence.add(x)
    assert evidence.interval() == pytest.approx((-0.79, 0.95), abs=0.15)
    assert evidence.mean == 0.25


def test_nothing_is_known_before_the_first_difference() -> None:
    assert Evidence(0.05).interval() == pytest.approx((-1, 1))


@pytest.mark.parametrize("wrong", [1.001, -1.5, float("nan"), float("inf")])
def test_a_difference_that_cannot_be_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="not from -1 to 1"):
        Evidence(0.05).add(wrong)


# Simulation: looks after every deal, and stops at the first verdict.


def looks(draw: Callable[[], float], deals: int, mean: float, alpha: float) -> str:
    """Whether `mean` was ever ruled out, looking after every deal: "above", "below" or "never".

    The wealth is kept up by hand, bet by bet, which also checks the formula against another way
    to write it.
    """
    up, down = [1.0] * len(BETS), [1.0] * len(BETS)
    enough = len(BETS) * 2 / alpha
    for _ in range(deals):
        x = draw()
        for k, bet in enumerate(BETS):
            up[k] *= 1 + bet * (x - mean) / (1 + mean)
            down[k] *= 1 + bet * (mean - x) / (1 - mean)
        if sum(up) >= enough:
            return "above"
        if sum(down) >= enough:
            return "below"
    return "never"


def test_the_simulation_and_the_test_agree() -> None:
    words = Words(b"key", "agree")
    seen: Counter[float] = Counter()
    wealth = [1.0] * len(BETS)
    for _ in range(200):
        x = (words.below(5) - 2) / 2
        seen[x] += 1
        wealth = [w * (1 + bet * (x + 0.1) / 0.9) for w, bet in zip(wealth, BETS, strict=True)]
    assert log_wealth(seen, -0.1) == pytest.approx(log(sum(wealth) / len(BETS)))


LEVEL = {
    "win or lose": ([-1.0, 1.0], 0.0),
    "mostly ties": ([-1.0, *[0.0] * 18, 1.0], 0.0),
    "small often, large seldom": ([*[-0.1] * 9, 0.9], 0.0),
    "not level, and covered": ([-1.0, 0.5, 0.5, 1.0], 0.25),
}
RUNS, DEALS, ALPHA = 300, 300, 0.2


@pytest.mark.parametrize("kind", LEVEL)
def test_the_true_mean_is_ruled_out_no_more_often_than_stated(kind: str) -> None:
    outcomes, mean = LEVEL[kind]
    words = Words(b"simulation", kind)
    verdicts = Counter(
        looks(lambda: outcomes[words.below(len(outcomes))], DEALS, mean, ALPHA) for _ in range(RUNS)
    )
    # Both sides together at most 20 %; 300 runs of exactly that would exceed 27 % once in 1,000.
    assert verdicts["above"] + verdicts["below"] <= 0.2 * RUNS
    assert verdicts["above"] <= 0.15 * RUNS
    assert verdicts["below"] <= 0.15 * RUNS


def test_bets_on_the_wrong_side_of_the_rules_would_be_noticed() -> None:
    """The simulation can fail: looking again and again with a fixed-time test is often wrong."""
    words = Words(b"simulation", "naive")
    wrong = 0
    for _ in range(RUNS):
        total = 0
        for n in range(1, DEALS + 1):
            total += 2 * words.below(2) - 1
            if n >= 10 and abs(total) > 1.28 * n**0.5:  # two-sided 20 % at any one n
                wrong += 1
                break
    assert wrong > 0.5 * RUNS


@pytest.mark.parametrize(("wins", "half"), [(100, 9), (80, 28), (70, 60), (60, 240)])
def test_a_real_difference_is_found_as_soon_as_the_page_says(wins: int, half: int) -> None:
    words = Words(b"simulation", f"power {wins}")
    found = Counter(
        looks(lambda: 1.0 if words.below(100) < wins else -1.0, half, 0.0, 0.05) for _ in range(100)
    )
    assert found["above"] >= 38  # half of 100, but for the luck of the simulation
    assert found["below"] == 0
