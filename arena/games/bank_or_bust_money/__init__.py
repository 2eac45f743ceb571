"""Bank or Bust with money cards: press on for the richest hand and never hold the same card twice.

The deck holds eight each of 100, 50, 20, 10, 5 and 1 dollars; the wild game adds four jokers: two
`$2`, the Pyramid and the Eagle. The deal starts with the last seat and moves clockwise until
everyone has dealt `laps` times.

A round:

1. Everyone gets two cards, from the dealer's left. Whoever holds a pair shows it, lays one card of
   it on the dead pile and gets another, until the two differ. Jokers never make a pair. Where no
   card is left that could differ, the round is called off and play ends.
2. All choose at the same time which of their two cards lies face down; the other lies face up.
3. From the dealer's left, again and again, each player still in takes one more card face up (hit)
   or none for the rest of the round (stick).
4. A hand with any denomination twice is bust and lies on the dead pile. A Pyramid or an Eagle that
   the hand holds by then excuses one pair each; nothing excuses three of a kind.
5. When nobody is left to ask, the hands that stuck are shown. Each `$2` doubles a hand. The best
   hand goes into its player's wallet, tied best hands into the wallet of each; the rest is dead.

An empty dealing pile is replaced by the dead pile, shuffled, when a card is needed; with both empty
nobody can hit. A round is not begun without two cards for everyone. The most cash in the wallet
wins, a `$2` counting two dollars there, the Pyramid and the Eagle nothing. With a `target`, sets of
such play follow one another, each with a new deck and empty wallets, until a set ends with
somebody's sum of them at the target.
"""

from collections.abc import Mapping

from arena.games.bank_or_bust_money import play
from arena.games.bank_or_bust_money.cards import LOWEST_FIRST, Card, Cards
from arena.games.bank_or_bust_money.position import (
    DEAL,
    HIT,
    NOBODY,
    PAIRS,
    PLACE,
    TURN,
    Position,
    Public,
    rules_of,
)
from arena.games.core import (
    Action,
    Chance,
    Decide,
    Json,
    Node,
    Option,
    Options,
    Outcome,
    Over,
    Seat,
    Step,
)

HIT_ACTION = "hit"
STICK_ACTION = "stick"
DOWN: Mapping[Card, Action] = {card: f"down:{card}" for card in LOWEST_FIRST}
LAID: Mapping[Action, Card] = {action: card for card, action in DOWN.items()}


class BankOrBustMoney:
    """The rules, see the module."""

    name = "bank_or_bust_money"
    title = "Bank or Bust, the money game"
    rules_version = 1
    seats = range(3, 9)
    default_seats = 4
    positions = True
    options: Mapping[str, Option] = {
        "wild": Option("bool", False, "play with the four jokers"),
        "copies": Option("int", 8, "cards of each denomination in the deck", 4, 40),
        "laps": Option(
            "int", 1, "how often everyone deals (in a set)", 1, 10, defaults={3: 2, 4: 2}
        ),
        "target": Option(
            "int", None, "play sets until somebody's total is at least this", 1, 1_000_000
        ),
        "two_dollar": Option(
            "choice",
            "multiply",
            "whether a $2 only doubles a hand, or is also two dollars of it",
            choices=("multiply", "add_and_multiply"),
        ),
    }

    def start(self, seats: int, options: Options) -> Step:
        """The full deck is shuffled and the last seat deals the first round."""
        return play.begin_set(rules_of(seats, options), 1, (0,) * seats, 0, [])

    def node(self, state: Position) -> Node:
        """The next card, all players' placing, or the turn of one."""
        public = state.public
        phase = public.phase
        if phase == TURN:
            return Decide({public.turn: _turn_actions(state)})
        if phase in (DEAL, PAIRS):
            return Chance(_stream(public), state.hidden, (public.turn,))
        if phase == HIT:
            return Chance(_stream(public), state.hidden)
        if phase == PLACE:
            legal = {seat: _downs(cards) for seat, cards in enumerate(state.own)}
            return Decide(legal, secret=True)
        return self.secured(state)

    def deal(self, state: Position, outcome: Outcome) -> Step:
        """The card goes to the seat in turn."""
        return play.deal(state, outcome)

    def act(self, state: Position, actions: Mapping[Seat, Action]) -> Step:
        """All have placed, or the seat in turn hits or sticks."""
        if state.public.phase == PLACE:
            return play.place(state, {seat: LAID[action] for seat, action in actions.items()})
        if actions[state.public.turn] == HIT_ACTION:
            return play.hit(state)
        return play.stick(state)

    def observe(self, public: Public, seat: Seat | None, own: Cards | None) -> dict[str, Json]:
        """What lies on the table, and the seat's own cards."""
        progress, piles, shown, phase, turn = public
        placed = phase in (TURN, HIT)
        held = own or ()
        hands: list[Json] = [
            {"up": [*up], "down": None, "status": status, "pair": pair}
            for up, status, pair in shown
        ]
        if placed and held and seat is not None:
            hands[seat]["down"] = held[0]
        return {
            "set": progress.set_number,
            "totals": [*progress.totals],
            "round": progress.round,
            "dealer": progress.dealer,
            "phase": phase,
            "turn": None if turn == NOBODY else turn,
            "hand": [] if placed else [*held],
            "hands": hands,
            "wallets": [{"cash": cash, "cards": [*cards]} for cash, cards in progress.wallets],
            "deck": piles.deck,
            "dead": dict(zip(progress.rules.names, piles.dead, strict=True)),
        }

    def fallback(self, state: Position, seat: Seat) -> Action:
        """Lay the lower card face down; stick."""
        if state.public.phase == PLACE:
            return DOWN[min(state.own[seat], key=LOWEST_FIRST.index)]
        return STICK_ACTION

    def canonical(self, action: Action) -> Action:
        """As it is: every action is written in one way only."""
        return action

    def secured(self, state: Position) -> Over:
        """The cash in the wallets; with a target, the totals of the sets that are finished."""
        progress = state.public.progress
        scores = progress.totals
        if progress.rules.target is None:
            scores = tuple(wallet.cash for wallet in progress.wallets)
        return Over(scores, (0,) * len(scores))


def _stream(public: Public) -> str:
    """The source of luck of the deck that is dealt from."""
    number, shuffles = public.progress.set_number, public.piles.shuffles
    deck = "deck" if number == 1 else f"set{number}.deck"
    return f"{deck}.{shuffles}" if shuffles else deck


def _turn_actions(state: Position) -> tuple[Action, ...]:
    if state.hidden or any(state.public.piles.dead):
        return (HIT_ACTION, STICK_ACTION)
    return (STICK_ACTION,)


def _downs(cards: Cards) -> tuple[Action, ...]:
    """One action for each different card, in the order dealt."""
    first, second = cards
    return (DOWN[first],) if first == second else (DOWN[first], DOWN[second])


GAME = BankOrBustMoney()
