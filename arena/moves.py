"""What replays a game from its seed, and how it is packed to be stored."""

import zlib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from arena.games.core import Seat

Note = tuple[int, Seat, str]
Time = tuple[int, Seat, int]


class _Packed(msgspec.Struct, array_like=True):
    """Moves as stored. `times` in ledgers of format 1: as in Moves; now: see `_pack_times`."""

    actions: str
    notes: list[Note]
    times: bytes | list[Time]


_pack = msgspec.msgpack.encode
_read = msgspec.msgpack.Decoder(_Packed).decode
_read_columns = msgspec.msgpack.Decoder(list[list[int]]).decode


class Moves(NamedTuple):
    """What is needed to play a game again from its seed, beside the faults.

    `actions`: those that were not fallbacks, in the order of decisions, then seats, one a line.
    `notes` and `times` (milliseconds, where at least one): (decision, seat, value), in that order.
    """

    actions: str
    notes: list[Note]
    times: list[Time]

    def pack(self) -> bytes:
        """As stored: all of it, but of the times the first two digits."""
        return zlib.compress(_pack(_Packed(self.actions, self.notes, _pack_times(self.times))), 6)

    @classmethod
    def unpack(cls, packed: bytes) -> "Moves":
        """From what `pack` made. ValueError where it is anything else."""
        try:
            actions, notes, times = msgspec.structs.astuple(_read(zlib.decompress(packed)))
            return cls(actions, notes, _unpack_times(times) if type(times) is bytes else times)
        except (zlib.error, msgspec.MsgspecError) as error:
            raise ValueError(f"not the moves of a game: {error}") from None


def _pack_times(times: Iterable[Time]) -> bytes:
    """For each seat a column of codes, one a decision, 0 where there is no time.

    In columns, because then the compression finds what is alike.
    """
    columns: list[list[int]] = []
    for decision, seat, ms in times:
        columns += ([] for _ in range(seat + 1 - len(columns)))
        columns[seat] += [0] * (decision - len(columns[seat]))
        columns[seat].append(_code(ms))
    return _pack(columns)


def _unpack_times(packed: bytes) -> list[Time]:
    columns = _read_columns(packed)
    times = ((seat, enumerate(column)) for seat, column in enumerate(columns))
    return sorted(
        (decision, seat, _ms(code)) for seat, codes in times for decision, code in codes if code
    )


def _code(ms: int) -> int:
    """A number below 100 stands for itself, then come 100, 110, … 990, 1000, 1100, and so on."""
    power = 0
    while ms >= 100:
        ms, power = ms // 10, power + 1
    return ms + 90 * power


def _ms(code: int) -> int:
    power = max(0, code - 10) // 90
    return (code - 90 * power) * 10**power  # type: ignore[no-any-return]
