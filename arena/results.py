"""What comes out of a decision, a game and a match."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

FaultKind = Literal["start", "timeout", "crash", "invalid", "illegal", "limit"]
FAULT_KINDS: tuple[FaultKind, ...] = ("start", "timeout", "crash", "invalid", "illegal", "limit")

BEFORE_GAME = -1
"""The decision number of a fault that a seat brought into the game."""


class Answer(NamedTuple):
    """A bot's decision; the note is for the record only."""

    action: str
    note: str | None = None


class Fault(NamedTuple):
    """Why a bot's seat is played by the fallback from here on.

    `detail` tells the author what to change. `earlier`: it happened in another game of the sitting.
    """

    kind: FaultKind
    detail: str
    earlier: bool = False


class SeatFault(msgspec.Struct, frozen=True):
    """A fault of a game: whose, and at which decision (counted from 0; BEFORE_GAME: brought in)."""

    seat: int
    decision: int
    kind: FaultKind
    detail: str
    earlier: bool = False


class GameResult(msgspec.Struct, frozen=True):
    """One finished game. Lists are by seat.

    `moves` replays the game from its seed: see `arena.moves.Moves`. `digest` is that of its record.
    """

    id: str
    deal: int
    order: int
    seed: str
    entrants: tuple[str, ...]
    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    moves: bytes
    digest: str


class Usage(msgspec.Struct, frozen=True):
    """What one bot's process used in one sitting, measured from outside."""

    entrant: str
    order: int
    start_s: float
    cpu_s: float
    max_rss_kb: int
    exit: str
    stderr: str


class MatchResult(msgspec.Struct, frozen=True):
    """All games of one match, in the order of (order, deal)."""

    match: str
    games: tuple[GameResult, ...]
    usage: tuple[Usage, ...] = ()


def ranks(
    scores: Sequence[int], tiebreaks: Sequence[int], failed: Sequence[int | None]
) -> tuple[int, ...]:
    """Places by seat, 1 is best, equal places are ties (1, 1, 3).

    `failed` holds for each seat the number of the decision at which it failed (BEFORE_GAME: before
    the game), None for a seat that did not: seats that failed rank below all others, an earlier
    fault below a later one.
    """
    keys = [
        (1, score, tiebreak) if decision is None else (0, decision, 0)
        for score, tiebreak, decision in zip(scores, tiebreaks, failed, strict=True)
    ]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
