"""Rating systems: modules with a `rate` here, and the entry points `arena.ratings` of others.

A system is a function of games alone: `rate(games, rate_by, sure=True) -> Rated`, with a rating for
every entrant that stands in a game. It may iterate over `games` once. It is imported when named.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Protocol

from arena.plugins import RATINGS

# For numpy, which is not loaded yet. Matrices here are small: more threads would mostly wait for
# each other, longer the busier the machine is, and round in another order.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

RateBy = Literal["placement", "win", "points"]


class RatedGame(NamedTuple):
    """A game as far as ratings go. Tuples are by seat.

    `kind`: games of different kinds may have different luck and ties. `match`: games of one match
    depend on one another. `ranks`: 1 is best, equal ranks are ties. `failed`: seats with a fault.
    """

    kind: str
    match: str
    entrants: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    failed: frozenset[int] = frozenset()


class Rating(NamedTuple):
    """An entrant's skill: mean and standard deviation of what is believed of it.

    The rest is None where a system does not work it out: 95 % intervals of `mu` and of the rank,
    and the group, a letter that neighbours share whom the games do not tell apart.
    """

    mu: float
    sigma: float
    mu_low: float | None = None
    mu_high: float | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    group: str | None = None

    @property
    def rating(self) -> float:
        """What the table is sorted by: the skill is very likely above it."""
        return self.mu - 3 * self.sigma


class Rated(NamedTuple):
    """`p_above[a][b]`: how sure it is that a is better than b; empty where not worked out.

    `skipped`: how many games could not be rated for numeric reasons.
    """

    ratings: Mapping[str, Rating]
    p_above: Mapping[str, Mapping[str, float]] = {}
    skipped: int = 0


class Rate(Protocol):
    """A rating system."""

    def __call__(self, games: Iterable[RatedGame], rate_by: RateBy, *, sure: bool = True) -> Rated:
        """The ratings of all entrants of the games.

        `sure`: whether it is wanted how sure they are; `mu` and `sigma` always are.
        """


def names() -> tuple[str, ...]:
    """The names of all rating systems, sorted."""
    return RATINGS.names()


def load(name: str) -> Rate:
    """The rating system of that name. KeyError if there is none."""
    rate: Rate = RATINGS.load(name)
    return rate


def rated_ranks(game: RatedGame, rate_by: RateBy) -> tuple[int, ...]:
    """The ranks that count: as placed, or by wins the winners 1 and the rest 2."""
    return tuple(min(rank, 2) for rank in game.ranks) if rate_by == "win" else game.ranks
