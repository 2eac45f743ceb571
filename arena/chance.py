"""Where luck comes from, and how seeds derive from one another.

All luck is drawn by keyed BLAKE2b in counter mode, so it is the same on every machine and every
version of Python: block i of stream s under seed k is `blake2b(key=k, data=s + "/" + i)`, read as
eight big-endian 64-bit words; a draw from n outcomes takes the next word below the greatest
multiple of n that fits in 64 bits, modulo n.
"""

from collections.abc import Iterable
from hashlib import blake2b
from struct import unpack
from typing import Protocol

from arena.games.core import Chance, Outcome

WORD = 1 << 64
SEED_BITS = 128


class ChanceSource(Protocol):
    """What answers a game's chance nodes."""

    def pick(self, node: Chance) -> Outcome:
        """One of the node's outcomes."""


def derive(seed: int, *path: object) -> int:
    """The 128-bit seed that stands under `path` below `seed`.

    Whoever knows a derived seed can work out neither `seed` nor a sibling. Parts of a path are
    told apart by their text, which therefore must not hold a NUL.
    """
    data = "\0".join(str(part) for part in path).encode()
    return int.from_bytes(blake2b(data, key=_key(seed), digest_size=SEED_BITS // 8).digest())


def _key(seed: int) -> bytes:
    """The hash key of a seed: its own bytes, so that different seeds have different keys."""
    raw = str(seed).encode()
    return raw if len(raw) <= 64 else blake2b(raw).digest()


class Words:
    """An endless sequence of 64-bit words of one stream under one seed."""

    __slots__ = ("_key", "_next", "_stream", "_words")

    def __init__(self, key: bytes, stream: str) -> None:
        self._key = key
        self._stream = stream.encode()
        self._next = 0
        self._words: list[int] = []

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        limit = WORD - WORD % n
        while True:
            if not self._words:
                block = self._stream + b"/%d" % self._next
                self._words = list(unpack(">8Q", blake2b(block, key=self._key).digest()))
                self._words.reverse()
                self._next += 1
            word = self._words.pop()
            if word < limit:
                return word % n


class Seeded:
    """Luck from a seed: the k-th draw of a stream depends on (seed, stream, k) alone."""

    __slots__ = ("_key", "_streams")

    def __init__(self, seed: int) -> None:
        self._key = _key(seed)
        self._streams: dict[str, Words] = {}

    def pick(self, node: Chance) -> Outcome:
        """The next outcome of the node's stream."""
        words = self._streams.get(node.stream)
        if words is None:
            words = self._streams[node.stream] = Words(self._key, node.stream)
        return node.outcomes[words.below(len(node.outcomes))]


class Scripted:
    """Luck as written: the given outcomes in order, for rulebook examples and puzzles."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._outcomes = iter(outcomes)

    def pick(self, node: Chance) -> Outcome:
        """The next outcome of the script. ValueError where it is not possible, or none is left."""
        for outcome in self._outcomes:
            if outcome not in node.outcomes:
                raise ValueError(f"{outcome!r} cannot come from {node.stream} now")
            return outcome
        raise ValueError(f"the script has no outcome left for {node.stream}")


def shuffled(items: Iterable[str], seed: int) -> list[str]:
    """The items, which must differ, in an order that depends on them and the seed alone."""
    return sorted(items, key=lambda item: (derive(seed, item), item))
