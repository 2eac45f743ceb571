"""The bot at a table of players in memory, who are odd but legal company."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from arena.chance import Words
from arena.games.core import Game
from arena.referee.crew import ProcessCrew
from arena.referee.players import Replies, Request
from arena.results import Answer, Fault

GONE = Fault("crash", "it was made to fail, to see what the others do")
FAILS = 400
"""Some players fail: in one of so many decisions."""
LATER = b',"a_later_version":{"adds":[1,"x",null]}'

Mood = Callable[[Words, Sequence[str]], str]


class Enough(Exception):
    """Nothing more is to be learned from this sitting."""


class _Body(msgspec.Struct):
    legal: list[str]
    legal_truncated: bool = False


class Question(NamedTuple):
    """Where a bot was asked: the game's id and its how manyeth request there, from 0."""

    game_id: bytes
    place: int


@dataclass(slots=True)
class Heard:
    """What a bot did in one sitting.

    `slowest`: seconds. `peak`: peak resident memory, KiB; `peaks`: at the start of each game.
    """

    answers: dict[Question, str] = field(default_factory=dict)
    bodies: dict[Question, bytes] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    slowest: float = 0.0
    peak: int = 0
    peaks: list[int] = field(default_factory=list)


def _even(words: Words, legal: Sequence[str]) -> str:
    return legal[words.below(len(legal))]


def _first(words: Words, legal: Sequence[str]) -> str:
    return legal[0] if words.below(8) else _even(words, legal)


def _last(words: Words, legal: Sequence[str]) -> str:
    return legal[-1] if words.below(8) else _even(words, legal)


MOODS: Sequence[Mood] = (_even, _first, _last)


class Company:
    """A crew with the bot in one seat, players in memory in the others.

    `astray`: the table is told other actions than those that the bot chose. `later`: messages
    have a member that this version of the protocol does not know. `failing`: the others fail now
    and then. Stops with Enough after `most`
    requests to the bot, `until` (a time of the monotonic clock), or the bot's first fault.
    """

    def __init__(
        self,
        bots: ProcessCrew,
        seat: int,
        game: Game,
        *,
        seed: int,
        astray: bool = False,
        later: bool = False,
        failing: bool = False,
        most: int,
        until: float,
    ) -> None:
        self.heard = Heard()
        self._bots = bots
        self._seat = seat
        self._game = game
        self._key = b"%d" % seed
        self._astray = astray
        self._later = LATER if later else b""
        self._failing = failing
        self._most = most
        self._until = until
        self._counts: dict[tuple[bytes, int], int] = {}
        self._gone: set[int] = set()

    @property
    def concurrent(self) -> bool:
        """Whether the bot plays several games at once."""
        return self._bots.concurrent

    def fault(self, seat: int) -> Fault | None:
        """Why the seat is not asked any more."""
        if seat == self._seat:
            return self._bots.fault(0)
        return GONE._replace(earlier=True) if seat in self._gone else None

    def tell(self, seat: int, message: bytes) -> None:
        """Say something that is not answered: to the bot, since the others do not listen."""
        if seat != self._seat:
            return
        if self._bots.fault(0) is None:
            self._weigh(begins=message.startswith(b'{"type":"start"'))
        self._bots.tell(0, message[:-2] + self._later + b"}\n")

    def _weigh(self, *, begins: bool) -> None:
        """Look at its memory, where a game begins or has ended."""
        peak = self._bots.members[0].bot.child.usage().max_rss_kb
        self.heard.peak = max(self.heard.peak, peak)
        if begins:
            self.heard.peaks.append(peak)

    def dismiss(self, seat: int, fault: Fault) -> None:
        """The seat acted illegally."""
        assert seat == self._seat, fault
        self._failed(fault)
        self._bots.dismiss(0, fault)

    def ask(self, requests: Sequence[Request]) -> Replies:
        """Ask the bot what is to be asked of it, and let the others decide."""
        if self.heard.faults or len(self.heard.answers) >= self._most or monotonic() > self._until:
            raise Enough
        mine = [request for request in requests if request.seat == self._seat]
        asked = self._bots.ask(
            [replace(request, seat=0, body=request.body + self._later) for request in mine]
        )
        self.heard.slowest = max(self.heard.slowest, *asked.seconds.values(), 0.0)
        told = iter(asked.replies)
        replies = [
            self._hear(request, next(told)) if request.seat == self._seat else self._mate(request)
            for request in requests
        ]
        return Replies(replies, {})

    def _hear(self, request: Request, reply: Answer | Fault) -> Answer | Fault:
        """Note what the bot said; what the table is told."""
        question = self._question(request)
        if isinstance(reply, Fault):
            self._failed(reply)
            return reply
        action = self._game.canonical(reply.action)
        self.heard.answers[question] = action
        self.heard.bodies[question] = request.body
        if not self._astray:
            return reply
        body = _body(request)
        if action not in body.legal and not body.legal_truncated:
            wrong = f"{reply.action[:200]!a} is not legal here"
            fault = Fault("illegal", f"{wrong}; legal are {', '.join(body.legal[:8])}")
            self.dismiss(self._seat, fault)
        return Answer(_even(self._words(question, self._seat), body.legal))

    def _failed(self, fault: Fault) -> None:
        if not fault.earlier:
            self.heard.faults.append(fault)

    def _mate(self, request: Request) -> Answer | Fault:
        """The decision of a player in memory, the same for the same question."""
        question = self._question(request)
        words = self._words(question, request.seat)
        if self._failing and words.below(FAILS) == 0:
            self._gone.add(request.seat)
            return GONE
        mood = MOODS[Words(self._key, f"mood {request.seat}").below(len(MOODS))]
        return Answer(mood(words, _body(request).legal))

    def _question(self, request: Request) -> Question:
        key = (request.game_id, request.seat)
        place = self._counts[key] = self._counts.get(key, -1) + 1
        return Question(request.game_id, place)

    def _words(self, question: Question, seat: int) -> Words:
        return Words(self._key, f"{question.game_id.decode()} {question.place} {seat}")


def _body(request: Request) -> _Body:
    return msgspec.json.decode(b"{" + request.body + b"}", type=_Body)
