"""What every card drawn and every action leads to."""

from collections.abc import Sequence
from typing import TypeVar

from arena.games.banking_benjamins.cards import (
    FACE,
    FACE_OF,
    NO_CARDS,
    PLAYS,
    Card,
    Cards,
    Play,
    drawn,
    full_deck,
    pay,
    plus,
    spread,
)
from arena.games.banking_benjamins.moves import BLOCKS
from arena.games.banking_benjamins.state import (
    DEAL,
    END_OF_TURN,
    MIXED,
    MORE_MONEY,
    Bank,
    Banks,
    Benjamin,
    Draw,
    Position,
    Public,
    Steal,
    attach,
    kind_of,
    numbered,
    owner_of,
)
from arena.games.core import Action, Event, Seat, State, Step

HAND_SIZE = 5

Deck = tuple[Card, ...]
T = TypeVar("T")


def begin(seats: int, copies: int, wilds: Sequence[str]) -> Step:
    """A shuffled deck, and the first hand on its way."""
    deck = full_deck(copies, wilds)
    draw = Draw(DEAL, 0, HAND_SIZE)
    public = Public(0, 0, None, NO_CARDS, ((),) * seats, (0,) * seats, len(deck), draw)
    state = State(public, (NO_CARDS,) * seats, deck)
    return Step(state, [{"event": "shuffle", "cards": len(deck)}])


def draw_card(state: Position, draw: Draw, card: Card) -> Step:
    """The next card of a draw comes into the hand."""
    seat, public = draw.player, state.public
    hand, deck = plus(state.own[seat], FACE_OF[card]), drawn(state.hidden, card)
    after = State(public, _put(state.own, seat, hand), deck)
    return Step(after) if public.deck - len(deck) < draw.cards else _drawn(after, draw)


def _drawn(state: Position, draw: Draw) -> Step:
    """All cards of a draw are in the hand: play goes on."""
    public, seat, deck = state.public, draw.player, len(state.hidden)
    hands = _put(public.hands, seat, public.hands[seat] + draw.cards)
    final = public.final_turns_left
    events: list[Event] = []
    if draw.why != DEAL:
        events.append({"event": "drew", "player": seat, "count": draw.cards})
    if not deck:
        events.append({"event": "cash_out", "last": seat})
        final = len(hands)
    events.append(_hand(state.own, seat))
    dealing = draw.why == DEAL and seat + 1 < len(hands)
    if not dealing and draw.why != MORE_MONEY:
        return _next_turn(public, final, hands, state.own, state.hidden, events)
    waits_for = Draw(DEAL, seat + 1, HAND_SIZE) if dealing else None
    turn, active, row, banks = public.turn, public.active, public.row, public.banks
    after = Public(turn, active, final, row, banks, hands, deck, waits_for)
    return Step(State(after, state.own, state.hidden), events)


def move(state: Position, action: Action) -> Step:
    """The player whose turn it is acts."""
    verb, _, rest = action.partition(":")
    match verb:
        case "build":
            return _build(state, rest.split("+"))
        case "discard":
            return _discard(state, FACE[rest])
        case "end":
            return _end(state)
    number, _, text = rest.partition(":")
    return (_add if verb == "add" else _steal)(state, int(number), PLAYS[text])


def answer(state: Position, steal: Steal, action: Action) -> Step:
    """The owner of a Benjamin that is being stolen blocks or allows it."""
    if action == "allow":
        return _stolen(state, steal)
    return _blocked(state, steal, PLAYS[BLOCKS[action]])


def _build(state: Position, texts: list[str]) -> Step:
    public = state.public
    seat, banks = public.active, public.banks
    plays = [PLAYS[text] for text in texts]
    kind = kind_of([play.value for play in plays])
    number = sum(map(len, banks)) + 1
    built = Benjamin(number, kind, tuple(texts), (), kind == MIXED)
    banks = _put(banks, seat, (*banks[seat], built))
    event: Event = {"event": "built", "player": seat, "benjamin": number, "kind": kind}
    event["cards"] = texts
    return _moved(state, plays, banks, [event])


def _add(state: Position, number: int, play: Play) -> Step:
    seat, banks = state.public.active, state.public.banks
    benjamin = attach(numbered(banks[seat], number), play.text)
    event: Event = {"event": "added", "player": seat, "benjamin": number, "card": play.text}
    banks = _put(banks, seat, _changed(banks[seat], benjamin))
    return _moved(state, (play,), banks, [event, *_locked(benjamin)])


def _moved(state: Position, plays: Sequence[Play], banks: Banks, events: list[Event]) -> Step:
    """The cards are paid that the player whose turn it is has played, and lie in the banks."""
    public, seat = state.public, state.public.active
    hand, row = pay(plays, state.own[seat], public.row)
    if hand == state.own[seat]:
        return Step(State(public._replace(row=row, banks=banks), state.own, state.hidden), events)
    own, hands = _put(state.own, seat, hand), _put(public.hands, seat, sum(hand))
    after = Public(public.turn, seat, public.final_turns_left, row, banks, hands, public.deck)
    events.append(_hand(own, seat))
    return _more_money(after, own, state.hidden, events)


def _steal(state: Position, number: int, play: Play) -> Step:
    """The attacker's card is on the table, the owner is asked."""
    public, seat = state.public, state.public.active
    steal = Steal(number, seat, play.text, owner_of(public.banks, number))
    return Step(_pay(state, seat, play, public._replace(waits_for=steal)))


def _stolen(state: Position, steal: Steal) -> Step:
    thief, owner, banks = steal.attacker, steal.owner, state.public.banks
    stolen = numbered(banks[owner], steal.benjamin)
    benjamin = attach(stolen, steal.card)
    banks = _put(banks, owner, tuple(pile for pile in banks[owner] if pile is not stolen))
    banks = _put(banks, thief, (*banks[thief], benjamin))
    event: Event = {"event": "stolen", "player": thief, "benjamin": steal.benjamin}
    event |= {"from": owner, "card": steal.card}
    after = State(state.public._replace(banks=banks, waits_for=None), state.own, state.hidden)
    return _answered(after, steal, {thief}, [event, *_locked(benjamin)])


def _blocked(state: Position, steal: Steal, play: Play) -> Step:
    owner, banks = steal.owner, state.public.banks
    stolen = numbered(banks[owner], steal.benjamin)
    benjamin = attach(stolen, steal.card, play.text)._replace(locked=True)
    banks = _put(banks, owner, _changed(banks[owner], benjamin))
    event: Event = {"event": "blocked", "player": owner, "benjamin": steal.benjamin}
    event |= {"attacker": steal.attacker, "card": play.text}
    after = _pay(state, owner, play, state.public._replace(banks=banks, waits_for=None))
    return _answered(after, steal, {steal.attacker, owner}, [event, *_locked(benjamin)])


def _answered(state: Position, steal: Steal, changed: set[Seat], events: list[Event]) -> Step:
    """A steal has been answered: the hands that changed are shown, the turn goes on."""
    if PLAYS[steal.card].source == "r":
        changed.remove(steal.attacker)
    events += [_hand(state.own, seat) for seat in sorted(changed)]
    return _more_money(state.public, state.own, state.hidden, events)


def _more_money(public: Public, own: tuple[Cards, ...], deck: Deck, events: list[Event]) -> Step:
    """Who has played its whole hand draws a new one, as far as there are cards."""
    seat = public.active
    if deck and not public.hands[seat]:
        events.append({"event": "more_money", "player": seat})
        draw = Draw(MORE_MONEY, seat, min(HAND_SIZE, len(deck)))
        public = public._replace(waits_for=draw)
    return Step(State(public, own, deck), events)


def _discard(state: Position, face: int) -> Step:
    """The turn ends; the hand is filled up."""
    public, seat = state.public, state.public.active
    hand, row = plus(state.own[seat], face, -1), plus(public.row, face)
    own, held = _put(state.own, seat, hand), public.hands[seat] - 1
    hands, cards = _put(public.hands, seat, held), min(HAND_SIZE - held, public.deck)
    draw = Draw(END_OF_TURN, seat, cards) if cards else None
    turn, final = public.turn, public.final_turns_left
    after = Public(turn, seat, final, row, public.banks, hands, public.deck, draw)
    if cards:
        return Step(State(after, own, state.hidden))
    return _next_turn(after, final, hands, own, state.hidden, [_hand(own, seat)])


def _end(state: Position) -> Step:
    """The turn ends without a discard, as there is no card to discard."""
    public = state.public
    shown = _hand(state.own, public.active)
    final = public.final_turns_left
    return _next_turn(public, final, public.hands, state.own, state.hidden, [shown])


def _next_turn(
    public: Public,
    final: int | None,
    hands: tuple[int, ...],
    own: tuple[Cards, ...],
    deck: Deck,
    events: list[Event],
) -> Step:
    """The next player's turn begins, with that many final turns left, unless none is."""
    if final == 0:
        return Step(State(public._replace(over=True), own, deck), events)
    turn = public.turn + 1
    seat = (public.active + 1) % len(hands) if public.turn else 0
    final = None if final is None else final - 1
    events.append({"event": "turn", "player": seat, "turn": turn})
    after = Public(turn, seat, final, public.row, public.banks, hands, len(deck))
    return Step(State(after, own, deck), events)


def _pay(state: Position, seat: Seat, play: Play, public: Public) -> Position:
    """The position `public` without the played card in the seat's hand or in the row."""
    hand, row = pay([play], state.own[seat], public.row)
    own, hands = _put(state.own, seat, hand), _put(public.hands, seat, sum(hand))
    return State(public._replace(row=row, hands=hands), own, state.hidden)


def _changed(bank: Bank, benjamin: Benjamin) -> Bank:
    """The bank with the Benjamin as it is now."""
    return tuple(benjamin if pile.number == benjamin.number else pile for pile in bank)


def _locked(benjamin: Benjamin) -> list[Event]:
    return [{"event": "locked", "benjamin": benjamin.number}] if benjamin.locked else []


def _hand(own: tuple[Cards, ...], seat: Seat) -> Event:
    return {"event": "hand", "player": seat, "cards": spread(own[seat]), "to": [seat]}


def _put(values: tuple[T, ...], i: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[i] = value
    return tuple(changed)
