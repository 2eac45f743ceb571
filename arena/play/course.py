"""A game with one seat played by a person: who is asked when, and what can be taken back."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from arena import wire
from arena.chance import Seeded, derive
from arena.games.core import Action, Chance, Event, Game, Options, Outcome, Seat
from arena.referee.players import Crew, Request
from arena.results import Answer, Fault
from arena.table import Result, Table

GAME_ID = "play"


class Question(NamedTuple):
    """What the person may know and choose from.

    `body` as in wire.act; `listed` are the legal actions that a request lists, `more` whether there
    are others. `events`: what has happened since the last question.
    """

    body: bytes
    observation: Mapping[str, Any]
    listed: Sequence[Action]
    more: bool
    events: Sequence[Event]


class _Mark(NamedTuple):
    """Where a choice of the person's was made: how much had happened by then."""

    decisions: int
    told: int
    draws: int
    asked: int


class _Counted:
    """Luck that counts how often it was asked."""

    def __init__(self, seed: int) -> None:
        self._luck = Seeded(derive(seed, "luck"))
        self.draws = 0

    def pick(self, node: Chance) -> Outcome:
        """The next outcome."""
        self.draws += 1
        return self._luck.pick(node)


class Course:
    """The game in play. `crew` has the bots of the other seats, in the order of their seats."""

    def __init__(
        self, game: Game, seats: int, options: Options, seed: int, seat: Seat, crew: Crew
    ) -> None:
        self.game = game
        self.seat = seat
        self._seats = seats
        self._options = options
        self._seed = seed
        self._crew = crew
        self._places = {
            other: place for place, other in enumerate(one for one in range(seats) if one != seat)
        }
        self._history: list[Mapping[Seat, Answer | Fault]] = []
        self._marks: list[_Mark] = []
        self._asked = 0
        self.told: list[bytes] = []
        """The bodies of all requests to the person, the last one open."""
        self._failed = {
            other: fault for other, place in self._places.items() if (fault := crew.fault(place))
        }
        for other, place in self._places.items():
            crew.tell(place, self.start(other))
        self._begin()
        self._run_on()

    @property
    def result(self) -> Result | None:
        """How it ended; None while it goes on."""
        return self.table.result

    def start(self, seat: Seat) -> bytes:
        """The message to a bot in that seat that the game begins."""
        names = [f"seat{one}" for one in range(self._seats)]
        seed = derive(self._seed, "bot", seat) >> 75
        options = wire.encode(self._options)
        return wire.start(GAME_ID, self.game.name, options, names, seat, seed)

    def question(self) -> Question:
        """What the person is asked now."""
        asked = msgspec.json.decode(b"{" + self.told[-1] + b"}")
        return Question(
            self.told[-1],
            asked["observation"],
            asked["legal"],
            "legal_truncated" in asked,
            asked["events"],
        )

    def last_events(self) -> Sequence[Event]:
        """What has happened since the last question, after the end of the game."""
        found: list[Event] = msgspec.json.decode(self.table.events(self.seat))
        return found

    def is_legal(self, action: Action) -> bool:
        """Whether the person may choose that, also where it is not listed."""
        return self.game.canonical(action) in self.table.asks[self.seat]

    def choose(self, action: Action) -> None:
        """The person's decision; the game runs on to its next one or to the end."""
        mark = _Mark(len(self._history), len(self.told), self._luck.draws, self._asked)
        self._marks.append(mark)
        self._submit({self.seat: Answer(action)})
        self._run_on()

    def undo(self) -> bool:
        """Take the last choice back, if nothing has come to light since.

        No card and no die must have come, and no bot been asked: what a player has learned cannot
        be taken back.
        """
        if not self._marks:
            return False
        mark = self._marks[-1]
        if (self._luck.draws, self._asked) != (mark.draws, mark.asked):
            return False
        self._marks.pop()
        history, self._history = self._history[: mark.decisions], []
        told = self.told[: mark.told]
        self._begin()
        for replies in history:
            for seat in replies:
                self.table.request(seat)  # uses up the events, as then
            self.table.submit(replies)
        self._history = history
        self.table.request(self.seat)
        self.told = told
        return True

    def end(self) -> None:
        """Tell the bots how it ended."""
        over = self.table.result
        assert over is not None
        for seat, place in self._places.items():
            events = self.table.events(seat)
            line = wire.end(GAME_ID, over.ranks, over.scores, over.tiebreaks, events)
            self._crew.tell(place, line)

    def _begin(self) -> None:
        self._luck = _Counted(self._seed)
        self.table = Table(self.game, self._seats, self._options, self._luck, self._failed)

    def _run_on(self) -> None:
        """Let the bots play until the person is asked or the game is over."""
        while self.table.result is None and self.seat not in self.table.asks:
            self._submit({})
        if self.table.result is None:
            self.told.append(self.table.request(self.seat))

    def _submit(self, replies: dict[Seat, Answer | Fault]) -> None:
        """One decision: the person's reply, if it is asked, and those of the bots."""
        others = [seat for seat in self.table.asks if seat != self.seat]
        requests = [
            Request(self._places[seat], GAME_ID.encode(), self.table.request(seat))
            for seat in others
        ]
        if requests:
            self._asked += len(requests)
            heard = self._crew.ask(requests).replies
            replies |= dict(zip(others, heard, strict=True))
        self._history.append(replies)
        for seat, fault in self.table.submit(replies).items():
            self._crew.dismiss(self._places[seat], fault)
