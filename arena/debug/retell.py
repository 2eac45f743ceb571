"""The messages that a seat received, made again from the records.

A sitting is played again by the referee's own code, with a crew that answers what the records say.
So the ids of the requests, the order of messages of several games and what each game starts with
are those of then; the digests of the games prove it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from arena import wire
from arena.chance import Seeded
from arena.errors import ArenaError
from arena.games import load
from arena.ledger import Recorded
from arena.referee.players import Replies, Request
from arena.referee.sitting import House, play_sitting
from arena.results import BEFORE_GAME, Answer, Fault, GameResult
from arena.table import Table

Reply = Answer | Fault
Script = dict[tuple[str, int], list[Reply]]
"""What a seat replied in a game, by the game's id and the seat, in order."""


class Message(NamedTuple):
    """A line to a bot. `expected`: what it replied then, None where no reply is due.

    `game_id`: None for a message of no game. `request`: the id that is to be echoed.
    """

    line: bytes
    game_id: str | None = None
    request: int | None = None
    expected: Reply | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """One sitting as it was: its games with the tables after their ends, by id.

    `concurrent`: whether all its bots played several games at once. `limits`: as in `hello`.
    """

    games: Mapping[str, tuple[Recorded, Table]]
    house: House
    limits: Mapping[str, Any]
    concurrent: bool

    @property
    def whole(self) -> bool:
        """Whether the records of all its games were kept."""
        recorded, _ = next(iter(self.games.values()))
        return len(self.games) == recorded.spec.deals


def retold(sat: Sat, game_id: str, seat: int) -> list[Message]:
    """All messages of the sitting to that seat, until its fault or `bye`.

    Where not all records of the sitting were kept, those of the one game alone, and request ids
    count from 1. ArenaError where the records do not lead to the games that were played.
    """
    recorded, table = sat.games[game_id]
    hello = wire.hello(recorded.result.entrants[seat], sat.limits)
    if not sat.whole:
        return [Message(hello), *_lone(recorded, table, seat, sat.house), Message(wire.BYE)]
    replies: Script = {}
    brought: dict[int, Fault] = {}
    for one, played in sat.games.values():
        replies |= _script(one.result.id, played)
        brought |= _start_faults(one.result)
    crew = _Retold(replies, brought, seat, concurrent=sat.concurrent)
    crew.messages.append(Message(hello))
    for result in play_sitting(recorded.spec, recorded.result.order, crew, sat.house):
        if result.digest != sat.games[result.id][0].result.digest:
            raise ArenaError(
                f"game {result.id}: its record does not lead to the game that was played: the "
                "rules or the referee have changed since, or a bot says of itself other things now"
            )
    return [*_until_fault(crew.messages), Message(wire.BYE)]


def _start_faults(result: GameResult) -> dict[int, Fault]:
    """The seats whose bot did not start."""
    return {
        fault.seat: Fault(fault.kind, fault.detail, fault.earlier)
        for fault in result.faults
        if fault.decision == BEFORE_GAME and not fault.earlier
    }


def _script(game_id: str, table: Table) -> Script:
    """What every seat replied in a game: its actions, and a fault where it failed."""
    found: Script = {(game_id, seat): [] for seat in range(table.seats)}
    for line in table.record():
        event = msgspec.json.decode(line)
        if event["event"] == "action" and not event.get("fallback"):
            answer = Answer(event["action"], event.get("note"))
            found[game_id, event["player"]].append(answer)
    for fault in table.faults:
        if fault.decision != BEFORE_GAME:
            reply = Fault(fault.kind, fault.detail, fault.earlier)
            found[game_id, fault.seat].append(reply)
    return found


def _until_fault(messages: Sequence[Message]) -> Iterator[Message]:
    """Nothing was said any more to a bot that had failed."""
    for message in messages:
        yield message
        if isinstance(message.expected, Fault) and not message.expected.earlier:
            return


@dataclass(slots=True)
class _Retold:
    """A crew that replies what the records say, and keeps what `seat` is told."""

    replies: Script
    brought: Mapping[int, Fault]
    seat: int
    concurrent: bool
    messages: list[Message] = field(default_factory=list)
    _failed: dict[int, Fault] = field(default_factory=dict)
    _next: dict[int, int] = field(default_factory=dict)

    def fault(self, seat: int) -> Fault | None:
        """Why the seat is not asked any more."""
        return self._failed.get(seat) or self.brought.get(seat)

    def tell(self, seat: int, message: bytes) -> None:
        """Say something that is not answered."""
        if seat == self.seat and self.fault(seat) is None:
            game_id = msgspec.json.decode(message)["game_id"]
            self.messages.append(Message(message, game_id))

    def ask(self, requests: Sequence[Request]) -> Replies:
        """What was replied then."""
        replies = [self._reply(request) for request in requests]
        for request, reply in zip(requests, replies, strict=True):
            if isinstance(reply, Fault):
                self.dismiss(request.seat, reply)
        return Replies(replies, {})

    def _reply(self, request: Request) -> Reply:
        game_id, seat = request.game_id.decode(), request.seat
        reply = self.replies[game_id, seat].pop(0)
        number = self._next[seat] = self._next.get(seat, 0) + 1
        if seat == self.seat:
            line = wire.act(number, request.game_id, request.body)
            self.messages.append(Message(line, game_id, number, reply))
        return reply

    def dismiss(self, seat: int, fault: Fault) -> None:
        """The seat has failed."""
        self._failed.setdefault(seat, fault._replace(earlier=fault.kind != "start"))


def _lone(recorded: Recorded, played: Table, seat: int, house: House) -> Iterator[Message]:
    """The messages of one game whose sitting is not known."""
    spec, result = recorded
    order, seats = spec.orders[result.order], len(result.entrants)
    names = [f"seat{one}" for one in range(seats)] if house.anonymous else list(order)
    options = wire.encode(spec.options)
    seed = spec.bot_seed(result.deal, result.order, seat)
    brought = {
        fault.seat: Fault(fault.kind, fault.detail, fault.earlier)
        for fault in result.faults
        if fault.decision == BEFORE_GAME
    }
    if seat in brought:
        return
    yield Message(wire.start(result.id, spec.game, options, names, seat, seed), result.id)
    table = Table(load(spec.game), seats, spec.options, Seeded(int(result.seed)), brought)
    replies, number = _script(result.id, played), 0
    while table.result is None:
        given = {one: replies[result.id, one].pop(0) for one in table.asks}
        if seat in given:
            number += 1
            body = table.request(seat)
            yield Message(
                wire.act(number, result.id.encode(), body), result.id, number, given[seat]
            )
            if isinstance(given[seat], Fault):
                return
        table.submit(given)
    over = table.result
    events = table.events(seat)
    line = wire.end(result.id, over.ranks, over.scores, over.tiebreaks, events)
    yield Message(line, result.id)
