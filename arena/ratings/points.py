"""Rating by points: a difference of points is a difference of performances.

Points are measured, for each kind of game, in standard deviations about the mean of their table, of
which one is the luck that TrueSkill gives a performance. A seat that failed counts as the last of
its table. All sums are of whole numbers, so that no order of the games changes them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt
from typing import NamedTuple

import numpy as np
from trueskill import BETA

from arena.ratings import RatedGame
from arena.ratings.evidence import Evidence, Part
from arena.ratings.truncated import Array

_FINE = 60
"""Binary places of a standard deviation."""


class Table(NamedTuple):
    """Games of one kind and match between the same entrants, who are sorted."""

    match: str
    kind: str
    entrants: tuple[str, ...]


@dataclass(slots=True)
class Sums:
    """Over a table's games: points above the mean times the number of seats, for each entrant."""

    games: int
    above: list[int]


class Points(NamedTuple):
    """All games; `squares`: by kind, of what is in `Sums.above` over seats, and how many seats."""

    tables: dict[Table, Sums]
    squares: dict[str, tuple[int, int]]


def collect(games: Iterable[RatedGame]) -> Points:
    """The sums of these games, in whatever order they come."""
    tables: dict[Table, Sums] = {}
    squares: dict[tuple[str, int], int] = {}
    freedom: dict[str, int] = {}
    for game in games:
        order = sorted(range(len(game.entrants)), key=lambda seat: game.entrants[seat])
        points = _counted(game)
        seats, total = len(points), sum(points)
        above = [seats * points[seat] - total for seat in order]
        table = Table(game.match, game.kind, tuple(game.entrants[seat] for seat in order))
        sums = tables.setdefault(table, Sums(0, [0] * seats))
        sums.games += 1
        sums.above = [old + new for old, new in zip(sums.above, above, strict=True)]
        key = (game.kind, seats)
        squares[key] = squares.get(key, 0) + sum(one * one for one in above)
        freedom[game.kind] = freedom.get(game.kind, 0) + seats - 1
    return Points(tables, {kind: (_pooled(squares, kind), freedom[kind]) for kind in freedom})


def _counted(game: RatedGame) -> list[int]:
    """The points by seat; those of a seat that failed are at most the others' lowest."""
    honest = [score for seat, score in enumerate(game.scores) if seat not in game.failed]
    lowest = min(honest, default=0)
    return [
        (min(score, lowest) if honest else 0) if seat in game.failed else score
        for seat, score in enumerate(game.scores)
    ]


def _pooled(squares: dict[tuple[str, int], int], kind: str) -> int:
    """The sum of squares of points about the mean of their table, in 4**-_FINE."""
    return sum(
        (total << 2 * _FINE) // seats**2 for (one, seats), total in squares.items() if one == kind
    )


def evidence(points: Points, entrants: list[str]) -> Evidence:
    """What the games say together; matches are numbered in the order of their ids."""
    numbers = {entrant: number for number, entrant in enumerate(entrants)}
    tables = sorted(points.tables)
    matches = {match: number for number, match in enumerate(sorted({t.match for t in tables}))}
    sizes: dict[int, list[int]] = {}
    for row, table in enumerate(tables):
        sizes.setdefault(len(table.entrants), []).append(row)
    parts = []
    for seats, rows in sorted(sizes.items()):
        some = [tables[row] for row in rows]
        games = np.array([points.tables[table].games for table in some], dtype=float)
        centre = (np.eye(seats) - 1 / seats) / BETA**2
        shift = np.array([_shift(points, table) for table in some])
        who = np.array([[numbers[one] for one in table.entrants] for table in some]).T
        parts.append(Part(who, np.array(rows), games[:, None, None] * centre, shift))
    played = (
        np.arange(len(tables)),
        np.array([matches[table.match] for table in tables]),
        np.ones(len(tables), dtype=np.intp),
    )
    return Evidence(parts, len(entrants), len(matches), played)


def _shift(points: Points, table: Table) -> list[float]:
    """The sum of each entrant's performances about the table's mean, times their precision."""
    squares, freedom = points.squares[table.kind]
    deviation = isqrt(squares // freedom)
    seats = len(table.entrants)
    return [
        (above << _FINE) / (seats * deviation) / BETA if deviation else 0.0
        for above in points.tables[table].above
    ]


def posterior(found: Evidence) -> tuple[Array, Array]:
    """Mean of each skill, and its standard deviation were the others' skills known.

    As in TrueSkill, which treats skills apart: the level that all have in common, of which games
    say nothing, is left out.
    """
    precision, _ = found.system(np.ones(found.matches))
    return found.means(np.ones(found.matches)), np.diag(precision) ** -0.5
