"""A position: what stands on the table, apart from what players hold and what lies in the deck."""

from functools import cache
from typing import Any, NamedTuple

from arena.games.bank_or_bust_money.cards import (
    Card,
    Cards,
    TwoDollar,
    copies_of,
    in_order,
    kinds_of,
)
from arena.games.core import Options, Seat, State

IN = "in"
STUCK = "stuck"
BUST = "bust"

DEAL = "deal"
"""The seat in turn gets the next of its two cards."""
PAIRS = "pairs"
"""The seat in turn has shown a pair and gets a new card for one of the two."""
PLACE = "place"
"""All choose which card lies face down."""
TURN = "turn"
"""The seat in turn is asked to hit or stick."""
HIT = "hit"
"""The seat in turn gets the card it asked for."""
OVER = "over"

NOBODY: Seat = -1


class Rules(NamedTuple):
    """What the options have settled for the whole game."""

    seats: int
    rounds: int
    """Of one set."""
    target: int | None
    two_dollar: TwoDollar
    kinds: Cards
    names: tuple[str, ...]
    """Of the kinds, as keys."""
    copies: tuple[int, ...]
    """Of each kind in a full pack."""

    def pile(self, counts: tuple[int, ...]) -> Cards:
        """The cards of a pile that is given by the number of each kind."""
        return tuple(
            kind for kind, count in zip(self.kinds, counts, strict=True) for _ in range(count)
        )

    def added(self, counts: tuple[int, ...], cards: Cards) -> tuple[int, ...]:
        """The numbers of each kind after the cards were laid on the pile."""
        return tuple(
            count + cards.count(kind) for kind, count in zip(self.kinds, counts, strict=True)
        )


def rules_of(seats: int, options: Options) -> Rules:
    """The rules that a table of so many seats plays by."""
    kinds = kinds_of(wild=options["wild"])
    return Rules(
        seats,
        seats * options["laps"],
        options["target"],
        options["two_dollar"],
        kinds,
        tuple(map(str, kinds)),
        tuple(copies_of(kind, options["copies"]) for kind in kinds),
    )


class Hand(NamedTuple):
    """What all see of a player's hand in this round."""

    up: Cards = ()
    status: str = IN
    pair: Card | None = None
    """The card of the pair it showed at the deal: one of its first two cards is such a card."""


class Wallet(NamedTuple):
    """What a player has won; `cards` lowest first."""

    cash: int = 0
    cards: Cards = ()

    def with_hand(self, hand: Cards, worth: int) -> "Wallet":
        """The wallet with a hand put into it that is worth so much cash there."""
        return Wallet(self.cash + worth, in_order(self.cards + hand))


class Progress(NamedTuple):
    """How far the game has come: what changes between rounds only."""

    rules: Rules
    set_number: int
    totals: tuple[int, ...]
    """Of finished sets."""
    last_round: int
    """The number that the last round of this set has when none is left out."""
    round: int
    dealer: Seat
    wallets: tuple[Wallet, ...]


class Piles(NamedTuple):
    """What all see of the two piles."""

    deck: int
    """How many cards the dealing pile holds."""
    dead: tuple[int, ...]
    """How many cards of each kind lie on the dead pile."""
    shuffles: int
    """How often the dead pile was shuffled in this set."""


class Public(NamedTuple):
    """What all see."""

    progress: Progress
    piles: Piles
    hands: tuple[Hand, ...]
    phase: str
    turn: Seat


Own = tuple[Cards, ...]
"""By seat: the cards dealt, from the placing on the face-down one, none after a bust."""

Position = State[Public, Cards, Cards]
"""Hidden is the deck, lowest card first: which of its cards comes next is luck's to say."""


@cache
def clockwise(seats: int, last: Seat) -> tuple[Seat, ...]:
    """All seats in their order round the table, from the left of the last one."""
    return (*range(last + 1, seats), *range(last + 1))


def replaced(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    """The tuple with another item at that seat."""
    return (*items[:seat], item, *items[seat + 1 :])
