"""What happens between decisions: dealing, placing, hitting, showing, the ends of rounds and sets.

Every function takes the events so far of the transition under way and adds its own to them.
"""

from collections.abc import Mapping

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
    Position,
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
    public = Public(
        rules,
        number,
        totals,
        rounds + rules.rounds,
        rounds,
        NOBODY,
        (Wallet(),) * rules.seats,
        (Hand(),) * rules.seats,
        DEAL,
        NOBODY,
        len(deck),
        (0,) * len(rules.kinds),
        0,
    )
    return _begin_round(public, deck, rules.seats - 1, events)


def _begin_round(public: Public, deck: Cards, dealer: Seat, events: list[Event]) -> Step:
    """Start a round, or end the set where two cards for everybody are not left."""
    seats = public.rules.seats
    if len(deck) + sum(public.dead) < 2 * seats:
        return _end_set(public, deck, events)
    number = public.round + 1
    events.append({"event": "round", "round": number, "dealer": dealer})
    public = public._replace(
        round=number,
        dealer=dealer,
        hands=(Hand(),) * seats,
        phase=DEAL,
        turn=(dealer + 1) % seats,
    )
    return _draw(public, ((),) * seats, deck, events)


def _draw(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """A card comes next; where the dealing pile is empty the dead pile is shuffled for it."""
    if not deck:
        deck = public.rules.pile(public.dead)
        events.append({"event": "shuffle", "cards": len(deck)})
        public = public._replace(
            deck=len(deck), dead=(0,) * len(public.dead), shuffles=public.shuffles + 1
        )
    return Step(State(public, own, deck), events)


def deal(position: Position, card: Card) -> Step:
    """The card goes to the seat in turn."""
    place = position.hidden.index(card)
    deck = position.hidden[:place] + position.hidden[place + 1 :]
    public = position.public._replace(deck=len(deck))
    if public.phase == HIT:
        return _hit(public, position.own, deck, card)
    own = replaced(position.own, public.turn, (*position.own[public.turn], card))
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
    if seat == public.dealer:
        return _look_for_pair(public, own, deck, events)
    return _draw(public._replace(turn=(seat + 1) % len(own)), own, deck, events)


def _redealt(public: Public, own: Own, deck: Cards) -> Step:
    seat = public.turn
    event: Event = {"event": "redeal", "player": seat, "card": own[seat][1], "to": [seat]}
    return _look_for_pair(public, own, deck, [event])


def _look_for_pair(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The first player from the dealer's left who holds a pair shows it; else all may place."""
    for seat in clockwise(len(own), public.dealer):
        if matches(*own[seat]):
            return _show_pair(public._replace(turn=seat), own, deck, events)
    return Step(State(public._replace(phase=PLACE, turn=NOBODY), own, deck), events)


def _show_pair(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """One card of the pair goes to the dead pile and a new card comes for it, if one can differ."""
    seat = public.turn
    card, laid = own[seat]
    events.append({"event": "pair", "player": seat, "card": card})
    public = public._replace(
        phase=PAIRS,
        hands=replaced(public.hands, seat, Hand(pair=card)),
        dead=public.rules.added(public.dead, (laid,)),
    )
    own = replaced(own, seat, (card,))
    if any(other != card for other in deck + public.rules.pile(public.dead)):
        return _draw(public, own, deck, events)
    return _call_off(public, own, deck, events)


def _call_off(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The round cannot be dealt: nobody gains, and the set ends."""
    dealt = tuple(card for cards in own for card in cards)
    public = public._replace(dead=public.rules.added(public.dead, dealt))
    events.append(_round_end(public, []))
    return _end_set(public, deck, events)


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
    turn = (public.dealer + 1) % len(hands)
    public = public._replace(hands=tuple(hands), phase=TURN, turn=turn)
    return Step(State(public, own, position.hidden), events)


def hit(position: Position) -> Step:
    """The seat in turn wants a card."""
    public = position.public._replace(phase=HIT)
    return _draw(public, position.own, position.hidden, [])


def _hit(public: Public, own: Own, deck: Cards, card: Card) -> Step:
    seat = public.turn
    hand = public.hands[seat]
    held = own[seat] + hand.up
    events: list[Event] = [{"event": "card", "player": seat, "card": card}]
    if busts(held, card):
        lost = (*held, card)
        events.append({"event": "bust", "player": seat, "hand": [*lost]})
        public = public._replace(dead=public.rules.added(public.dead, lost))
        own = replaced(own, seat, ())
        hand = Hand(status=BUST)
    else:
        hand = hand._replace(up=(*hand.up, card))
    hands = replaced(public.hands, seat, hand)
    return _next_turn(public, hands, own, deck, events)


def stick(position: Position) -> Step:
    """The seat in turn takes no more cards in this round."""
    public = position.public
    hand = public.hands[public.turn]._replace(status=STUCK)
    hands = replaced(public.hands, public.turn, hand)
    return _next_turn(public, hands, position.own, position.hidden, [])


def _next_turn(
    public: Public, hands: tuple[Hand, ...], own: Own, deck: Cards, events: list[Event]
) -> Step:
    """Ask the next player clockwise who is still in; when there is none the hands are shown."""
    for seat in clockwise(len(hands), public.turn):
        if hands[seat].status == IN:
            public = public._replace(hands=hands, phase=TURN, turn=seat)
            return Step(State(public, own, deck), events)
    return _show(public._replace(hands=hands), own, deck, events)


def _show(public: Public, own: Own, deck: Cards, events: list[Event]) -> Step:
    """The best of the hands that stuck go into the wallets, the others to the dead pile."""
    rules = public.rules
    held = {
        seat: own[seat] + public.hands[seat].up
        for seat in clockwise(len(own), public.dealer)
        if public.hands[seat].status == STUCK
    }
    values = {seat: value(hand, rules.two_dollar) for seat, hand in held.items()}
    for seat, hand in held.items():
        event: Event = {"event": "show", "player": seat, "hand": [*hand], "value": values[seat]}
        events.append(event)
    best = max(values.values(), default=0)
    winners = sorted(seat for seat in held if values[seat] == best)
    lost = tuple(card for seat in held if seat not in winners for card in held[seat])
    public = public._replace(
        wallets=_paid(public.wallets, {seat: held[seat] for seat in winners}),
        dead=rules.added(public.dead, lost),
    )
    events.append(_round_end(public, winners))
    return _end_round(public, deck, events)


def _paid(wallets: tuple[Wallet, ...], won: Mapping[Seat, Cards]) -> tuple[Wallet, ...]:
    return tuple(
        wallet.with_hand(won[seat], cash(won[seat])) if seat in won else wallet
        for seat, wallet in enumerate(wallets)
    )


def _round_end(public: Public, winners: list[Seat]) -> Event:
    wallets = [wallet.cash for wallet in public.wallets]
    return {"event": "round_end", "winners": winners, "wallets": wallets}


def _end_round(public: Public, deck: Cards, events: list[Event]) -> Step:
    if public.round == public.last_round:
        return _end_set(public, deck, events)
    return _begin_round(public, deck, (public.dealer + 1) % public.rules.seats, events)


def _end_set(public: Public, deck: Cards, events: list[Event]) -> Step:
    """The game ends here, unless sets are played and nobody has reached the target yet."""
    target = public.rules.target
    if target is None:
        return _over(public, deck, events)
    totals = tuple(
        total + wallet.cash for total, wallet in zip(public.totals, public.wallets, strict=True)
    )
    events.append({"event": "set_end", "set": public.set_number, "totals": [*totals]})
    if max(totals) >= target or public.set_number == MOST_SETS:
        return _over(public._replace(totals=totals), deck, events)
    return begin_set(public.rules, public.set_number + 1, totals, public.round, events)


def _over(public: Public, deck: Cards, events: list[Event]) -> Step:
    seats = public.rules.seats
    public = public._replace(hands=(Hand(),) * seats, phase=OVER, turn=NOBODY)
    return Step(State(public, ((),) * seats, deck), events)
