"""Plays of Banking Benjamins with cards as written, for its tests."""

from collections.abc import Collection, Mapping
from itertools import islice
from types import MappingProxyType

from arena.chance import Scripted
from arena.games.banking_benjamins import GAME
from arena.games.banking_benjamins.cards import FACE, FACES, Card, Cards, spread
from arena.games.banking_benjamins.state import Benjamin, Position, Public
from arena.games.core import (
    Action,
    Chance,
    Decide,
    Event,
    Json,
    Over,
    Seat,
    State,
    Step,
    fill_options,
)
from arena.testing.playout import action_events

NOTHING = "100 50 20 20 5"
"""A hand with which these tests do not mean to do anything."""


def cards(text: str) -> list[Card]:
    """The cards of "100 50 pyramid"."""
    return [FACES[FACE[word]] for word in text.split()]


def held(text: str) -> Cards:
    """The same, counted by face."""
    return tuple(map(cards(text).count, FACES))


class Play:
    """A game in which every seat was dealt the hand given, and draws what is written."""

    def __init__(self, *hands: str, **options: Json) -> None:
        self.record: list[Event] = []
        seats = max(2, len(hands))
        hands = (*hands, *[NOTHING] * (seats - len(hands)))
        start = GAME.start(seats, fill_options(GAME, seats, options))
        self._take(start)
        self._draw(" ".join(hands))

    def set_up(
        self,
        hand: str | None = None,
        row: str | None = None,
        deck: str | None = None,
        hands: Mapping[Seat, str] = MappingProxyType({}),
    ) -> "Play":
        """Go on with another hand of the player in turn, or of others, another row or deck."""
        public, own = self.public, list(self.state.own)
        for seat, text in hands.items():
            own[seat] = held(text)
        if hand is not None:
            own[public.active] = held(hand)
        left = self.state.hidden if deck is None else tuple(sorted(cards(deck), key=FACES.index))
        sizes = tuple(map(sum, own))
        public = public._replace(hands=sizes, deck=len(left))
        if row is not None:
            public = public._replace(row=held(row))
        self._take(Step(State(public, tuple(own), left)))
        return self

    def act(self, action: str, draw: str = "") -> "Play":
        """The seat that is asked makes a decision, after which exactly these cards are drawn."""
        self.events: list[Event] = []
        seat = self.asked
        action = GAME.canonical(action)
        assert action in self.legal, f"{action} is not legal"
        assert action in self.listed, f"{action} is not listed"
        self.record += action_events({seat: action}, secret=False)
        self._take(GAME.act(self.state, {seat: action}))
        self._draw(draw)
        return self

    def moves(self, *actions: str) -> "Play":
        """Several decisions without luck, one after the other."""
        for action in actions:
            self.act(action)
        return self

    def pass_turn(self, draw: str = "1") -> "Play":
        """The player in turn discards its highest card and draws."""
        return self.act(self.listed[0], draw)

    def _take(self, step: Step) -> None:
        self.state: Position = step.state
        self.events = [*getattr(self, "events", []), *step.events]
        self.record += step.events
        self.node = GAME.node(self.state)

    def _draw(self, text: str) -> None:
        drawn = Scripted(cards(text))
        for _ in text.split():
            assert isinstance(self.node, Chance), f"no card is drawn; {text} were written"
            assert self.node.stream == "deck"
            self._take(GAME.deal(self.state, drawn.pick(self.node)))
        assert not isinstance(self.node, Chance), "more cards are drawn than were written"

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def over(self) -> Over:
        assert isinstance(self.node, Over)
        return self.node

    @property
    def asked(self) -> int:
        assert isinstance(self.node, Decide)
        (seat,) = self.node.legal
        return seat

    @property
    def legal(self) -> Collection[Action]:
        assert isinstance(self.node, Decide)
        return self.node.legal[self.asked]

    @property
    def listed(self) -> list[Action]:
        return list(islice(self.legal, 5000))

    def can(self, action: str) -> bool:
        """Whether the seat that is asked may do that."""
        legal = GAME.canonical(action) in self.legal
        assert legal == (GAME.canonical(action) in self.listed), f"{action}: listed is not legal"
        return legal

    def verbs(self) -> set[str]:
        return {action.partition(":")[0] for action in self.listed}

    def hand(self, seat: int) -> list[Card]:
        return spread(self.state.own[seat])

    @property
    def row(self) -> list[Card]:
        return spread(self.public.row)

    def pile(self, number: int) -> Benjamin:
        (found,) = [pile for bank in self.public.banks for pile in bank if pile.number == number]
        return found

    def owns(self, seat: int) -> list[int]:
        return [pile.number for pile in self.public.banks[seat]]

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def event(self, kind: str) -> Event:
        (found,) = [event for event in self.events if event["event"] == kind]
        return found

    def sees(self, seat: int | None) -> dict[str, Json]:
        own = None if seat is None else self.state.own[seat]
        return GAME.observe(self.public, seat, own)


def big_ben(**options: Json) -> Play:
    """Seat 0 has built Big Ben 1; seat 1, to move, holds 1 1 5 5 10, seat 2 2 2 1 20 20."""
    play = Play("100 20 20 5 1", "1 1 5 5 10", "2 2 1 20 20", **options)
    return play.act("build:h100").act("discard:20", "50 10")


def grant_slam() -> Play:
    """Seat 0 has built Grant Slam 1; seat 1, to move, holds 5 5 1 1 10, seat 2 2 5 1 20 20."""
    play = Play("50 50 20 2 5", "5 5 1 1 10", "2 5 1 20 20")
    return play.act("build:h50+h50").act("discard:20", "20 10 10")
