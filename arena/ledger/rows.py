"""Matches as rows of the ledger, and back.

A match is one row: a row per game would cost the writer more than all the rest. What the standings
need stands before what they do not, so that reading them skips the moves.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from zlib import crc32

import msgspec

from arena.match import MatchSpec
from arena.results import GameResult, MatchResult, SeatFault, Usage

COLUMNS = "number, id, entry, place, finished_at, host_faults, faulty, spec, games"
"""What the checksum covers."""

Row = tuple[Any, ...]

pack = msgspec.msgpack.encode
read_moves = msgspec.msgpack.Decoder(list[bytes]).decode
read_spec = msgspec.json.Decoder(MatchSpec).decode
_to_json = msgspec.json.encode


class Game(NamedTuple):
    """A game as it stands in its match's row; who sat where follows from its order."""

    id: str
    deal: int
    order: int
    seed: str
    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    ranks: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    digest: str
    recorded: bool


class _Process(NamedTuple):
    """Usage without the names of its fields, which would take most of the room."""

    entrant: str
    order: int
    start_s: float
    cpu_s: float
    max_rss_kb: int
    exit: str
    stderr: str


read_faulty = msgspec.json.Decoder(tuple[str, ...]).decode
read_games = msgspec.json.Decoder(tuple[Game, ...]).decode
_read_usage = msgspec.msgpack.Decoder(tuple[_Process, ...]).decode


def check(spec: MatchSpec, result: MatchResult) -> None:
    """ValueError unless the games are those of the match, each one once, in order."""
    if result.match != spec.id:
        raise ValueError(f"a result of {result.match}, not of {spec.id}")
    due = [(order, deal) for order in range(len(spec.orders)) for deal in range(spec.deals)]
    if [(game.order, game.deal) for game in result.games] != due:
        raise ValueError(f"{spec.id}: the games are not each deal once in each seat order")
    if any(game.entrants != spec.orders[game.order] for game in result.games):
        raise ValueError(f"{spec.id}: a game was played in another seat order")


def match_row(
    number: int,
    spec: MatchSpec,
    games: Sequence[GameResult],
    moves: Sequence[bytes],
    finished_at: int,
    host_faults: int,
) -> Row:
    """The values of COLUMNS. `moves`: those that are kept of each game."""
    stored = [_stored(game, bool(kept)) for game, kept in zip(games, moves, strict=True)]
    return (
        number,
        spec.id,
        spec.entry,
        spec.index,
        finished_at,
        host_faults,
        _to_json(_faulty(games)).decode(),
        _to_json(spec).decode(),
        _to_json(stored).decode(),
    )


def checksum(row: Sequence[Any]) -> int:
    """Of values that must come back as they were written."""
    return crc32(pack(row))


def game_result(spec: MatchSpec, game: Game, moves: bytes = b"") -> GameResult:
    """The game of a match as it was appended."""
    return GameResult(
        id=game.id,
        deal=game.deal,
        order=game.order,
        seed=game.seed,
        entrants=spec.orders[game.order],
        scores=game.scores,
        tiebreaks=game.tiebreaks,
        ranks=game.ranks,
        faults=game.faults,
        moves=moves,
        digest=game.digest,
    )


def pack_usage(usage: Iterable[Usage]) -> bytes:
    """What a match's processes used."""
    return pack([msgspec.structs.astuple(one) for one in usage])


def read_usage(packed: bytes) -> tuple[Usage, ...]:
    """The reverse of `pack_usage`."""
    return tuple(Usage(*one) for one in _read_usage(packed))


def _faulty(games: Iterable[GameResult]) -> list[str]:
    return sorted({game.entrants[fault.seat] for game in games for fault in game.faults})


def _stored(game: GameResult, recorded: bool) -> tuple[Any, ...]:
    """A `Game`, but as a plain tuple, which is made faster."""
    return (
        game.id,
        game.deal,
        game.order,
        game.seed,
        game.scores,
        game.tiebreaks,
        game.ranks,
        game.faults,
        game.digest,
        recorded,
    )
