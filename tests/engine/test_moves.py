"""What replays a game, packed and unpacked."""

import zlib

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.moves import Moves

DECISIONS = st.tuples(st.integers(0, 40), st.integers(0, 5))
TIMES = st.dictionaries(DECISIONS, st.integers(1, 10**9))


@given(TIMES)
def test_times_keep_their_first_two_digits(times: dict[tuple[int, int], int]) -> None:
    moves = Moves("a\nb", [(3, 1, "a note")], [(*at, ms) for at, ms in sorted(times.items())])
    found = Moves.unpack(moves.pack())
    assert found._replace(times=moves.times) == moves
    for (*at, ms), (*where, kept) in zip(moves.times, found.times, strict=True):
        assert at == where
        assert f"{kept}"[:2] == f"{ms}"[:2]
        assert len(f"{kept}") == len(f"{ms}")
    assert Moves.unpack(found.pack()) == found


def test_no_times_take_no_room() -> None:
    without = Moves("a\nb", [], [])
    assert Moves.unpack(without.pack()) == without
    assert len(without.pack()) < 20


def test_times_of_older_ledgers_are_read() -> None:
    old = ["a\nb", [(0, 1, "a note")], [(0, 0, 5), (0, 3, 251), (7, 1, 12345)]]
    assert list(Moves.unpack(zlib.compress(msgspec.msgpack.encode(old)))) == old


@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"x",
        zlib.compress(b"x"),
        zlib.compress(b"\x91\x01"),
        zlib.compress(msgspec.msgpack.encode(["a", [], b"x"])),
    ],
)
def test_damaged_moves_are_told(packed: bytes) -> None:
    with pytest.raises(ValueError, match="not the moves of a game"):
        Moves.unpack(packed)
