"""Matches and games as rows of the ledger, and back."""

from collections.abc import Iterable, Sequence
from typing import Any
from zlib import crc32

import msgspec

from arena.match import MatchSpec
from arena.results import GameResult, MatchResult, SeatFault, Usage

encode = msgspec.json.encode
pack = msgspec.msgpack.encode
read_spec = msgspec.json.Decoder(MatchSpec).decode
read_moves = msgspec.msgpack.Decoder(list[bytes]).decode
_read_usage = msgspec.msgpack.Decoder(
    tuple[tuple[str, int, float, float, int, str, str], ...]
).decode
_read_numbers = msgspec.json.Decoder(tuple[int, ...]).decode
_read_faults = msgspec.json.Decoder(tuple[SeatFault, ...]).decode

MATCH = "number, id, entry, place, spec, finished_at, host_faults"
GAME = (
    "match, position, id, deal, seat_order, seed, "
    "scores, tiebreaks, ranks, faults, digest, recorded"
)

Row = tuple[Any, ...]


def check(spec: MatchSpec, result: MatchResult) -> None:
    """ValueError unless the games are those of the match, each one once."""
    if result.match != spec.id:
        raise ValueError(f"a result of {result.match}, not of {spec.id}")
    due = {(order, deal) for order in range(len(spec.orders)) for deal in range(spec.deals)}
    got = [(game.order, game.deal) for game in result.games]
    if len(got) != len(due) or set(got) != due:
        raise ValueError(f"{spec.id}: the games are not each deal once in each seat order")
    if any(game.entrants != spec.orders[game.order] for game in result.games):
        raise ValueError(f"{spec.id}: a game was played in another seat order")


def game_row(number: int, position: int, game: GameResult, *, recorded: bool) -> Row:
    """A game of the match of that number, without its moves, in the order of GAME."""
    return (
        number,
        position,
        game.id,
        game.deal,
        game.order,
        game.seed,
        encode(game.scores),
        encode(game.tiebreaks),
        encode(game.ranks),
        encode(game.faults),
        game.digest,
        int(recorded),
    )


def game_result(spec: MatchSpec, row: Row) -> GameResult:
    """The game of a row, without its moves."""
    _, _, game, deal, order, seed, scores, tiebreaks, ranks, faults, digest, _ = row
    return GameResult(
        id=game,
        deal=deal,
        order=order,
        seed=seed,
        entrants=spec.orders[order],
        scores=_read_numbers(scores),
        tiebreaks=_read_numbers(tiebreaks),
        ranks=_read_numbers(ranks),
        faults=_read_faults(faults) if faults != b"[]" else (),
        moves=b"",
        digest=digest,
    )


def checksum(match: Sequence[Any], games: Sequence[Row]) -> int:
    """Of a match's row, in the order of MATCH, and of its games' rows."""
    return crc32(pack((match, games)))


def usage_row(usage: Iterable[Usage]) -> bytes:
    """What a match's processes used, without the names of the fields, which took most room."""
    return pack([msgspec.structs.astuple(one) for one in usage])


def read_usage(row: bytes) -> tuple[Usage, ...]:
    """The reverse of `usage_row`."""
    return tuple(Usage(*one) for one in _read_usage(row))
