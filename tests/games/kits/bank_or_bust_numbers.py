"""Bank or Bust with numbers for the conformance tests: short games, and whole ones."""

from collections.abc import Iterable
from typing import Any

from arena.games.bank_or_bust_numbers.cards import Card
from arena.testing import Kit


def pieces(state: Any) -> Iterable[Card]:
    """The deck, the discards, the card just drawn and what lies in the rows."""
    public = state.public
    yield from public.deck
    yield from public.discards
    if public.drawn is not None:
        yield public.drawn
    for player in public.players:
        yield from player.pile()


KIT = Kit(
    variants=({"max_rounds": 3}, {"target": 10}, {"max_rounds": 12}, {"max_rounds": 1}),
    pieces=pieces,
)
