"""What a ledger holds, as values."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from arena.match import MatchSpec
from arena.results import GameResult

Level = Literal["full", "partial", "none"]
RateBy = Literal["placement", "win", "points"]
Records = Literal["all", "faults", "none"]


class Head(msgspec.Struct, frozen=True):
    """The newest run's settings.

    `seed` is the tournament's secret. `entries` are the ids of the game entries in the file's
    order. `fixed` holds, as JSON values, every setting that may not change while results are
    kept, by names of its own choice. `text` is the tournament file as it was read. `publish` names
    the publishers of its files, `rating` the system that rates the bots.
    """

    tournament: str
    title: str
    seed: int
    sandbox: Level
    engine: str
    entries: tuple[str, ...]
    rate_by: RateBy
    records: Records
    fixed: Mapping[str, Any]
    text: str
    publish: tuple[str, ...] = ()
    rating: str = "trueskill"


class Enrolled(msgspec.Struct, frozen=True):
    """An entrant of the newest run, and whether it was benched there."""

    id: str
    name: str
    hash: str
    benched: bool = False


class Past(msgspec.Struct, frozen=True):
    """The beginning of a schedule that is settled: its matches before `position` (from 0).

    `last` is the id of the last of them. By entrant: `streaks` is in how many of its matches in a
    row up to the last it failed, if in any; `benched` is from which position on it plays no more.
    """

    position: int = 0
    last: str = ""
    streaks: Mapping[str, int] = {}
    benched: Mapping[str, int] = {}


class Played(NamedTuple):
    """A finished match. `finished_at`: seconds since 1970 UTC. `games` come without `moves`."""

    spec: MatchSpec
    finished_at: int
    host_faults: int
    games: tuple[GameResult, ...]


class Recorded(NamedTuple):
    """One game with all that replays it; `result.moves` is empty where no record was kept."""

    spec: MatchSpec
    result: GameResult


class Difference(NamedTuple):
    """A fixed setting that changed."""

    where: str
    was: Any
    now: Any


def differences(was: Any, now: Any, where: str = "") -> Iterator[Difference]:
    """Where two nested mappings of JSON values differ, by dotted path."""
    if not (isinstance(was, Mapping) and isinstance(now, Mapping)):
        if was != now:
            yield Difference(where, was, now)
        return
    for key in sorted({*was, *now}):
        below = f"{where}.{key}" if where else str(key)
        yield from differences(was.get(key), now.get(key), below)
