"""What happens between decisions: dealing, placing, hitting, showing, the ends of rounds and sets.

Every function takes the events so far of the transition under way and adds its own to them.
"""

from collections.abc import Mapping
from operator import add

from arena.games.bank_or_bust_money.cards import Card, Cards, busts, cash, matches, value
from arena.games.bank_or_bust_money.position import (
    BUST,
    DEAL,
    HIT,
    IN,
    NOBODY,
    OVER,
    PAIRS,
    PLACE,
    STUCK,
    TURN,
    Hand,
    Own,
    Piles,
    Position,
    Progress,
    Public,
    Rules,
    Wallet,
    clockwise,
    replaced,
)
from arena.games.core import Event, Seat, State, Step

MOST_SETS = 50


def begin_set(
    rules: Rules, number: int, totals: tuple[int, ...], rounds: int, events: list[Event]
) -> Step:
    """Shuffle the full deck and start a set, `rounds` rounds having been played before it."""
    deck = rules.pile(rules.copies)
    if rules.target is not None:
        events.append({"event": "set", "set": number})
    events.append({"event": "shuffle", "cards": len(deck)})
    wallets = (Wallet(),) * rules.seats
    last_round = rounds + rules.rounds
    progress = Progress(rules, number, totals, last_round, rounds, NOBODY, wallets)
    piles = Piles(len(deck), (0,) * len(rules.kinds), 0)
    return _begin_round(progress, piles, deck, rules.seats - 1, events)


def _begin_round(
    progress: Progress, piles: Piles, deck: Cards, dealer: Seat, events: list[Event]
) -> Step:
    """Start a round, or end the set where two cards for everybody are not left."""
    seats = progress.rules.seats
    if len(deck) + sum(piles.dead) < 2 * seats:
        return _end_set(progress, piles, deck, events)
    progress = progress._replace(round=progress.round + 1, dealer=dealer)
    events.append({"event": "round", "round": progress.round, "dealer": dealer})
    public = Public(progress, piles, (Hand(),) * seats, DEAL, (dealer + 1) % seats)
    return _draw(public, ((),) * seats, deck, events)


def _draw(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """A card comes next; where the dealing pile is empty the dead pile is shuffled for it."""
    progress, piles, hands, phase, turn = public
    if deck:
        piles = Piles(len(deck), piles.dead, piles.shuffles)
    else:
        deck = progress.rules.pile(piles.dead)
        events.append({"event": "shuffle", "cards": len(deck)})
        piles = Piles(len(deck), (0,) * len(piles.dead), piles.shuffles + 1)
    return Step(State(Public(progress, piles, hands, phase, turn), own, deck), events)


def deal(position: Position, card: Card) -> Step:
    """The card goes to the seat in turn."""
    public, own, deck = position.public, position.own, position.hidden
    place = deck.index(card)
    deck = deck[:place] + deck[place + 1 :]
    if public.phase == HIT:
        return _hit(public, own, deck, card)
    own = replaced(own, public.turn, (*own[public.turn], card))
    if public.phase == DEAL:
        return _dealt(public, own, deck)
    return _redealt(public, own, deck)


def _dealt(public: Public, own: Own, deck: Cards) -> Step:
    seat = public.turn
    if len(own[seat]) == 1:
        return _draw(public, own, deck, [])
    events: list[Event] = [
        {"event": "deal", "player": seat, "cards": [*own[seat]], "to": [seat]},
    ]
    if seat == public.progress.dealer:
        return _look_for_pair(public, own, deck, events)
    return _draw(public._replace(turn=(seat + 1) % len(own)), own, deck, events)


def _redealt(public: Public, own: Own, deck: Cards) -> Step:
    seat = public.turn
    event: Event = {"event": "redeal", "player": seat, "card": own[seat][1], "to": [seat]}
    return _look_for_pair(public, own, deck, [event])


def _look_for_pair(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The first player from the dealer's left who holds a pair shows it; else all may place."""
    for seat in clockwise(len(own), public.progress.dealer):
        if matches(*own[seat]):
            return _show_pair(public._replace(turn=seat), own, deck, events)
    piles = public.piles._replace(deck=len(deck))
    public = public._replace(piles=piles, phase=PLACE, turn=NOBODY)
    return Step(State(public, own, deck), events)


def _show_pair(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """One card of the pair goes to the dead pile and a new card comes for it, if one can differ."""
    progress, piles, hands, _, seat = public
    card, laid = own[seat]
    events.append({"event": "pair", "player": seat, "card": card})
    piles = _buried(progress.rules, piles, (laid,))
    hands = replaced(hands, seat, Hand(pair=card))
    own = replaced(own, seat, (card,))
    if any(other != card for other in deck + progress.rules.pile(piles.dead)):
        return _draw(Public(progress, piles, hands, PAIRS, seat), own, deck, events)
    return _call_off(progress, piles, own, deck, events)


def _buried(rules: Rules, piles: Piles, cards: Cards) -> Piles:
    return Piles(piles.deck, rules.added(piles.dead, cards), piles.shuffles)


def _call_off(progress: Progress, piles: Piles, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The round cannot be dealt: nobody gains, and the set ends."""
    dealt = tuple(card for cards in own for card in cards)
    events.append(_round_end(progress, []))
    return _end_set(progress, _buried(progress.rules, piles, dealt), deck, events)


def place(position: Position, downs: Mapping[Seat, Card]) -> Step:
    """Every player lays the card named face down and its other one face up."""
    public = position.public
    events: list[Event] = []
    hands = []
    for seat, (first, second) in enumerate(position.own):
        up = second if downs[seat] == first else first
        hands.append(public.hands[seat]._replace(up=(up,)))
        events.append({"event": "up", "player": seat, "card": up})
    own = tuple((downs[seat],) for seat in range(len(hands)))
    turn = (public.progress.dealer + 1) % len(hands)
    public = public._replace(hands=tuple(hands), phase=TURN, turn=turn)
    return Step(State(public, own, position.hidden), events)


def hit(position: Position) -> Step:
    """The seat in turn wants a card."""
    progress, piles, hands, _, seat = position.public
    public = Public(progress, piles, hands, HIT, seat)
    return _draw(public, position.own, position.hidden, [])


def _hit(public: Public, own: Own, deck: Cards, card: Card) -> Step:
    progress, piles, hands, _, seat = public
    hand = hands[seat]
    held = own[seat] + hand.up
    events: list[Event] = [{"event": "card", "player": seat, "card": card}]
    if busts(held, card):
        lost = (*held, card)
        events.append({"event": "bust", "player": seat, "hand": [*lost]})
        piles = _buried(progress.rules, piles, lost)
        own = replaced(own, seat, ())
        hand = Hand((), BUST)
    else:
        hand = Hand((*hand.up, card), IN, hand.pair)
    hands = replaced(hands, seat, hand)
    return _next_turn(Public(progress, piles, hands, TURN, seat), own, deck, events)


def stick(position: Position) -> Step:
    """The seat in turn takes no more cards in this round."""
    progress, piles, hands, phase, seat = position.public
    hands = replaced(hands, seat, Hand(hands[seat].up, STUCK, hands[seat].pair))
    public = Public(progress, piles, hands, phase, seat)
    return _next_turn(public, position.own, position.hidden, [])


def _next_turn(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """Ask the next player clockwise who is still in; when there is none the hands are shown."""
    progress, piles, hands, phase, turn = public
    piles = Piles(len(deck), piles.dead, piles.shuffles)
    for seat in clockwise(len(hands), turn):
        if hands[seat].status == IN:
            return Step(State(Public(progress, piles, hands, phase, seat), own, deck), events)
    return _show(Public(progress, piles, hands, phase, NOBODY), own, deck, events)


def _show(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The best of the hands that stuck go into the wallets, the others to the dead pile."""
    progress, rules = public.progress, public.progress.rules
    held = {
        seat: own[seat] + public.hands[seat].up
        for seat in clockwise(len(own), progress.dealer)
        if public.hands[seat].status == STUCK
    }
    values = {seat: value(hand, rules.two_dollar) for seat, hand in held.items()}
    for seat, hand in held.items():
        event: Event = {"event": "show", "player": seat, "hand": [*hand], "value": values[seat]}
        events.append(event)
    best = max(values.values(), default=0)
    won = {seat: held[seat] for seat in sorted(held) if values[seat] == best}
    lost = tuple(card for seat, hand in held.items() if seat not in won for card in hand)
    progress = progress._replace(wallets=_paid(progress.wallets, won))
    events.append(_round_end(progress, [*won]))
    return _end_round(progress, _buried(rules, public.piles, lost), deck, events)


def _paid(wallets: tuple[Wallet, ...], won: Mapping[Seat, Cards]) -> tuple[Wallet, ...]:
    return tuple(
        wallet.with_hand(won[seat], cash(won[seat])) if seat in won else wallet
        for seat, wallet in enumerate(wallets)
    )


def _round_end(progress: Progress, winners: list[Seat]) -> Event:
    wallets = [wallet.cash for wallet in progress.wallets]
    return {"event": "round_end", "winners": winners, "wallets": wallets}


def _end_round(progress: Progress, piles: Piles, deck: Cards, events: list[Event]) -> Step:
    if progress.round == progress.last_round:
        return _end_set(progress, piles, deck, events)
    dealer = (progress.dealer + 1) % progress.rules.seats
    return _begin_round(progress, piles, deck, dealer, events)


def _end_set(progress: Progress, piles: Piles, deck: Cards, events: list[Event]) -> Step:
    """The game ends here, unless sets are played and nobody has reached the target yet."""
    rules = progress.rules
    if rules.target is None:
        return _over(progress, piles, deck, events)
    won = [wallet.cash for wallet in progress.wallets]
    totals = tuple(map(add, progress.totals, won))
    events.append({"event": "set_end", "set": progress.set_number, "totals": [*totals]})
    if max(totals) >= rules.target or progress.set_number == MOST_SETS:
        return _over(progress._replace(totals=totals), piles, deck, events)
    return begin_set(rules, progress.set_number + 1, totals, progress.round, events)


def _over(progress: Progress, piles: Piles, deck: Cards, events: list[Event]) -> Step:
    seats = progress.rules.seats
    piles = piles._replace(deck=len(deck))
    public = Public(progress, piles, (Hand(),) * seats, OVER, NOBODY)
    return Step(State(public, ((),) * seats, deck), events)
