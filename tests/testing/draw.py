"""A small game with secrets, for tests of the conformance tests.

Each seat is dealt one card in private from the cards 1 to `cards`, then each in turn may `show` it
and score it, or `hide` it.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, NamedTuple

from arena.games.core import (
    Action,
    Chance,
    Decide,
    Game,
    Node,
    Option,
    Options,
    Over,
    Seat,
    State,
    Step,
)
from arena.testing import Kit


class Public(NamedTuple):
    """How many cards are dealt, whose turn it is, and what was shown."""

    dealt: int
    turn: int
    shown: tuple[int, ...]


class Draw:
    """The rules."""

    name = "draw"
    title = "Draw"
    rules_version = 1
    seats = range(2, 4)
    default_seats = 2
    positions = True
    options: Mapping[str, Option] = {
        "cards": Option("int", 9, "how many cards there are", 5, 20),
        "loud": Option("bool", False, "nothing"),
        "mode": Option("choice", "a", "nothing", choices=("a", "b")),
        "limit": Option("int", None, "nothing", 1, 9),
    }

    def start(self, seats: int, options: Options) -> Step:
        deck = tuple(range(1, options["cards"] + 1))
        return Step(State(Public(0, 0, (0,) * seats), (0,) * seats, deck))

    def node(self, state: Any) -> Node:
        public = state.public
        if public.dealt < len(state.own):
            return Chance("deck", state.hidden, (public.dealt,))
        if public.turn < len(state.own):
            return Decide({public.turn: ("show", "hide")})
        return Over(public.shown, (0,) * len(state.own))

    def deal(self, state: Any, outcome: int) -> Step:
        public, own, seat = state.public, list(state.own), state.public.dealt
        own[seat] = outcome
        deck = tuple(card for card in state.hidden if card != outcome)
        event = {"event": "card", "player": seat, "card": outcome, "to": [seat]}
        after = State(public._replace(dealt=seat + 1), tuple(own), deck)
        return Step(after, (event,))

    def act(self, state: Any, actions: Mapping[Seat, Action]) -> Step:
        public, seat = state.public, state.public.turn
        shown = list(public.shown)
        if actions[seat] == "show":
            shown[seat] = state.own[seat]
        after = public._replace(turn=seat + 1, shown=tuple(shown))
        return Step(State(after, state.own, state.hidden), ({"event": "turn_end"},))

    def observe(self, public: Any, seat: Seat | None, own: Any) -> dict[str, Any]:
        return {"shown": public.shown, "card": own}

    def fallback(self, state: Any, seat: Seat) -> Action:
        return "hide"

    def canonical(self, action: Action) -> Action:
        return action

    def secured(self, state: Any) -> Over:
        return Over(state.public.shown, (0,) * len(state.own))


def pieces(state: Any) -> list[int]:
    """The deck and all hands."""
    return [*state.hidden, *(card for card in state.own if card)]


def redeal(state: Any, seat: Seat, rng: Random) -> Any:
    """Other cards for all whose card `seat` has not seen."""
    unknown = [
        other
        for other, card in enumerate(state.own)
        if card and other != seat and not state.public.shown[other]
    ]
    pool = [*state.hidden, *(state.own[other] for other in unknown)]
    rng.shuffle(pool)
    own = list(state.own)
    for other in unknown:
        own[other] = pool.pop()
    return State(state.public, tuple(own), tuple(sorted(pool)))


DRAW = Draw()
KIT = Kit(pieces=pieces, redeal=redeal)


class Changed:
    """The game with some of its attributes replaced; functions get no `self`."""

    __doc__ = Draw.__doc__

    def __init__(self, **changes: Any) -> None:
        self._changes = changes

    def __getattr__(self, name: str) -> Any:
        return self._changes[name] if name in self._changes else getattr(DRAW, name)


def changed(**changes: Any) -> Game:
    """Draw with those attributes or functions in place of its own."""
    game: Game = Changed(**changes)
    return game


def after(step: Callable[..., Step], change: Callable[[Step], Step]) -> Callable[..., Step]:
    """A transition that changes what another one leads to."""
    return lambda *given: change(step(*given))
