"""A player's two rows, and what may be laid where."""

from itertools import repeat
from typing import Final, Literal, NamedTuple, TypeVar

from arena.games.bank_or_bust_numbers.cards import COVER, DOUBLE, MODIFY_BY, Card

TOP_START: Final = 100
BOTTOM_START: Final = 1

SIDES: Final = ("top", "bottom")
Status = Literal["in", "banked", "bust"]

Item = TypeVar("Item")

_CARD_OF_CHANGE: Final = {by: card for card, by in MODIFY_BY.items()}


class Row(NamedTuple):
    """One row; the tuples run over its Number cards from left to right.

    `values` are the cards' values with their modifiers; `modifiers` are the signed changes tucked
    behind each card.
    """

    start: int
    cards: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    modifiers: tuple[tuple[int, ...], ...] = ()
    covered: tuple[bool, ...] = ()
    doubled: bool = False

    @property
    def in_force(self) -> int | None:
        """The place of the rightmost uncovered Number card, None if there is none."""
        place = len(self.covered) - 1
        while place >= 0 and self.covered[place]:
            place -= 1
        return place if place >= 0 else None

    @property
    def value(self) -> int:
        """The value in force, which the next Number card is held against."""
        place = self.in_force
        return self.start if place is None else self.values[place]

    def fits(self, number: int) -> bool:
        """Whether the Number card may be placed here: top rows fall, bottom rows rise."""
        return number < self.value if self.start == TOP_START else number > self.value

    def takes(self, power: Card) -> bool:
        """Whether the power card may be played here."""
        return not self.doubled if power == DOUBLE else self.in_force is not None

    def place(self, number: int) -> "Row":
        """With the Number card at the right end."""
        return self._replace(
            cards=(*self.cards, number),
            values=(*self.values, number),
            modifiers=(*self.modifiers, ()),
            covered=(*self.covered, False),
        )

    def modify(self, by: int) -> "Row":
        """With a Modify card behind the Number card in force."""
        place = self._place_in_force()
        return self._replace(
            values=_put(self.values, place, self.values[place] + by),
            modifiers=_put(self.modifiers, place, (*self.modifiers[place], by)),
        )

    def cover(self) -> "Row":
        """With a Cover on the Number card in force."""
        return self._replace(covered=_put(self.covered, self._place_in_force(), True))

    def double(self) -> "Row":
        """With a Double at its start."""
        return self._replace(doubled=True)

    def tally(self) -> int:
        """The points for its Number cards, covered or not."""
        return 2 * len(self.cards) if self.doubled else len(self.cards)

    def pile(self) -> tuple[Card, ...]:
        """All cards that leave the table with it: numbers, Modify cards, Covers, the Double."""
        modify = tuple(_CARD_OF_CHANGE[abs(by)] for changes in self.modifiers for by in changes)
        covers = repeat(COVER, self.covered.count(True))
        return (*self.cards, *modify, *covers, *repeat(DOUBLE, self.doubled))

    def _place_in_force(self) -> int:
        place = self.in_force
        if place is None:
            raise ValueError("the row has no uncovered Number card")
        return place


def _put(items: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    return (*items[:place], item, *items[place + 1 :])


class Player(NamedTuple):
    """What lies before one player."""

    top: Row = Row(TOP_START)
    bottom: Row = Row(BOTTOM_START)
    status: Status = "in"
    discard_card: bool = False

    def fits(self, number: int) -> bool:
        """Whether the Number card may be placed in either row."""
        return self.top.fits(number) or self.bottom.fits(number)

    def with_row(self, side: str, row: Row) -> "Player":
        """With another row on that side."""
        return self._replace(top=row) if side == "top" else self._replace(bottom=row)

    def row(self, side: str) -> Row:
        """The row on that side."""
        return self.top if side == "top" else self.bottom

    def pile(self) -> tuple[Card, ...]:
        """All cards that leave the table when the player busts or the round ends."""
        return self.top.pile() + self.bottom.pile()
