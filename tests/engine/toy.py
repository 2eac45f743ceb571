"""A small game for tests of the engine: each round a die is rolled, then players name a number.

Seats choose at the same time, secretly, `keep` or `pass`; who keeps scores the die. Odd rounds ask
all seats, even rounds seat 0 alone. The die of an even round is shown to seat 0 only.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from arena.games.core import (
    Action,
    Chance,
    Decide,
    Node,
    Option,
    Options,
    Outcome,
    Over,
    Seat,
    State,
    Step,
)


@dataclass(frozen=True, slots=True)
class Public:
    """What all know."""

    round: int
    scores: tuple[int, ...]
    rolled: bool
    rounds: int


class Toy:
    """The rules."""

    name = "toy"
    title = "Toy"
    rules_version = 1
    seats = range(1, 5)
    default_seats = 2
    positions = True
    options: Mapping[str, Option] = {"rounds": Option("int", 4, "how many rounds", 1, 100)}

    def start(self, seats: int, options: Options) -> Step:
        public = Public(1, (0,) * seats, False, options["rounds"])
        return Step(State(public, (0,) * seats, None), [{"event": "round", "round": 1}])

    def _asked(self, state: Any) -> range:
        return range(len(state.own) if state.public.round % 2 else 1)

    def node(self, state: Any) -> Node:
        public = state.public
        if public.round > public.rounds:
            return self.secured(state)
        if not public.rolled:
            seen = None if public.round % 2 else (0,)
            return Chance(f"round{public.round}", (1, 2, 3, 4, 5, 6), seen)
        return Decide(dict.fromkeys(self._asked(state), ("keep", "pass")), secret=True)

    def deal(self, state: Any, outcome: Outcome) -> Step:
        seats = self._asked(state)
        own = tuple(outcome if seat in seats else 0 for seat in range(len(state.own)))
        event: dict[str, Any] = {"event": "die", "value": outcome}
        if len(seats) < len(own):
            event["to"] = list(seats)
        return Step(state._replace(public=replace(state.public, rolled=True), own=own), [event])

    def act(self, state: Any, actions: Mapping[Seat, Action]) -> Step:
        public = state.public
        scores = tuple(
            score + (die if actions.get(seat) == "keep" else 0)
            for seat, (score, die) in enumerate(zip(public.scores, state.own, strict=True))
        )
        after = Public(public.round + 1, scores, False, public.rounds)
        over = after.round > after.rounds
        events = [] if over else [{"event": "round", "round": after.round}]
        return Step(State(after, (0,) * len(scores), None), events)

    def observe(self, public: Any, seat: Seat | None, own: Any) -> dict[str, Any]:
        return {"round": public.round, "scores": public.scores, "die": own}

    def fallback(self, state: Any, seat: Seat) -> Action:
        return "pass"

    def canonical(self, action: Action) -> Action:
        return action.lower()

    def secured(self, state: Any) -> Over:
        return Over(state.public.scores, (0,) * len(state.own))


TOY = Toy()
