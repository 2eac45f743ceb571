"""Bank or Bust with number cards: fill two rows, bank in time, or lose the round's cards.

The deck holds the numbers 2 to 99 once each and 18 power cards: 6 Modify by 10, 2 Modify by 20,
6 Cover, 4 Double. Everybody has a top row, which starts from 100 and must fall, and a bottom row,
which starts from 1 and must rise. On a turn a player banks or draws.

A Number card goes to the right end of a row where it fits: strictly below the top row's value in
force, strictly above the bottom row's. That is the value, modifiers included, of the rightmost
uncovered Number card; the start's where there is none. A card that fits nowhere busts the player:
its cards are discarded, the round brings it nothing, and it takes a Discard card if it has none.
In a later round the Discard card gives up one drawn Number card and draws another instead.

A power card is played at once or declined, for another card. A Modify card raises or lowers the
Number card in force, a Cover takes it out of force (it still counts), a Double at the start of a
row, one per row, doubles that row's tally. Playing any card ends the turn.

The round ends when all have banked or bust. Who banked scores one point for each Number card
(doubled where a Double lies), 5 for the strictly longest single row of all, and 5, 15 or 50 for
at least 3, 4 or 5 Number cards in both rows. The cards are discarded and play goes on with the
same deck; the discards are shuffled into a new one when a card is needed and none is left. The
game ends with the round in which somebody stands at the target, or with the last round allowed;
the highest total wins.
"""

from collections.abc import Mapping

from arena.games.bank_or_bust_numbers import turns
from arena.games.bank_or_bust_numbers.cards import Card
from arena.games.bank_or_bust_numbers.rows import Player, Row
from arena.games.bank_or_bust_numbers.turns import Public
from arena.games.core import (
    Action,
    Chance,
    Decide,
    Json,
    Node,
    Option,
    Options,
    Over,
    Seat,
    State,
    Step,
)

NumbersState = State[Public, None, None]


class BankOrBustNumbers:
    """The rules of Bank or Bust with number cards."""

    name = "bank_or_bust_numbers"
    title = "Bank or Bust: numbers"
    rules_version = 1
    seats = range(2, 7)
    default_seats = 4
    positions = True
    options: Mapping[str, Option] = {
        "target": Option("int", 50, "the total that ends the game", 1, 1000),
        "max_rounds": Option("int", 100, "after so many rounds the game ends anyway", 1, 1000),
    }

    def start(self, seats: int, options: Options) -> Step:
        """Before seat 0's first turn."""
        return _step(turns.start(seats, options["target"], options["max_rounds"]))

    def node(self, state: NumbersState) -> Node:
        """A card, or the decision of the player at turn."""
        public = state.public
        if public.phase == "drawing":
            return Chance(f"deck.{public.shuffles}" if public.shuffles else "deck", public.deck)
        if public.phase == "over":
            return self.secured(state)
        return Decide({public.turn: turns.legal(public)})

    def deal(self, state: NumbersState, outcome: Card) -> Step:
        """After a card is drawn: its player decides, or has bust."""
        return _step(turns.turn_up(state.public, outcome))

    def act(self, state: NumbersState, actions: Mapping[Seat, Action]) -> Step:
        """After a decision: a card is drawn, or the next player's turn begins."""
        public = state.public
        action = actions[public.turn]
        match action:
            case "draw":
                return _step(turns.draw(public))
            case "bank":
                return _step(turns.bank(public))
            case "discard":
                return _step(turns.use_discard_card(public))
            case "bust":
                return _step(turns.bust(public))
            case "decline":
                return _step(turns.decline(public))
        return _step(turns.lay(public, action))

    def observe(self, public: Public, seat: Seat | None, own: None) -> dict[str, Json]:
        """The same for all: everything lies face up, and nobody knows the order of the deck."""
        return {
            "round": public.round,
            "first": public.first,
            "turn": None if public.phase == "over" else public.turn,
            "scores": list(public.scores),
            "rows": [_seen(player) for player in public.players],
            "drawn": public.drawn,
            "deck": len(public.deck),
            "discards": list(public.discards),
            "declined": list(public.declined),
        }

    def fallback(self, state: NumbersState, seat: Seat) -> Action:
        """Bank; with a drawn card: place it, top first, else bust; decline a power card."""
        legal = turns.legal(state.public)
        harmless = ("bank", "place:top", "place:bottom", "bust", "decline")
        return next(action for action in harmless if action in legal)

    def canonical(self, action: Action) -> Action:
        """Actions are written in one way only."""
        return action

    def secured(self, state: NumbersState) -> Over:
        """The totals of the finished rounds."""
        scores = state.public.scores
        return Over(scores, (0,) * len(scores))


def _step(moved: turns.Moved) -> Step:
    public, events = moved
    return Step(State(public, (None,) * len(public.players), None), events)


def _seen(player: Player) -> dict[str, Json]:
    return {
        "top": _seen_row(player.top),
        "bottom": _seen_row(player.bottom),
        "status": player.status,
        "discard_card": player.discard_card,
    }


def _seen_row(row: Row) -> dict[str, Json]:
    _, cards, values, modifiers, covered, doubled = row
    return {
        "cards": list(cards),
        "values": list(values),
        "modifiers": list(map(list, modifiers)),
        "covered": list(covered),
        "value": row.value,
        "doubled": doubled,
    }


GAME = BankOrBustNumbers()
