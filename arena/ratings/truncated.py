"""What is learnt of a normally distributed difference from knowing on which side of a line it is.

All functions work on arrays, and in the far tails too. `t` is the mean and `e` the margin, both in
standard deviations.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr  # type: ignore[import-untyped]

Array = NDArray[np.float64]

_LOG_SQRT_2PI = 0.5 * np.log(2 * np.pi)
_LEAST = 1e-9
"""The least part of the variance that is left: less is lost in rounding."""


def above(mean: Array, variance: Array, margin: Array) -> tuple[Array, Array]:
    """The message that the difference is above the margin: precision, precision times mean."""
    deviation = np.sqrt(variance)
    t = (mean - margin) / deviation
    v = np.exp(_log_density(t) - log_ndtr(t))
    return _message(mean, variance, deviation, v, v * (v + t))


def within(mean: Array, variance: Array, margin: Array) -> tuple[Array, Array]:
    """The message that the difference is at most the margin to either side."""
    deviation = np.sqrt(variance)
    t, e = np.abs(mean) / deviation, margin / deviation
    # Mirrored so that both ends lie in the left tail, where logarithms keep their precision.
    high, low = e - t, -e - t
    log_high, log_low = log_ndtr(high), log_ndtr(low)
    log_mass = log_high + np.log1p(-np.exp(np.minimum(log_low - log_high, -1e-300)))
    at_high = np.exp(_log_density(high) - log_mass)
    at_low = np.exp(_log_density(low) - log_mass)
    v = at_low - at_high
    w = v * v + high * at_high - low * at_low
    return _message(mean, variance, deviation, np.sign(mean) * v, w)


def _message(
    mean: Array, variance: Array, deviation: Array, v: Array, w: Array
) -> tuple[Array, Array]:
    """From the shift of the mean, v deviations, and the part w by which the variance shrinks."""
    left = np.clip(1 - w, _LEAST, 1)
    precision = (1 - left) / (left * variance)
    return precision, (mean * (1 - left) + deviation * v) / (left * variance)


def _log_density(t: Array) -> Array:
    return np.asarray(-0.5 * t * t - _LOG_SQRT_2PI)
