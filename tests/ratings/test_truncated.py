"""Moments of cut normal distributions against sums over a fine grid."""

import numpy as np
import pytest

from arena.ratings.truncated import above, within


def by_sum(mean: float, variance: float, low: float, high: float) -> tuple[float, float]:
    """The message of the cut between two places, by the midpoint rule."""
    edges = np.linspace(low, high, 2_000_001)
    middle = (edges[1:] + edges[:-1]) / 2
    exponent = -((middle - mean) ** 2) / (2 * variance)
    weight = np.exp(exponent - exponent.max())
    weight /= weight.sum()
    centre = float((weight * middle).sum())
    left = float((weight * (middle - centre) ** 2).sum())
    return 1 / left - 1 / variance, centre / left - mean / variance


@pytest.mark.parametrize("mean", [-60.0, -8.0, -1.0, 0.0, 3.0, 12.0])
@pytest.mark.parametrize("margin", [0.05, 0.7, 3.0])
def test_messages_are_those_of_the_cut_distribution(mean: float, margin: float) -> None:
    variance = 30.0
    given = np.array([mean]), np.array([variance]), np.array([margin])
    far = max(mean, margin) + 12 * variance**0.5
    told = [float(one[0]) for one in above(*given)]
    assert told == pytest.approx(by_sum(mean, variance, margin, far), rel=1e-4, abs=1e-7)
    told = [float(one[0]) for one in within(*given)]
    assert told == pytest.approx(by_sum(mean, variance, -margin, margin), rel=1e-4, abs=1e-7)


@pytest.mark.parametrize("mean", [-1e6, -300.0, 300.0, 1e6])
@pytest.mark.parametrize("margin", [1e-6, 1.0])
def test_the_greatest_surprise_gives_a_message(mean: float, margin: float) -> None:
    given = np.array([mean]), np.array([0.01]), np.array([margin])
    for learn in (above, within):
        for told in learn(*given):
            assert np.isfinite(told).all()
