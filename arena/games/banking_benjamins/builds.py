"""All builds that a hand and the Discard Row allow, in order, making few more than are read.

There can be tens of thousands. A *pattern* says how many cards of each denomination a build takes;
of those there are about a thousand at most for one sum. Builds are listed by number of cards, then
as text; those of one number of cards are written out when the first of them is read: every split of
the pattern's cards between hand and row, and every way to name wilds.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain, product
from operator import add, attrgetter
from typing import NamedTuple

from arena.games.banking_benjamins.cards import (
    BENJAMIN,
    DENOMINATIONS,
    FACE_OF,
    FACES,
    FIRST_WILD,
    PLACE,
    PLAYS,
    WILDS,
    Cards,
    pay,
)
from arena.games.core import Action

HIGHEST_LOW = 5
"""The highest of the cards below 10, with which a build is completed."""

COUNT_BITS = 64
"""In `count`, the number of ways to come to s stands in the bits from `s * COUNT_BITS` on."""

COUNTED = (1 << ((BENJAMIN + 1) * COUNT_BITS)) - 1

Parts = tuple[tuple[int, int], ...]
"""Faces of plain cards, and how many of each: `((1, 1), (3, 5))` are a 50 and five 10s."""


class _Take(NamedTuple):
    """Some plain cards for a build."""

    cards: int
    worth: int
    parts: Parts


class _Wilds(NamedTuple):
    """So many wilds at the end of a build, worth so much together; all ways to write them."""

    cards: int
    worth: int
    texts: Sequence[str]


Start = tuple[int, int, int, Parts, Sequence[str]]
"""The cards from 10 up and the wilds of some builds.

The fewest cards of such a build; how many these are; what cards below 10 must come to; the parts;
the texts of the wilds.
"""

Pattern = tuple[Parts, Sequence[str]]
"""Builds of the same plain cards, and of as many wilds worth as much, which can be written so."""


def _more(takes: Sequence[_Take], value: int, held: int) -> list[_Take]:
    """Each of the takes with no, one, two, … of the cards of one value, as far as there is room."""
    face = FACE_OF[value]
    return [
        _Take(cards + n, worth + n * value, (*parts, (face, n)) if n else parts)
        for cards, worth, parts in takes
        for n in range(min(held, (BENJAMIN - worth) // value) + 1)
    ]


@lru_cache(maxsize=1 << 11)
def _high(hundreds: int, fifties: int, twenties: int, tens: int) -> tuple[list[int], list[_Take]]:
    """All takes of cards from 10 up, sorted by worth, and a list of their worths."""
    takes = _more(_more([_Take(0, 0, ())], 100, hundreds), 50, fifties)
    takes = sorted(_more(_more(takes, 20, twenties), 10, tens), key=attrgetter("worth"))
    return [take.worth for take in takes], takes


@lru_cache(maxsize=1 << 12)
def _low(fives: int, twos: int, ones: int, worth: int) -> list[_Take]:
    """All takes of cards below 10 that come to exactly `worth`."""
    takes = _more(_more([_Take(0, 0, ())], 5, fives), 2, twos)
    return [
        _Take(cards + rest, worth, (*parts, (FACE_OF[1], rest)) if rest else parts)
        for cards, so_far, parts in takes
        if 0 <= (rest := worth - so_far) <= ones
    ]


@cache
def _wilds(hand: Cards, row: Cards) -> list[_Wilds]:
    """All ways to name some of the wilds of a hand and the row, none included."""
    ways: list[tuple[str, ...]] = [()]
    for card, in_hand, in_row in zip(WILDS, hand, row, strict=True):
        source = "h" * in_hand + "r" * in_row
        named = [f"{source}{card}={value}" for value in DENOMINATIONS if source]
        ways += [(*way, text) for way in ways for text in named]
    texts: dict[tuple[int, int], list[str]] = {}
    for way in ways:
        written = "".join(f"+{text}" for text in sorted(way, key=PLACE.__getitem__))
        worth = sum(PLAYS[text].value for text in way)
        texts.setdefault((len(way), worth), []).append(written)
    return [_Wilds(*key, found) for key, found in texts.items() if key[1] <= BENJAMIN]


def _starts(hand: Cards, row: Cards, totals: Cards, most_low: int) -> list[Start]:
    """All ways to take cards from 10 up and to name wilds, the ones with fewest cards first."""
    worths, takes = _high(*totals[:4])
    starts: list[Start] = []
    for named, value_named, texts in _wilds(hand[FIRST_WILD:], row[FIRST_WILD:]):
        target = BENJAMIN - value_named
        fitting = slice(bisect_left(worths, target - most_low), bisect_right(worths, target))
        for cards, worth, parts in takes[fitting]:
            least = cards + named - (target - worth) // -HIGHEST_LOW
            starts.append((least, cards + named, target - worth, parts, texts))
    starts.sort()
    return starts


def _patterns(hand: Cards, row: Cards) -> Iterator[list[Pattern]]:
    """All patterns that come to exactly 100: those of each number of cards, fewest first.

    A start is completed only when patterns with as many cards as it must have are asked for.
    """
    totals = tuple(map(add, hand, row))
    low = fives, twos, ones = totals[4:FIRST_WILD]
    found: dict[int, list[Pattern]] = {}
    for least, cards, rest, parts, texts in _starts(hand, row, totals, 5 * fives + 2 * twos + ones):
        while found and (fewest := min(found)) < least:
            yield found.pop(fewest)
        for take in _low(*low, rest):
            found.setdefault(cards + take.cards, []).append((parts + take.parts, texts))
    for _, patterns in sorted(found.items()):
        yield patterns


@cache
def _splits(face: int, cards: int, in_hand: int, in_row: int) -> Sequence[str]:
    """So many cards of one face as text, for every number of them that can be the hand's."""
    return [
        f"+h{FACES[face]}" * own + f"+r{FACES[face]}" * (cards - own)
        for own in range(max(0, cards - in_row), min(cards, in_hand) + 1)
    ]


def listed(hand: Cards, row: Cards) -> Iterator[Action]:
    """Every build once, as `build:h50+r50`: by number of cards, fewest first, then as text."""
    return chain.from_iterable(_by_number_of_cards(hand, row))


def _by_number_of_cards(hand: Cards, row: Cards) -> Iterator[list[Action]]:
    for patterns in _patterns(hand, row):
        texts: list[str] = []
        for parts, wilds in patterns:
            splits = [_splits(face, cards, hand[face], row[face]) for face, cards in parts]
            texts += map("".join, product(*splits, wilds))
        texts.sort()
        yield [f"build:{text[1:]}" for text in texts]


def count(hand: Cards, row: Cards) -> int:
    """How many builds `listed` lists, without writing them."""
    ways = 0
    for _, worth, texts in _wilds(hand[FIRST_WILD:], row[FIRST_WILD:]):
        ways += len(texts) << (worth * COUNT_BITS)
    for cards in (hand, row):
        for value, held in zip(DENOMINATIONS, cards, strict=False):
            none = ways
            for _ in range(held):
                ways = none + (ways << (value * COUNT_BITS) & COUNTED)
    return ways >> (BENJAMIN * COUNT_BITS)


def is_build(text: str, hand: Cards, row: Cards) -> bool:
    """Whether the cards named, in any order, are there and come to exactly 100."""
    plays = []
    for name in text.split("+"):
        play = PLAYS.get(name)
        if play is None:
            return False
        plays.append(play)
    left = pay(plays, hand, row)
    return sum(play.value for play in plays) == BENJAMIN and min(map(min, left)) >= 0


def in_order(text: str) -> str:
    """The same build as `listed` writes it; text that is no build comes back as it is."""
    names = text.split("+")
    if any(name not in PLACE for name in names):
        return text
    return "+".join(sorted(names, key=PLACE.__getitem__))
