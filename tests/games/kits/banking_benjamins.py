"""What the conformance tests must know about Banking Benjamins."""

from collections.abc import Iterator
from random import Random

from arena.games.banking_benjamins.cards import FACES, PLAYS, Card, Cards, spread
from arena.games.banking_benjamins.state import Position, Steal
from arena.games.core import Seat, State
from arena.testing.kit import Kit


def pieces(state: Position) -> Iterator[Card]:
    """The deck, the hands, the row, the piles in the banks, and a card that steals."""
    public = state.public
    yield from state.hidden
    for cards in (*state.own, public.row):
        yield from spread(cards)
    played = [text for bank in public.banks for pile in bank for text in pile.cards + pile.attached]
    if isinstance(public.waits_for, Steal):
        played.append(public.waits_for.card)
    yield from (FACES[PLAYS[text].face] for text in played)


def redeal(state: Position, seat: Seat, rng: Random) -> Position:
    """Other hands and the deck from the cards that they hold together."""
    others = [other for other in range(len(state.own)) if other != seat]
    pool = [*state.hidden, *(card for other in others for card in spread(state.own[other]))]
    rng.shuffle(pool)
    own = list(state.own)
    for other in others:
        size = sum(own[other])
        own[other], pool = held(pool[:size]), pool[size:]
    deck = tuple(sorted(pool, key=FACES.index))
    return State(state.public, tuple(own), deck)


def held(cards: list[Card]) -> Cards:
    """The cards counted by face."""
    return tuple(map(cards.count, FACES))


KIT = Kit(
    variants=(
        {"copies": 4},
        {"wild": True},
        {},
        {"wild": True, "copies": 4},
        {"wild": True, "copies": 12},
    ),
    pieces=pieces,
    redeal=redeal,
)
