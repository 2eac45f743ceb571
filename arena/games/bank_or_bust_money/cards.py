"""The cards: which there are, what busts a hand and what a hand is worth."""

from collections.abc import Iterable, Sequence
from typing import Literal

Card = int | str
Cards = tuple[Card, ...]

PYRAMID = "pyramid"
EAGLE = "eagle"
TWO_DOLLAR = 2
CASH: Cards = (1, 5, 10, 20, 50, 100)
JOKERS: Cards = (PYRAMID, EAGLE, TWO_DOLLAR)
PAIR_SAVERS: Cards = (PYRAMID, EAGLE)
TWO_DOLLARS_IN_PACK = 2

LOWEST_FIRST: Cards = (PYRAMID, EAGLE, 1, TWO_DOLLAR, 5, 10, 20, 50, 100)
"""The order of cards wherever cards have one: the deck's before luck, in wallets, of the counts."""

TwoDollar = Literal["multiply", "add_and_multiply"]


def kinds_of(*, wild: bool) -> Cards:
    """The denominations in play, and the jokers of the wild game, lowest first."""
    return tuple(card for card in LOWEST_FIRST if wild or card not in JOKERS)


def copies_of(card: Card, copies: int) -> int:
    """How many of that card are in the pack."""
    if card == TWO_DOLLAR:
        return TWO_DOLLARS_IN_PACK
    return 1 if card in PAIR_SAVERS else copies


def in_order(cards: Iterable[Card]) -> Cards:
    """The cards, lowest first."""
    return tuple(sorted(cards, key=LOWEST_FIRST.index))


def cash(cards: Iterable[Card]) -> int:
    """What cards are worth in a wallet: `$2` two dollars, the Pyramid and the Eagle nothing."""
    return sum(card for card in cards if isinstance(card, int))


def matches(first: Card, second: Card) -> bool:
    """Whether two cards dealt are a pair. Jokers match nothing, not even the other `$2`."""
    return first == second and first not in JOKERS


def busts(hand: Cards, card: Card) -> bool:
    """Whether one more card busts the hand, which has not bust with what it holds.

    Every pair needs a Pyramid or an Eagle that is in the hand by then, and three of a kind is
    never saved.
    """
    if card in JOKERS or card not in hand:
        return False
    if hand.count(card) > 1:
        return True
    savers = sum(saver in hand for saver in PAIR_SAVERS)
    return pairs(hand) >= savers


def pairs(hand: Cards) -> int:
    """How many denominations the hand holds twice."""
    held = [card for card in hand if card not in JOKERS]
    return len(held) - len(set(held))


def value(hand: Sequence[Card], two_dollar: TwoDollar) -> int:
    """What a hand that stuck is worth: its cash, doubled by each `$2`.

    With `add_and_multiply` the `$2` are also two dollars of that cash each.
    """
    twos = hand.count(TWO_DOLLAR)
    dollars = cash(hand) if two_dollar == "add_and_multiply" else cash(hand) - TWO_DOLLAR * twos
    return dollars << twos
