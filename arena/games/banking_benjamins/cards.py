"""The cards, and how they are written when they are played."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

Card = int | str
"""A denomination, or the name of a wild."""

BENJAMIN = 100
DENOMINATIONS = (100, 50, 20, 10, 5, 2, 1)
TWO_DOLLAR_CARDS = 2
WILDS = ("pyramid", "eagle")
FACES: tuple[Card, ...] = (*DENOMINATIONS, *WILDS)
FACE: Mapping[str, int] = {str(card): face for face, card in enumerate(FACES)}
"""The place among `FACES`, by how a card is written."""

FACE_OF: Mapping[Card, int] = {card: face for face, card in enumerate(FACES)}
"""The same by card."""

FIRST_WILD = len(DENOMINATIONS)
TWO = FACES.index(2)
SOURCES = ("h", "r")
"""A played card comes from its player's hand or from the Discard Row."""

Cards = tuple[int, ...]
"""A hand or the Discard Row: how many cards of each face, in the order of `FACES`."""

NO_CARDS: Cards = (0,) * len(FACES)


class Play(NamedTuple):
    """One card as it is played: `h50`, `rpyramid=1`."""

    text: str
    source: str
    face: int
    value: int


def _plays() -> list[Play]:
    """Every way to play a card, in the order in which a build names its cards."""
    plain = [Play(f"{s}{v}", s, FACE[str(v)], v) for v in DENOMINATIONS for s in SOURCES]
    wild = [
        Play(f"{source}{card}={value}", source, FACE[card], value)
        for value in DENOMINATIONS
        for source in SOURCES
        for card in WILDS
    ]
    return plain + wild


PLAYS: Mapping[str, Play] = {play.text: play for play in _plays()}
PLACE: Mapping[str, int] = {text: i for i, text in enumerate(PLAYS)}
"""Where a card stands within a build."""


def full_deck(copies: int, wilds: Sequence[str]) -> tuple[Card, ...]:
    """All cards of a game, sorted as `FACES`."""
    plain: list[Card] = []
    for value in DENOMINATIONS:
        plain += [value] * (TWO_DOLLAR_CARDS if value == 2 else copies)
    return (*plain, *wilds)


def spread(cards: Cards) -> list[Card]:
    """The cards one by one, sorted as `FACES`."""
    return list(_spread(cards))


@lru_cache(maxsize=1 << 12)
def _spread(cards: Cards) -> tuple[Card, ...]:
    pairs = zip(FACES, cards, strict=True)
    return tuple(card for card, count in pairs for _ in range(count))


def plus(cards: Cards, face: int, count: int = 1) -> Cards:
    """The cards with so many more, or fewer, of one face."""
    changed = list(cards)
    changed[face] += count
    return tuple(changed)


def drawn(deck: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """The deck without one such card, which is in it."""
    i = deck.index(card)
    return (*deck[:i], *deck[i + 1 :])


def pay(plays: Iterable[Play], hand: Cards, row: Cards) -> tuple[Cards, Cards]:
    """Hand and row after the plays; a count below 0 where a card is not there."""
    from_hand, from_row = list(hand), list(row)
    for play in plays:
        (from_hand if play.source == "h" else from_row)[play.face] -= 1
    return tuple(from_hand), tuple(from_row)


def can_pay(play: Play, hand: Cards, row: Cards) -> bool:
    """Whether the card is there."""
    return (hand if play.source == "h" else row)[play.face] > 0


def playable(value: int, hand: Cards, row: Cards) -> Sequence[str]:
    """The ways to play one card as that value: plain before wild, hand before row."""
    face = FACE_OF[value]
    return _playable(face, hand[face], row[face], hand[FIRST_WILD:], row[FIRST_WILD:])


@cache
def _playable(
    face: int, in_hand: int, in_row: int, hand_wilds: Cards, row_wilds: Cards
) -> Sequence[str]:
    hand, row = (*NO_CARDS[:FIRST_WILD], *hand_wilds), (*NO_CARDS[:FIRST_WILD], *row_wilds)
    hand, row = plus(hand, face, in_hand), plus(row, face, in_row)
    plays = [play for play in PLAYS.values() if play.value == DENOMINATIONS[face]]
    return [play.text for play in plays if can_pay(play, hand, row)]
