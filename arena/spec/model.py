"""What a tournament file says, checked and with every default filled in."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

SeatOrders = Literal["one", "cyclic", "all"]
RateBy = Literal["placement", "win", "points"]
Records = Literal["all", "faults", "none"]


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot file, a folder or a glob pattern to look for bots, not looked up yet.

    In a pattern the part that is the tournament file's own folder is escaped, so that only what the
    file says can match; a path that exists as it stands is no pattern.
    """

    path: Path
    id: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class GameSpec:
    """A game of the tournament and how its matches are played.

    `options` holds every option of the game. `id` tells the entries apart, also in tables: the
    game's id, unless the file gives another.
    """

    game: str
    players: int
    options: Mapping[str, Any]
    deals: int
    seat_orders: SeatOrders
    id: str


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """Who meets whom: the id of a format, and how often it is gone through."""

    type: str
    cycles: int


@dataclass(frozen=True, slots=True)
class LimitsSpec:
    """What a bot may use: seconds, megabytes, processes. `game_s` None: no budget per game.

    `ponder`: whether a bot may go on computing while others decide.
    """

    start_s: float
    move_s: float
    game_s: float | None
    memory_mb: int
    processes: int
    ponder: bool


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """A whole tournament file: its path, its text and what it says.

    `seed` None: one is to be drawn. The text has line ends of one character and no byte order mark.
    """

    name: str
    title: str
    seed: int | None
    bots: tuple[BotEntry, ...]
    games: tuple[GameSpec, ...]
    format: FormatSpec
    limits: LimitsSpec
    rating: str
    rate_by: RateBy
    anonymous: bool
    bench_after: int
    records: Records
    publish: tuple[str, ...]
    path: Path
    text: str
