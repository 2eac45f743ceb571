"""What differences from -1 to 1 say about their mean, valid at every moment one looks.

The test bets on the mean. For a candidate mean m, a gambler stakes the fraction c of the wealth on
the next difference x being above m, and has `1 + c * (x - m) / (1 + m)` times as much afterwards:
never less than nothing, and on average the same if the mean is m, or less if it is below. We spread
one unit over BETS, and do the same for the other side. By Ville's inequality the wealth of a side
ever exceeds 2 / alpha with a chance of at most alpha / 2 if m is the mean. So the means against
which neither side has come to that much are an interval that covers the true mean at all times at
once with a chance of at least 1 - alpha: one may look after every game, and stop when one likes.

Nothing else is asked of the differences: not that they be normal, nor independent of each other.
What is asked is that, whatever has happened so far, the next one has the mean m.

I. Waudby-Smith, A. Ramdas: Estimating means of bounded random variables by betting. Journal of the
Royal Statistical Society B 86 (2024) 1-27. The mixture of constant fractions is that of
F. Orabona, K.-S. Jun: Tight concentrations and confidence sequences from the regret of universal
portfolio. IEEE Transactions on Information Theory 70 (2024) 436-455.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import exp, inf, log, log1p
from typing import NamedTuple

BETS = tuple(0.95 * 0.6**k for k in range(12))
"""The fractions that are staked, an equal part of the wealth on each: from bold to 0.3 %."""
HALVINGS = 40
"""How often the end of an interval is halved: to a millionth of a millionth."""


class Interval(NamedTuple):
    """From `low` to `high`."""

    low: float
    high: float


@dataclass(slots=True)
class Evidence:
    """Differences seen so far; their order does not matter. `alpha`: the chance to be wrong."""

    alpha: float
    seen: Counter[float] = field(default_factory=Counter)

    def add(self, difference: float) -> None:
        """One more. ValueError where it is not from -1 to 1."""
        if not -1.0 <= difference <= 1.0:
            raise ValueError(f"a difference of {difference} is not from -1 to 1")
        self.seen[difference] += 1

    @property
    def count(self) -> int:
        """How many there are."""
        return self.seen.total()

    @property
    def mean(self) -> float:
        """Their mean, 0 where there are none."""
        total = sum(x * n for x, n in sorted(self.seen.items()))
        return total / self.count if self.seen else 0.0

    def above(self, mean: float) -> bool:
        """Whether the true mean is shown to be above `mean`."""
        return log_wealth(self.seen, mean) >= log(2 / self.alpha)

    def below(self, mean: float) -> bool:
        """Whether the true mean is shown to be below `mean`."""
        return log_wealth(_mirrored(self.seen), -mean) >= log(2 / self.alpha)

    def interval(self) -> Interval:
        """Where the true mean is, but for a chance of `alpha`."""
        enough = log(2 / self.alpha)
        low = _lowest(self.seen, enough)
        return Interval(low, -_lowest(_mirrored(self.seen), enough))


def log_wealth(seen: Counter[float], mean: float) -> float:
    """The logarithm of what one unit has come to that was staked on the mean being above `mean`."""
    if mean <= -1.0:
        return inf if any(x > -1.0 for x in seen) else 0.0
    gains = [((x - mean) / (1 + mean), count) for x, count in sorted(seen.items())]
    logs = [sum(count * log1p(bet * gain) for gain, count in gains) for bet in BETS]
    most = max(logs)
    return most + log(sum(exp(one - most) for one in logs) / len(BETS))


def _lowest(seen: Counter[float], enough: float) -> float:
    """The least mean against which the wealth has not come to `enough`; it falls with the mean."""
    low, high = -1.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if log_wealth(seen, middle) >= enough:
            low = middle
        else:
            high = middle
    return low


def _mirrored(seen: Counter[float]) -> Counter[float]:
    return Counter({-x: count for x, count in seen.items()})
