"""What it costs to rate leagues: CPU time and memory, intervals from matches drawn anew included.

Each league is rated in a process of its own, whose peak is the memory that is told. Games are made
up while they are rated, as the ledger yields them one by one; the CPU time includes that.
"""

import multiprocessing
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from arena.ratings import RatedGame, load
from tests.bench.core import Row, peak_mb

SEATS = 4
GAMES_A_MATCH = 16
SPREAD = 12.0
"""Between the best and the worst skill, on the scale of ratings."""
LUCK = 25 / 6
STEP = 0.5
"""Performances are rounded to it, so that some tie."""


class League(NamedTuple):
    """A league between so many bots, rated by one system, and what is to be reached."""

    system: str
    bots: int
    games: int
    seconds: str
    megabytes: str = ""


LEAGUES = (
    League("trueskill", 12, 10_000, "<= 20"),
    League("trueskill", 300, 100_000, "<= 60"),
    League("trueskill", 12, 1_000_000, "<= 30", "<= 500"),
    League("bradley_terry", 12, 10_000, ""),
)


def rows() -> list[Row]:
    """CPU seconds and peak memory for each league."""
    return [row for league in LEAGUES for row in _rows(league)]


def _rows(league: League) -> list[Row]:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        seconds, megabytes = pool.apply(rated, (league,))
    what = f"{league.system}, {league.games:,} games of {league.bots} bots"
    return [
        Row(f"{what}: CPU", seconds, "s", goal=league.seconds),
        Row(f"{what}: peak memory", megabytes, "MB", goal=league.megabytes),
    ]


def rated(league: League) -> tuple[float, float]:
    """CPU seconds and the process's peak of memory in MB."""
    rate = load(league.system)
    began = time.process_time()
    ratings = rate(played(league), "placement").ratings
    seconds = time.process_time() - began
    if len(ratings) != league.bots:
        raise AssertionError(f"{len(ratings)} of {league.bots} bots were rated")
    return seconds, peak_mb()


def played(league: League) -> Iterator[RatedGame]:
    """The games, match by match."""
    luck = np.random.Generator(np.random.PCG64(1))
    names = np.array([f"b{number:03}" for number in range(league.bots)])
    skills = np.linspace(0.0, SPREAD, league.bots)
    for match in range(league.games // GAMES_A_MATCH):
        table = luck.choice(league.bots, SEATS, replace=False)
        shown = luck.normal(skills[table], LUCK, (GAMES_A_MATCH, SEATS))
        scores = np.round(shown / STEP).astype(int)
        ranks = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
        entrants = tuple(names[table].tolist())
        for points, places in zip(scores.tolist(), ranks.tolist(), strict=True):
            yield RatedGame("dice", f"m{match}", entrants, tuple(places), tuple(points))
