"""NAME.csv: all tables in one, a line for each entrant overall and in each game."""

import csv
from collections.abc import Iterator, Mapping
from io import StringIO

from arena.results import FAULT_KINDS
from arena.standings import Row, Standings
from arena.texts import literal

OVERALL = "overall"
"""Stands in the column `game` of the lines of all games together."""

_FIELDS = (
    "rank",
    "pool",
    "group",
    "id",
    "name",
    "hash",
    "rating",
    "mu",
    "sigma",
    "mu_low",
    "mu_high",
    "rank_low",
    "rank_high",
    "games",
    "win_share",
    "mean_place",
    "mean_score",
)
_FORMULA = ("=", "+", "-", "@")


def render(standings: Standings) -> Mapping[str, bytes]:
    """The file, in UTF-8 with a head line."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    faults = [f"faults_{kind}" for kind in FAULT_KINDS]
    writer.writerow(["game", *_FIELDS, *faults, "benched"])
    for game, row in _lines(standings):
        values = [_cell(getattr(row, field)) for field in _FIELDS]
        counts = [row.faults[kind] for kind in FAULT_KINDS]
        writer.writerow([game, *values, *counts, _cell(row.benched)])
    return {f"{standings.tournament}.csv": text.getvalue().encode()}


def _lines(standings: Standings) -> Iterator[tuple[str, Row]]:
    for row in standings.overall:
        yield OVERALL, row
    for entry, rows in standings.by_game.items():
        for row in rows:
            yield entry, row


def _cell(value: object) -> object:
    """A value as it is written; a text that a spreadsheet would take for a formula is quoted."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            text = literal(value)
            return f"'{text}" if text.lstrip().startswith(_FORMULA) else text
    return value
