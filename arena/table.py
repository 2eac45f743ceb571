"""One game in play: rules, luck, faults and the record, without any I/O.

A `Table` runs a game from decision to decision. Whoever plays (bot processes, a person, a script)
reads `asks`, and hands the decisions of all asked seats to `submit`, until `result` is there.
"""

import zlib
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from arena.chance import ChanceSource
from arena.games.core import Action, Chance, Decide, Event, Game, Json, Options, Over, Seat, Step
from arena.results import BEFORE_GAME, Answer, Fault, SeatFault, ranks
from arena.wire import encode

T = TypeVar("T")

MAX_LISTED = 512
"""How many legal actions a request lists at most."""

NOBODY: Mapping[Seat, Fault] = {}


class Result(NamedTuple):
    """How a game ended; lists are by seat."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    ranks: tuple[int, ...]


class Moves(msgspec.Struct, array_like=True):
    """What is needed to play a game again from its seed, beside the faults.

    `actions`: those that were not fallbacks, in the order of decisions, then seats, one a line.
    `notes` and `times` (milliseconds, where at least one): (decision, seat, value).
    """

    actions: str
    notes: list[tuple[int, Seat, str]]
    times: list[tuple[int, Seat, int]]

    def pack(self) -> bytes:
        """As stored."""
        return zlib.compress(msgspec.msgpack.encode(self), 6)

    @classmethod
    def unpack(cls, packed: bytes) -> "Moves":
        """From what `pack` made."""
        return msgspec.msgpack.decode(zlib.decompress(packed), type=cls)


class Table:
    """A game between `seats` players in play. Not for use after an exception."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Options,
        chance: ChanceSource,
        failed: Mapping[Seat, Fault] = NOBODY,
    ) -> None:
        """Start the game and run to its first decision. `failed`: seats with a fault already."""
        self.game = game
        self.seats = seats
        self.options = options
        self.result: Result | None = None
        self.asks: dict[Seat, Collection[Action]] = {}
        self.faults: list[SeatFault] = []
        self.decision = BEFORE_GAME
        self._failed_at: dict[Seat, int] = {}
        self._chance = chance
        self._node = Decide({})
        self._events: list[bytes] = []
        self._private: dict[int, Sequence[Seat]] = {}
        self._recorded: dict[int, bytes] = {}
        self._ms: dict[int, int] = {}
        self._end: list[bytes] = []
        self._seen = [0] * seats
        self._actions: list[Action] = []
        self._notes: list[tuple[int, Seat, str]] = []
        self._times: list[tuple[int, Seat, int]] = []
        self._views: dict[Seat | None, bytes] = {}
        self._options = b'"options":' + encode(options) + b","
        for seat in sorted(failed):
            self._fail(seat, failed[seat])
        first = game.start(seats, options)
        self.state = first.state
        if len(self._failed_at) == seats:
            self._finish(game.secured(self.state))
        else:
            self._emit(first.events)
            self._advance()

    def submit(self, replies: Mapping[Seat, Answer | Fault]) -> dict[Seat, Fault]:
        """Apply what every asked seat decided and run on; the seats that acted illegally."""
        node, illegal = self._node, {}
        actions: dict[Seat, Action] = {}
        for seat in sorted(replies):
            reply = replies[seat]
            if isinstance(reply, Answer):
                action = self.game.canonical(reply.action)
                if action in node.legal[seat]:
                    actions[seat] = action
                    if reply.note is not None:
                        self._notes.append((self.decision, seat, reply.note))
                    continue
                reply = illegal[seat] = Fault("illegal", self._illegal(seat, reply.action))
            self._fail(seat, reply)
        if len(self._failed_at) == self.seats:
            self._finish(self.game.secured(self.state))
        else:
            self._apply(node, actions)
            self._advance()
        return illegal

    def timed(self, seat: Seat, ms: int) -> None:
        """Note for the record that the decision which `seat` is asked for took `ms`."""
        self._times.append((self.decision, seat, ms))

    def observation(self, seat: Seat | None) -> dict[str, Json]:
        """What the seat (None: a spectator) may know now."""
        own = None if seat is None else self.state.own[seat]
        seen = self.game.observe(self.state.public, seat, own)
        return {"you": seat, "options": self.options, **seen}

    def listed(self, seat: Seat) -> list[Action]:
        """The legal actions as a request lists them: the first MAX_LISTED."""
        return list(islice(self.asks[seat], MAX_LISTED))

    def request(self, seat: Seat) -> bytes:
        """The encoded members observation, legal and events of a request; uses up the events."""
        legal = list(islice(self.asks[seat], MAX_LISTED + 1))
        cut = b""
        if len(legal) > MAX_LISTED:
            legal.pop()
            cut = b',"legal_truncated":true'
        return b'"observation":{"you":%d,%b%b,"legal":%b%b,"events":%b' % (
            seat,
            self._options,
            self._view(seat),
            encode(legal),
            cut,
            self.events(seat),
        )

    def events(self, seat: Seat) -> bytes:
        """The encoded list of what the seat may know of what happened since it was last told."""
        since, self._seen[seat] = self._seen[seat], len(self._events)
        if not self._private:
            return b"[" + b",".join(self._events[since:]) + b"]"
        return b"[" + b",".join(self._visible(seat, since)) + b"]"

    def record(self, *, timing: bool = False) -> list[bytes]:
        """The record's lines so far without its header, one event each.

        `timing`: with the milliseconds that a decision took, where they were at least one.
        """
        lines = [self._recorded.get(i, line) for i, line in enumerate(self._events)]
        if timing:
            for i, ms in self._ms.items():
                lines[i] = b'%b,"ms":%d}' % (lines[i][:-1], ms)
        return lines + self._end

    def digest(self) -> str:
        """A fingerprint of the record."""
        return sha256(b"\n".join(self.record())).hexdigest()[:32]

    def moves(self) -> Moves:
        """What replays this game, see `replay`."""
        return Moves("\n".join(self._actions), self._notes, self._times)

    def _advance(self) -> None:
        """Run over luck and over seats that failed, to the next decision or the end."""
        game = self.game
        while True:
            node = game.node(self.state)
            if isinstance(node, Chance):
                self._step(game.deal(self.state, self._chance.pick(node)))
                continue
            if isinstance(node, Over):
                self._finish(node)
                return
            self._node = node
            self.decision += 1
            self._views = {}
            failed = self._failed_at
            self.asks = {s: legal for s, legal in node.legal.items() if s not in failed}
            if self.asks:
                return
            self._apply(node, {})

    def _apply(self, node: Decide, actions: dict[Seat, Action]) -> None:
        """Write the actions, fallbacks where there is none, into the record and make them."""
        made: dict[Seat, Action] = {}
        for seat in sorted(node.legal):
            if seat in actions:
                made[seat] = actions[seat]
                self._actions.append(actions[seat])
                self._write_action(node, {"event": "action", "player": seat, "action": made[seat]})
            else:
                made[seat] = self.game.fallback(self.state, seat)
                self._write_action(
                    node,
                    {"event": "action", "player": seat, "action": made[seat], "fallback": True},
                )
        self._step(self.game.act(self.state, made))

    def _write_action(self, node: Decide, event: Event) -> None:
        seat, line = event["player"], len(self._events)
        if node.secret:
            event["to"] = [seat]
        if self._notes and (note := self._latest(self._notes, seat)) is not None:
            self._recorded[line] = encode({**event, "note": note})
        if self._times and (ms := self._latest(self._times, seat)) is not None:
            self._ms[line] = ms
        self._emit((event,))

    def _latest(self, entries: Sequence[tuple[int, Seat, T]], seat: Seat) -> T | None:
        """What was noted of the seat at the present decision."""
        for decision, noted, value in reversed(entries):
            if decision != self.decision:
                return None
            if noted == seat:
                return value
        return None

    def _fail(self, seat: Seat, fault: Fault) -> None:
        self._failed_at[seat] = self.decision
        self.faults.append(SeatFault(seat, self.decision, fault.kind, fault.detail, fault.earlier))
        event: Event = {"event": "fault", "player": seat, "fault": fault.kind}
        if fault.earlier:
            event["earlier"] = True
        self._recorded[len(self._events)] = encode({**event, "detail": fault.detail})
        self._emit((event,))

    def _illegal(self, seat: Seat, action: Action) -> str:
        some = ", ".join(islice(self._node.legal[seat], 8))
        safe = ascii(action[:200])
        return f"{safe} is not legal here; legal are {some} (the request lists them)"

    def _step(self, step: Step) -> None:
        self.state = step.state
        self._emit(step.events)

    def _emit(self, events: Sequence[Event]) -> None:
        for event in events:
            to = event.get("to")
            if to is not None:
                self._private[len(self._events)] = to
            self._events.append(encode(event))

    def _visible(self, seat: Seat, since: int) -> list[bytes]:
        private = self._private
        return [
            line
            for i, line in enumerate(self._events[since:], since)
            if i not in private or seat in private[i]
        ]

    def _view(self, seat: Seat) -> bytes:
        """The encoded members that the game shows the seat, with the closing brace.

        A seat with nothing of its own sees what a spectator sees: encoded once for all of them.
        """
        own = self.state.own[seat]
        viewer = None if own is None else seat
        view = self._views.get(viewer)
        if view is None:
            view = encode(self.game.observe(self.state.public, viewer, own))[1:]
            self._views[viewer] = view
        return view

    def _finish(self, over: Over) -> None:
        self.asks = {}
        failed = [self._failed_at.get(seat) for seat in range(self.seats)]
        places = ranks(over.scores, over.tiebreaks, failed)
        self.result = Result(over.scores, over.tiebreaks, places)
        end: Event = {"event": "end", "ranks": places}
        end |= {"scores": over.scores, "tiebreaks": over.tiebreaks}
        self._end = [encode(end)]


def replay(
    game: Game,
    seats: int,
    options: Options,
    chance: ChanceSource,
    moves: Moves,
    faults: Sequence[SeatFault],
) -> Table:
    """The table of a game that was played, after its last decision.

    ValueError where the moves do not fit the rules: they are of other rules, or damaged.
    """
    known = {(fault.decision, fault.seat): fault for fault in faults}
    notes = {(decision, seat): note for decision, seat, note in moves.notes}
    times = {(decision, seat): ms for decision, seat, ms in moves.times}
    brought = {
        seat: Fault(fault.kind, fault.detail, fault.earlier)
        for (decision, seat), fault in known.items()
        if decision == BEFORE_GAME
    }
    table = Table(game, seats, options, chance, brought)
    actions = iter(moves.actions.split("\n") if moves.actions else ())
    while table.result is None:
        replies: dict[Seat, Answer | Fault] = {}
        for seat in sorted(table.asks):
            at = (table.decision, seat)
            if at in times:
                table.timed(seat, times[at])
            if at in known:
                replies[seat] = Fault(known[at].kind, known[at].detail, known[at].earlier)
            else:
                replies[seat] = Answer(next(actions, ""), notes.get(at))
        if table.submit(replies):
            raise ValueError(f"decision {table.decision} does not fit the rules")
    if next(actions, None) is not None:
        raise ValueError("there are moves after the end of the game")
    return table
