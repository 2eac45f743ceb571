"""The cards of the number game: integers for Number cards, words for power cards."""

from collections.abc import Iterable
from typing import Final

Card = int | str

MODIFY_10: Final = "modify10"
MODIFY_20: Final = "modify20"
COVER: Final = "cover"
DOUBLE: Final = "double"

MODIFY_BY: Final = {MODIFY_10: 10, MODIFY_20: 20}
"""By how much a Modify card raises or lowers."""

COPIES: Final = {COVER: 6, DOUBLE: 4, MODIFY_10: 6, MODIFY_20: 2}


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted: numbers, then power cards by name; the order in which luck sees a deck."""
    numbers: list[int] = []
    powers: list[str] = []
    for card in cards:
        if isinstance(card, int):
            numbers.append(card)
        else:
            powers.append(card)
    return (*sorted(numbers), *sorted(powers))


FULL_DECK: Final = in_order([*range(2, 100), *(c for c, n in COPIES.items() for _ in range(n))])
