"""An order for the sets of some orbits in which nobody gets ahead.

Places on the circle stand in levels by how often they have played. A *stretch* goes on until the
last of those who have played least has played: with sets of these alone, and at its end one set
that takes in the rest of them and nobody who is already ahead. As long as such sets are left the
spread is at most 1. Stretches are drawn several times where they come to a dead end, and so is the
whole where that is cheap; what is left over then is played with the least harm. Sets of places are
masks of n bits, so that all turns of an orbit are looked at in one go.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from arena.chance import Words
from arena.formats._orbits import Orbit

_STRETCH_TRIES = 4
_EFFORT = 1024
"""So many sets are laid out in all while looking for an order without a blemish."""


class Turned(NamedTuple):
    """A set: the orbit of that number, turned by so many places."""

    orbit: int
    turn: int


@dataclass(slots=True)
class _Play:
    """A stretch as far as it has been laid out.

    `levels[i]` holds the places that have played i times more than the least, `left` the turns
    that each orbit still has; `excess` counts the sets after which the spread was above 1.
    """

    levels: list[int]
    left: list[int]
    done: list[Turned] = field(default_factory=list)
    excess: int = 0
    over: bool = False

    def begin(self) -> "_Play":
        """The next stretch from here."""
        return _Play(self.levels, list(self.left))


class Circle:
    """A circle of n places and the orbits whose sets are to be put in order."""

    def __init__(self, n: int, orbits: tuple[Orbit, ...], words: Words) -> None:
        self._n = n
        self._all = (1 << n) - 1
        self._orbits = orbits
        self._k = len(orbits[0].offsets)
        self._reversed = [sum(1 << -place % n for place in orbit.offsets) for orbit in orbits]
        self._words = words

    def order(self) -> Iterator[Turned]:
        """Every set once, so that after each the places have played about equally often."""
        tries = _EFFORT // sum(orbit.size for orbit in self._orbits)
        if tries < 2:
            for play in self._stretches():
                yield from play.done
            return
        best: list[_Play] = []
        for _ in range(tries):
            whole = list(self._stretches())
            best = min(best or whole, whole, key=_excess)
            if not _excess(best):
                break
        for play in best:
            yield from play.done

    def _stretches(self) -> Iterator[_Play]:
        play = _Play([self._all], [(1 << orbit.size) - 1 for orbit in self._orbits])
        while any(play.left):
            play = self._stretch(play)
            yield play

    def _stretch(self, before: _Play) -> _Play:
        """The first of some tries that comes through, else the one that got furthest, ended."""
        best = before.begin()
        for _ in range(_STRETCH_TRIES):
            play = before.begin()
            while not play.over and (found := self._fitting(play)):
                self._put(play, *found)
            if play.over:
                return play
            best = max(best, play, key=lambda play: len(play.done))
        while not best.over:
            self._put(best, *self._least_harmful(best))
        return best

    def _put(self, play: _Play, orbit: int, turns: int) -> None:
        """Play one of the turns of an orbit."""
        turn = _pick_bit(turns, self._words)
        played = sum(1 << (offset + turn) % self._n for offset in self._orbits[orbit].offsets)
        play.over = not play.levels[0] & ~played
        play.levels = _raised(play.levels, played)
        play.left[orbit] ^= 1 << turn
        play.over |= not any(play.left)
        play.done.append(Turned(orbit, turn))
        play.excess += len(play.levels) > 2

    def _fitting(self, play: _Play) -> tuple[int, int] | None:
        """An orbit and its turns that go on without harm."""
        lowest, calm = play.levels[0], self._calm(play.levels)
        whole = lowest.bit_count() >= self._k
        for orbit in self._open(play):
            turns = play.left[orbit]
            if not whole:
                turns = self._around(lowest, orbit, turns)
            turns = self._inside(lowest if whole else calm, orbit, turns)
            if turns:
                return orbit, turns
        return None

    def _least_harmful(self, play: _Play) -> tuple[int, int]:
        """An orbit and its turns with the fewest that are ahead, then the most of the lowest."""
        best, found = (-1, -1), (0, 0)
        for orbit in self._open(play):
            calm, turns = self._fullest(self._calm(play.levels), orbit, play.left[orbit])
            low, turns = self._fullest(play.levels[0], orbit, turns)
            if (calm, low) > best:
                best, found = (calm, low), (orbit, turns)
        return found

    def _open(self, play: _Play) -> Iterable[int]:
        """The orbits that have turns left, from one that is drawn on."""
        first = self._words.below(len(play.left))
        return (i for i in (*range(first, len(play.left)), *range(first)) if play.left[i])

    def _calm(self, levels: list[int]) -> int:
        """The places that may play without raising the spread above 1, or above what it is."""
        return self._all ^ levels[-1] if len(levels) > 2 else self._all

    def _inside(self, places: int, orbit: int, turns: int) -> int:
        """Those of the turns that lie in `places`."""
        for offset in self._orbits[orbit].offsets:
            turns &= self._back(places, offset)
            if not turns:
                break
        return turns

    def _around(self, places: int, orbit: int, turns: int) -> int:
        """Those of the turns that hold all of `places`."""
        while places and turns:
            place = _lowest_bit(places)
            turns &= self._back(self._reversed[orbit], self._n - place)
            places &= places - 1
        return turns

    def _fullest(self, places: int, orbit: int, turns: int) -> tuple[int, int]:
        """How many of `places` one of the turns holds at the most, and the turns that do."""
        counts: list[int] = []
        for offset in self._orbits[orbit].offsets:
            _add(counts, self._back(places, offset))
        most = 0
        for digit in reversed(range(len(counts))):
            if turns & counts[digit]:
                turns &= counts[digit]
                most += 1 << digit
        return most, turns

    def _back(self, places: int, offset: int) -> int:
        """The turns by which `offset` comes to lie in `places`."""
        return (places >> offset | places << (self._n - offset)) & self._all


def _excess(plays: list[_Play]) -> int:
    return sum(play.excess for play in plays)


def _raised(levels: list[int], played: int) -> list[int]:
    """The levels after the places of `played` have each played once more."""
    raised = [level & ~played for level in levels] + [0]
    for index, level in enumerate(levels):
        raised[index + 1] |= level & played
    while not raised[-1]:
        raised.pop()
    return raised if raised[0] else raised[1:]


def _add(counts: list[int], ones: int) -> None:
    """Count one more where `ones` has a bit: `counts[i]` holds the i-th binary digit of each."""
    for digit, bits in enumerate(counts):
        counts[digit], ones = bits ^ ones, bits & ones
    if ones:
        counts.append(ones)


def _lowest_bit(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _pick_bit(mask: int, words: Words) -> int:
    """The number of one of the bits that are set, each equally likely."""
    rank = words.below(mask.bit_count())
    first, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & ((1 << half) - 1)
        if rank < (count := low.bit_count()):
            mask, width = low, half
        else:
            mask, width, first, rank = mask >> half, width - half, first + half, rank - count
    return first
