"""What standings say, as values."""

from collections.abc import Mapping

import msgspec

from arena.ledger import Level, Recorded, Records
from arena.ratings import RateBy
from arena.results import FaultKind

KEPT = 6
"""Decimals of published numbers: beyond them is the noise of the arithmetic."""


class Row(msgspec.Struct, frozen=True):
    """An entrant in a table.

    `pool`, from 1: those whom no games connect, not even through others, are in different pools;
    `rank`, its range and `group` are about the entrants of one pool. `rating` is mu - 3 sigma.
    `win_share`: a game that k entrants won counts 1/k for each, divided by the number of games.
    `mean_place`: 1 is best. `mean_score` and `seats`, the number of games in each seat, are None
    where games of several kinds are counted together; `mean_score` is an integer where it is beyond
    floats. `faults` holds every kind; a process that failed counts once, however many games of its
    sitting that cost. What no game has told yet is None: all figures of an entrant without games,
    and those that the rating does not work out.
    """

    rank: int | None
    pool: int | None
    group: str | None
    id: str
    name: str
    hash: str
    rating: float | None
    mu: float | None
    sigma: float | None
    mu_low: float | None
    mu_high: float | None
    rank_low: int | None
    rank_high: int | None
    games: int
    win_share: float | None
    mean_place: float | None
    mean_score: float | int | None
    seats: tuple[int, ...] | None
    faults: Mapping[str, int]
    benched: bool


class Meeting(msgspec.Struct, frozen=True):
    """The games that two entrants played at one table: how often the first was above the second."""

    games: int
    above: int
    level: int
    below: int
    p_above: float | None


class Balance(msgspec.Struct, frozen=True):
    """How evenly the games of an entry are spread. All in games.

    `sitting`: one sitting's. `seats`: by how many two seats of one entrant differ at most.
    `met_least`, `met_most`: those of the pair that met least and of the one that met most; 0 where
    two never met.
    """

    sitting: int
    seats: int
    met_least: int
    met_most: int


class Incident(msgspec.Struct, frozen=True):
    """A fault of an entrant: in which game, and the last lines that its process wrote to stderr."""

    entry: str
    game: str
    kind: FaultKind
    detail: str
    stderr: str


class ToldGame(msgspec.Struct, frozen=True):
    """A game worth telling of. Tuples are by seat, `failed` holds the seats with a fault.

    `surprises`, from -1 to 1: how much better a seat placed than its entrant's skill promised.
    """

    entry: str
    id: str
    entrants: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    failed: tuple[int, ...]
    surprises: tuple[float, ...]


class Telling(msgspec.Struct, frozen=True):
    """A game to be shown move by move.

    `why`: "upset", which `entrant` won, or the kind of the fault that `entrant` had in it.
    `recorded.result.moves` is empty where no record was kept.
    """

    why: str
    entry: str
    entrant: str
    recorded: Recorded


class Skill(msgspec.Struct, frozen=True):
    """What was believed of an entrant."""

    mu: float
    sigma: float


class Snapshot(msgspec.Struct, frozen=True):
    """The ratings by entrant after the first `games` of the schedule, that share of all."""

    share: float
    games: int
    skills: Mapping[str, Skill]


class Chronicle(msgspec.Struct, frozen=True):
    """What happened in a tournament; `incidents` and `games` are a choice of each entrant's.

    `rules`: the id of the game that each entry plays. `records`: which games can be shown move by
    move, if that has not been changed since they were played.
    """

    incidents: Mapping[str, tuple[Incident, ...]]
    games: Mapping[str, tuple[ToldGame, ...]]
    telling: tuple[Telling, ...]
    history: tuple[Snapshot, ...]
    rules: Mapping[str, str]
    records: Records = "all"


class Standings(msgspec.Struct, frozen=True):
    """All that is published of a tournament.

    `by_game`, `seats` and `balance` are keyed by the ids of the tournament's game entries, in its
    order; `seats` has the win share of each seat. `last_finished_at`: seconds since 1970 UTC, None
    without matches. `unrated`: games that were too much for the rating's arithmetic. `rating`: the
    system that rated. `chronicle`: see `chronicled`.
    """

    tournament: str
    title: str
    finished: bool
    seed: int
    sandbox: Level
    engine: str
    rate_by: RateBy
    matches: int
    games: int
    overall: tuple[Row, ...]
    by_game: Mapping[str, tuple[Row, ...]]
    head_to_head: Mapping[str, Mapping[str, Meeting]]
    seats: Mapping[str, tuple[float, ...]]
    balance: Mapping[str, Balance]
    host_faults: int
    last_finished_at: int | None
    unrated: int
    rating: str = "trueskill"
    chronicle: Chronicle | None = None
