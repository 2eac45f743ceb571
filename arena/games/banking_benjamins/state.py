"""A position of Banking Benjamins, and the pieces that it is made of."""

from typing import NamedTuple

from arena.games.banking_benjamins.cards import PLAYS, Card, Cards
from arena.games.core import Seat, State

BIG_BEN = "big_ben"
GRANT_SLAM = "grant_slam"
MIXED = "mixed"

MATCHING = {BIG_BEN: 1, GRANT_SLAM: 5}
"""The value of the card that steals, and locks, a Benjamin of that kind."""

LOCKED_BY = 2
"""So many cards attached to a Benjamin lock it: two matching ones, or the two of a block."""


class Benjamin(NamedTuple):
    """One pile in a bank. `cards` and `attached` are written as they were played."""

    number: int
    kind: str
    cards: tuple[str, ...]
    attached: tuple[str, ...]
    locked: bool


Bank = tuple[Benjamin, ...]
Banks = tuple[Bank, ...]


class Draw(NamedTuple):
    """Cards on their way from the deck into a hand."""

    why: str
    player: Seat
    cards: int


DEAL = "deal"
MORE_MONEY = "more_money"
END_OF_TURN = "end_of_turn"


class Steal(NamedTuple):
    """A steal whose answer is awaited; the attacker's card lies on the table."""

    benjamin: int
    attacker: Seat
    card: str
    owner: Seat


class Public(NamedTuple):
    """What all may know.

    `hands` are sizes; they and `deck` stay as they were until all cards of a draw are there.
    `waits_for` is what comes before the next move of the player `active`. `turn` is 0 while the
    hands are dealt.
    """

    turn: int
    active: Seat
    final_turns_left: int | None
    row: Cards
    banks: Banks
    hands: tuple[int, ...]
    deck: int
    waits_for: Draw | Steal | None = None
    over: bool = False


Position = State[Public, Cards, tuple[Card, ...]]
"""Each seat's own part is its hand; hidden is what the deck still holds, sorted, not its order."""


def kind_of(values: list[int]) -> str:
    """The kind of Benjamin that cards of these values, as named, build."""
    match values:
        case [100]:
            return BIG_BEN
        case [50, 50]:
            return GRANT_SLAM
        case _:
            return MIXED


def owner_of(banks: Banks, number: int) -> Seat:
    """Whose bank the Benjamin of that number lies in."""
    return next(seat for seat, bank in enumerate(banks) if any(b.number == number for b in bank))


def numbered(bank: Bank, number: int) -> Benjamin:
    """The Benjamin of that number, which is in that bank."""
    return next(benjamin for benjamin in bank if benjamin.number == number)


def attach(benjamin: Benjamin, *cards: str) -> Benjamin:
    """The Benjamin with cards attached, which lock it when there are two."""
    attached = benjamin.attached + cards
    return benjamin._replace(attached=attached, locked=len(attached) >= LOCKED_BY)


def attached_sum(bank: Bank) -> int:
    """The tie-break: what the cards attached to the Benjamins of a bank come to, as named."""
    return sum(PLAYS[text].value for benjamin in bank for text in benjamin.attached)
