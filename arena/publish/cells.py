"""The columns of a table of entrants, as texts."""

from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

from arena.standings import Row, Standings
from arena.texts import told_apart

NOTHING = "–"
Z95 = 1.959964
"""Standard deviations to each side that hold 95 % of a normal distribution."""


class Column(NamedTuple):
    """A column: its title, whether it is numbers, and its text for a row and that row's name."""

    title: str
    numeric: bool
    text: Callable[[Row, str], str]


def columns(rows: Sequence[Row], *, scores: bool) -> list[Column]:
    """Those of the table with these rows: of one game (`scores`), or of all games."""
    found = [
        *(
            [Column("pool", True, lambda row, _: _or_nothing(row.pool, "d"))]
            if pooled(rows)
            else []
        ),
        Column("rank", True, lambda row, _: _or_nothing(row.rank, "d")),
        Column("ranks", False, lambda row, _: rank_range(row)),
        Column("group", False, lambda row, _: row.group or NOTHING),
        Column("bot", False, lambda _, name: name),
        Column("rating", True, lambda row, _: _or_nothing(row.rating, ".2f")),
        Column("±", True, lambda row, _: _or_nothing(half_width(row), ".2f")),
        Column("games", True, lambda row, _: f"{row.games:,}"),
        Column("win share", True, lambda row, _: percent(row.win_share)),
        Column("mean place", True, lambda row, _: _or_nothing(row.mean_place, ".2f")),
    ]
    if scores:
        found.append(Column("mean score", True, lambda row, _: score(row.mean_score)))
    return [*found, Column("faults", False, lambda row, _: ", ".join(faults(row)) or NOTHING)]


def shown_names(standings: Standings) -> dict[str, str]:
    """By id: the names made harmless, with the ids where two of the tournament look alike."""
    return told_apart({row.id: row.name for row in standings.overall})


def pooled(rows: Sequence[Row]) -> bool:
    """Whether there are several pools, so that it matters in which a bot is."""
    return any(row.pool and row.pool > 1 for row in rows)


def rank_range(row: Row) -> str:
    """The ranks that the bot has with 95 %: 2–4, or 1 alone."""
    if row.rank_low is None or row.rank_high is None:
        return NOTHING
    low, high = row.rank_low, row.rank_high
    return f"{low}" if low == high else f"{low}–{high}"


def half_width(row: Row) -> float | None:
    """Half of the range that holds the skill with 95 %."""
    if row.mu_low is not None and row.mu_high is not None:
        return (row.mu_high - row.mu_low) / 2
    return None if row.sigma is None else Z95 * row.sigma


def faults(row: Row) -> list[str]:
    """The faults by kind, and whether the bot was benched."""
    told = [f"{count:,} {kind}" for kind, count in row.faults.items() if count]
    return [*told, "benched"] if row.benched else told


def percent(share: float | None) -> str:
    """Of one."""
    return NOTHING if share is None else f"{100 * share:.1f} %"


def score(mean: float | int | None) -> str:
    """Points in full, or the power of ten where they would fill the page."""
    if mean is None:
        return NOTHING
    return f"{mean:,.1f}" if abs(mean) < 10**12 else f"{Decimal(mean):.3E}"


def points(score: int) -> str:
    """Those of one game, as `score` writes a mean."""
    return f"{score:,}" if abs(score) < 10**12 else f"{Decimal(score):.3E}"


def _or_nothing(value: float | None, form: str) -> str:
    return NOTHING if value is None else format(value, form)
