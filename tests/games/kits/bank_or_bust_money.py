"""Bank or Bust, the money game, for the conformance tests: classic and wild, with small decks."""

from collections.abc import Hashable, Iterable
from random import Random

from arena.games.bank_or_bust_money.cards import Card, Cards, busts, in_order, matches
from arena.games.bank_or_bust_money.position import (
    HIT,
    PAIRS,
    PLACE,
    TURN,
    Hand,
    Own,
    Position,
    clockwise,
    replaced,
)
from arena.games.core import Seat
from arena.testing import Kit


def pieces(position: Position) -> Iterable[Card]:
    """Deck, dead pile, wallets, and hands with what lies face up."""
    public = position.public
    yield from position.hidden
    yield from public.progress.rules.pile(public.piles.dead)
    for wallet in public.progress.wallets:
        yield from wallet.cards
    for cards, hand in zip(position.own, public.hands, strict=True):
        yield from cards
        yield from hand.up


def shows(position: Position, card: Card) -> Hashable:
    """The pair that is shown next, and all cards of a round that is called off for it."""
    public = position.public
    own = replaced(position.own, public.turn, (*position.own[public.turn], card))
    if any(len(cards) < 2 for cards in own):
        return None
    pair = next(
        (seat for seat in clockwise(len(own), public.progress.dealer) if matches(*own[seat])), None
    )
    if pair is None:
        return None
    denomination = own[pair][0]
    deck = list(position.hidden)
    deck.remove(card)
    called_off = set(deck) | set(public.progress.rules.pile(public.piles.dead)) <= {denomination}
    return (pair, denomination, tuple(sorted(deck, key=str)) if called_off else None)


def redeal(position: Position, seat: Seat, rng: Random) -> Position:
    """Others' hidden cards and the deck mixed until every hand could have come about."""
    own = position.own
    others = [other for other in range(len(own)) if other != seat]
    known = _shown_cards(position)
    pool = [*position.hidden, *(card for other in others for card in own[other][known[other] :])]
    for _ in range(400):
        rng.shuffle(pool)
        drawn, mixed = list(pool), list(own)
        for other in others:
            kept = own[other][: known[other]]
            mixed[other] = (*kept, *(drawn.pop() for _ in own[other][known[other] :]))
        if _possible(position, tuple(mixed)):
            return position._replace(own=tuple(mixed), hidden=in_order(drawn))
    return position


def _shown_cards(position: Position) -> list[int]:
    """How many of its own cards each seat was seen to hold: the rest of a pair while it waits."""
    public = position.public
    return [int(public.phase == PAIRS and seat == public.turn) for seat in range(len(position.own))]


def _possible(position: Position, own: Own) -> bool:
    public = position.public
    if public.phase in (TURN, HIT):
        placed = zip(public.hands, own, strict=True)
        return all(_stands(hand, down) for hand, down in placed if down)
    order = clockwise(len(own), public.progress.dealer)
    settled = {PLACE: order, PAIRS: order[: order.index(public.turn)] if public.turn >= 0 else []}
    return all(_settled(public.hands[seat], own[seat]) for seat in settled.get(public.phase, ()))


def _settled(hand: Hand, cards: Cards) -> bool:
    """Whether two cards may be kept: no pair, and with one of the pair that was shown."""
    return not matches(*cards) and hand.pair in (None, *cards)


def _stands(hand: Hand, down: Cards) -> bool:
    """Whether that face-down card can lie there: shown pair, no pair at first, no bust since."""
    if not _settled(hand, (*down, hand.up[0])):
        return False
    return not any(busts((*down, *hand.up[:n]), card) for n, card in enumerate(hand.up) if n)


KIT = Kit(
    variants=(
        {"copies": 4, "laps": 1},
        {"wild": True, "laps": 1},
        {},
        {"wild": True, "copies": 4, "laps": 3, "two_dollar": "add_and_multiply"},
        {"copies": 4, "laps": 4},
        {"wild": True, "laps": 1, "target": 400},
    ),
    pieces=pieces,
    redeal=redeal,
    shows=shows,
)
