"""How much surer results are where bots share their luck: variances with and without.

Every deal is played with the bots moved up a seat from game to game, until each has had each seat.
Two bots' difference, by points, places or wins, is the mean over these games; had every game had a
deal of its own, its variance would be the mean of the single games' variances over their number.
In bank_dice all stake on the same dice and seats do not matter, so one game of each deal is played,
and points at one table are compared with points at two tables. (Places at two tables are no match.)

`python -m tests.bench.luck DEALS` measures with more deals, so that the figures are surer.
"""

import sys
from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tests.bench.core import Row
from tests.bots.tables import bot_class, play

DEALS = 40
DRAWS = 1000
"""Samples of the deals that were played, drawn for the interval of a ratio."""

Figures = NDArray[np.float64]
"""Deals × games of a deal × bots × what is measured."""


class Setting(NamedTuple):
    """A game, and bots of which the first three were written for it."""

    game: str
    bots: tuple[str, ...]
    options: dict[str, Any]
    turned: bool


SETTINGS = (
    Setting(
        "bank_dice",
        ("bank_early", "bank_target", "bank_watcher", "random_any"),
        {"rounds": 20},
        turned=False,
    ),
    Setting(
        "bank_or_bust_numbers",
        ("numbers_five_cards", "numbers_gap", "numbers_counter", "random_any"),
        {"target": 50},
        turned=True,
    ),
    Setting(
        "bank_or_bust_money",
        ("money_stick", "money_hundred", "money_counter", "random_any"),
        {"wild": True},
        turned=True,
    ),
    Setting(
        "banking_benjamins",
        ("benjamins_builder", "benjamins_thief", "benjamins_banker"),
        {"wild": True},
        turned=True,
    ),
)
MEASURES = ("points", "places", "wins")


def rows(deals: int = DEALS) -> list[Row]:
    """For each game and measure, variance without common luck to variance with it."""
    return [row for setting in SETTINGS for row in _rows(setting, deals)]


def _rows(setting: Setting, deals: int) -> list[Row]:
    figures = played(setting, deals)
    gain = gains_by_seats if setting.turned else gains_by_table
    low, high = interval(figures, gain)
    return [
        Row(
            f"{setting.game}: gain from common luck, {measure} "
            f"({deals} deals, 95 %: {low[place]:.2f} to {high[place]:.2f})",
            float(value),
            "× variance",
        )
        for place, (measure, value) in enumerate(zip(MEASURES, gain(figures), strict=False))
    ]


def played(setting: Setting, deals: int) -> Figures:
    """Points, places and wins (shared ones in parts) of the three bots."""
    bots = [bot_class(name) for name in setting.bots]
    found = []
    for deal in range(deals):
        for turn in range(len(bots) if setting.turned else 1):
            result, _ = play(setting.game, bots[turn:] + bots[:turn], deal, **setting.options)
            won = result.ranks.count(1)
            seats = [(bot - turn) % len(bots) for bot in range(3)]
            found.append(
                [(result.scores[s], result.ranks[s], (result.ranks[s] == 1) / won) for s in seats]
            )
    return np.array(found, dtype=np.float64).reshape(deals, -1, 3, len(MEASURES))


def gains_by_seats(figures: Figures) -> Figures:
    """By measure: games with a deal each, against games that share one."""
    apart = np.zeros(len(MEASURES))
    shared = np.zeros(len(MEASURES))
    for one, other in combinations(range(3), 2):
        difference = figures[:, :, one] - figures[:, :, other]
        apart += difference.var(axis=0).mean(axis=0) / difference.shape[1]
        shared += difference.mean(axis=1).var(axis=0)
    return np.asarray(apart / shared)


def gains_by_table(figures: Figures) -> Figures:
    """Of points alone: bots with dice of their own, against bots that share them."""
    points = figures[:, 0, :, 0]
    pairs = list(combinations(range(3), 2))
    apart = sum(points[:, one].var() + points[:, other].var() for one, other in pairs)
    shared = sum((points[:, one] - points[:, other]).var() for one, other in pairs)
    return np.array([apart / shared])


def interval(figures: Figures, gain: Callable[[Figures], Figures]) -> tuple[Figures, Figures]:
    """Where the gains lie with 95 %, by drawing the deals anew."""
    raw = np.random.Generator(np.random.PCG64(1))
    count = len(figures)
    drawn = [gain(figures[raw.integers(count, size=count)]) for _ in range(DRAWS)]
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return low, high


if __name__ == "__main__":
    for row in rows(int(sys.argv[1])):
        print(f"{row.what}: {row.value:.2f} {row.unit}")
