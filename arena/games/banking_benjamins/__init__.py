"""Banking Benjamins: put together 100 dollars, bank it, and keep others from stealing it.

The deck holds eight each of 100, 50, 20, 10, 5 and 1 and two $2; the wild game adds the Pyramid
and the Eagle. Everybody holds five cards. On a turn a player makes as many moves as it likes, with
cards from its hand and from the open Discard Row:

- build a Benjamin: cards that come to exactly 100. One 100 is a Big Ben, two 50s are a Grant Slam,
  all else is Mixed and locked for good.
- steal an exposed Benjamin with a matching card, a 1 for a Big Ben, a 5 for a Grant Slam. The owner
  may block with a $2 from its hand. The cards used stay with the Benjamin.
- add a matching card to an exposed Benjamin of its own.

Two matching cards lock a Benjamin, whoever laid them there, and so does a block. A hand that is
played out brings five new cards at once (More Money). The turn ends with a discard into the row,
after which the player draws up to five cards.

Who draws the last card of the deck finishes its turn, then everybody has one turn more. The most
Benjamins win, then the higher sum of the cards attached to them. All rulings stand in
`docs/games/banking_benjamins.md`.

The parts: `cards`, `state`, `builds` (which builds there are), `moves` (what is legal), `rules`
(what it leads to).
"""

from collections.abc import Mapping

from arena.games.banking_benjamins import rules
from arena.games.banking_benjamins.cards import DENOMINATIONS, FACE, TWO, WILDS, Cards, spread
from arena.games.banking_benjamins.moves import Moves, answers, canonical
from arena.games.banking_benjamins.state import (
    Benjamin,
    Draw,
    Position,
    Public,
    Steal,
    attached_sum,
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

LOWEST_FIRST = (*map(str, reversed(DENOMINATIONS)), *WILDS)
"""The order in which the fallback gives cards away."""


class BankingBenjamins:
    """The rules of Banking Benjamins."""

    name = "banking_benjamins"
    title = "Banking Benjamins"
    rules_version = 1
    seats = range(2, 5)
    default_seats = 3
    positions = True
    options: Mapping[str, Option] = {
        "wild": Option("bool", False, "with the two wilds, the Pyramid and the Eagle"),
        "copies": Option("int", 8, "cards of each of 100, 50, 20, 10, 5 and 1", 4, 40),
    }

    def start(self, seats: int, options: Options) -> Step:
        return rules.begin(seats, options["copies"], WILDS if options["wild"] else ())

    def node(self, state: Position) -> Node:
        public = state.public
        waits_for = public.waits_for
        if waits_for is None:
            if public.over:
                return self.secured(state)
            seat = public.active
            return Decide({seat: Moves(public, seat, state.own[seat])})
        if isinstance(waits_for, Draw):
            return Chance("deck", state.hidden, (waits_for.player,))
        return Decide({waits_for.owner: answers(state.own[waits_for.owner])})

    def deal(self, state: Position, outcome: Outcome) -> Step:
        draw = state.public.waits_for
        assert isinstance(draw, Draw)
        return rules.draw_card(state, draw, outcome)

    def act(self, state: Position, actions: Mapping[Seat, Action]) -> Step:
        (action,) = actions.values()
        steal = state.public.waits_for
        if isinstance(steal, Steal):
            return rules.answer(state, steal, action)
        return rules.move(state, action)

    def observe(self, public: Public, seat: Seat | None, own: Cards | None) -> dict[str, Json]:
        steal = public.waits_for if isinstance(public.waits_for, Steal) else None
        return {
            "turn": public.turn,
            "active": public.active,
            "phase": "block" if steal else "turn",
            "hand": None if own is None else spread(own),
            "hands": public.hands,
            "row": spread(public.row),
            "banks": [[_pile(benjamin) for benjamin in bank] for bank in public.banks],
            "deck": public.deck,
            "final_turns_left": public.final_turns_left,
            "steal": _asked(steal) if steal else None,
        }

    def fallback(self, state: Position, seat: Seat) -> Action:
        hand = state.own[seat]
        if isinstance(state.public.waits_for, Steal):
            return "block" if hand[TWO] else "allow"
        lowest = (card for card in LOWEST_FIRST if hand[FACE[card]])
        return f"discard:{card}" if (card := next(lowest, None)) else "end"

    def canonical(self, action: Action) -> Action:
        return canonical(action)

    def secured(self, state: Position) -> Over:
        """The Benjamins in the banks; tie-break: what the cards attached to them come to."""
        banks = state.public.banks
        return Over(tuple(map(len, banks)), tuple(map(attached_sum, banks)))


def _pile(benjamin: Benjamin) -> dict[str, Json]:
    return {
        "benjamin": benjamin.number,
        "kind": benjamin.kind,
        "cards": benjamin.cards,
        "attached": benjamin.attached,
        "locked": benjamin.locked,
    }


def _asked(steal: Steal) -> dict[str, Json]:
    return {"benjamin": steal.benjamin, "attacker": steal.attacker, "card": steal.card}


GAME = BankingBenjamins()
