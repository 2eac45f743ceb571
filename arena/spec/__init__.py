"""Tournament files: YAML that is read strictly into checked values.

What does the reading is imported when a file is read, so that this package is cheap to import.
"""

from pathlib import Path
from typing import Any

from arena.spec.model import (
    BotEntry,
    FormatSpec,
    GameSpec,
    LimitsSpec,
    RateBy,
    Records,
    SeatOrders,
    TournamentSpec,
)

__all__ = [
    "BotEntry",
    "FormatSpec",
    "GameSpec",
    "LimitsSpec",
    "RateBy",
    "Records",
    "SeatOrders",
    "TournamentSpec",
    "load",
    "schema",
]


def load(path: Path) -> TournamentSpec:
    """The tournament in a file.

    Raises one ArenaError that lists everything that is wrong with the file, a line each:
    `file:line:column: what is wrong, what would be right`.
    """
    from arena.spec.tournament import read

    return read(path)


def schema() -> dict[str, Any]:
    """The JSON Schema of tournament files, with the options of every game, for editors."""
    from arena.spec.json_schema import schema

    return schema()
