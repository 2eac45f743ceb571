"""The numbers of the strategy primers, worked out from the rules."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

# Bank

SUMS = {3: 2, 4: 2, 5: 4, 6: 4, 8: 4, 9: 4, 10: 2, 11: 2}
"""Of 36 rolls, those that are neither a 7 nor doubles."""
SAFE_ROLLS = 3


def roll_worth(bank: int) -> Fraction:
    """The mean bank after one more roll, from the fourth on."""
    sums = sum(Fraction(ways, 36) * (bank + total) for total, ways in SUMS.items())
    return sums + Fraction(6, 36) * 2 * bank


@cache
def ways_to(target: int) -> tuple[list[float], list[float]]:
    """By the bank after the third roll, for who banks as soon as it comes to `target`:

    the chance that it gets there before a 7, and the mean score.
    """
    chances, means = [0.0] * target, [0.0] * target

    def after(values: list[float], bank: int, there: float) -> float:
        return values[bank] if bank < target else there

    for bank in reversed(range(target)):
        rolls = [(6, 2 * bank), *((ways, bank + total) for total, ways in SUMS.items())]
        # Doubles leave an empty bank empty, which nobody waits for.
        rolls = [roll for roll in rolls if roll[1] > bank]
        chances[bank] = sum(ways * after(chances, to, 1.0) for ways, to in rolls) / 36
        means[bank] = sum(ways * after(means, to, float(to)) for ways, to in rolls) / 36
    return chances, means


def reach(bank: int, target: int) -> float:
    """The chance that the bank comes to `target` before a 7 comes."""
    return 1.0 if bank >= target else ways_to(target)[0][bank]


def mean_banked(bank: int, target: int) -> float:
    """The mean score of who banks as soon as the bank comes to `target`."""
    return float(bank) if bank >= target else ways_to(target)[1][bank]


@cache
def safe_banks() -> dict[int, float]:
    """How likely each bank is after the three safe rolls."""
    gains = {**SUMS, 70: 6}
    for face in range(1, 7):
        gains[2 * face] = gains.get(2 * face, 0) + 1
    banks = {0: 1.0}
    for _ in range(SAFE_ROLLS):
        following: dict[int, float] = {}
        for bank, chance in banks.items():
            for gain, ways in gains.items():
                following[bank + gain] = following.get(bank + gain, 0.0) + chance * ways / 36
        banks = following
    return banks


def target_row(target: int) -> tuple[float, float, float]:
    """Who banks at `target`: the chance to get there, the mean then, the mean of a round."""
    there = sum(chance * reach(bank, target) for bank, chance in safe_banks().items())
    mean = sum(chance * mean_banked(bank, target) for bank, chance in safe_banks().items())
    return there, mean / there, mean


# Bank or Bust, numbers

NUMBERS, NUMBER_CARDS = range(2, 100), 98


def number_bust(top: int, bottom: int) -> Fraction:
    """The chance that the next Number card fits in neither row, nothing else being seen.

    Both values are those of cards that lie there.
    """
    own = {top, bottom}
    unseen = [number for number in NUMBERS if number not in own]
    wrong = [number for number in unseen if not (number < top or number > bottom)]
    return Fraction(len(wrong), len(unseen))


def number_bust_twice(top: int, bottom: int) -> Fraction:
    """The same for a player with a Discard card: the card after it must not fit either."""
    once = number_bust(top, bottom)
    wrong = once * (NUMBER_CARDS - 2)
    return once * (wrong - 1) / (NUMBER_CARDS - 3) if wrong else Fraction(0)


def number_worth(upper: int, lower: int) -> int:
    """What so many Number cards in the two rows score, without Doubles and the longest row."""
    both = min(upper, lower)
    return upper + lower + (0 if both < 3 else 5 if both == 3 else 15 if both == 4 else 50)


# Bank or Bust, money

CASH, COPIES = (1, 5, 10, 20, 50, 100), 8


def money_bust(kinds: int, jokers: int = 0) -> Fraction:
    """The chance that the next card busts a hand of so many different denominations.

    Nothing but the hand has been seen; the deck has that many `jokers`.
    """
    deck = len(CASH) * COPIES + jokers
    return Fraction(kinds * (COPIES - 1), deck - kinds)


def money_hit(hand: tuple[int, ...]) -> Fraction:
    """The mean value of a hand after one more card, a bust counting nothing."""
    left = len(CASH) * COPIES - len(hand)
    return sum(
        (Fraction(COPIES, left) * (sum(hand) + card) for card in CASH if card not in hand),
        Fraction(0),
    )


def money_hands() -> Iterator[tuple[int, ...]]:
    """All hands of two cards, the richest last."""
    yield from sorted(combinations(CASH, 2), key=sum)


# Banking Benjamins

PLAIN = {100: 8, 50: 8, 20: 8, 10: 8, 5: 8, 2: 2, 1: 8}


def deck_worth() -> int:
    """The dollars in the plain deck."""
    return sum(value * count for value, count in PLAIN.items())


def builds(cards: int) -> list[tuple[int, ...]]:
    """All sets of so many cards of the plain deck that come to 100."""
    return [
        found
        for found in combinations_with_replacement(sorted(PLAIN, reverse=True), cards)
        if sum(found) == 100 and all(found.count(v) <= n for v, n in PLAIN.items())
    ]


def dealt_build() -> Fraction:
    """The chance that five cards of the plain deck hold a build."""
    whole = comb(sum(PLAIN.values()), 5)
    ways = 0
    for hand in combinations_with_replacement(PLAIN, 5):
        counts = {value: hand.count(value) for value in set(hand)}
        if all(count <= PLAIN[value] for value, count in counts.items()) and _holds(hand):
            ways += prod(comb(PLAIN[value], count) for value, count in counts.items())
    return Fraction(ways, whole)


def _holds(hand: tuple[int, ...]) -> bool:
    return any(sum(part) == 100 for n in range(1, 6) for part in combinations(hand, n))


def holds(copies: int, hand: int = 5, unseen: int = 50) -> Fraction:
    """The chance that a hand holds at least one of `copies` unseen cards of a kind."""
    return 1 - Fraction(comb(unseen - copies, hand), comb(unseen, hand))
