"""One game in play: rules, luck, faults and the record, without any I/O.

A `Table` runs a game from decision to decision. Whoever plays (bot processes, a person, a script)
reads `asks`, and hands the decisions of all asked seats to `submit`, until `result` is there.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from arena.chance import ChanceSource
from arena.events import EventLog
from arena.games.core import Action, Chance, Decide, Event, Game, Json, Options, Over, Seat
from arena.moves import Moves, Note, Time
from arena.results import BEFORE_GAME, Answer, Fault, SeatFault, ranks
from arena.wire import encode

MAX_LISTED = 512
"""How many legal actions a request lists at most."""

SHORT = 64
"""Lists of at most so many legal actions are encoded once and remembered."""

NOBODY: Mapping[Seat, Fault] = {}
NO_NOTES: Mapping[Seat, str] = {}
NO_TIMES: Mapping[Seat, int] = {}
NO_PART: tuple[bytes, object, object] = (b"", None, None)


class Result(NamedTuple):
    """How a game ended; lists are by seat."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]
    ranks: tuple[int, ...]


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
        self.asks: Mapping[Seat, Collection[Action]] = {}
        self.faults: list[SeatFault] = []
        self.decision = BEFORE_GAME
        self._failed_at: dict[Seat, int] = {}
        self._chance = chance
        self._legal: Mapping[Seat, Collection[Action]] = {}
        self._secret = False
        self._log = EventLog(seats)
        self._end: list[bytes] = []
        self._actions: list[Action] = []
        self._notes: list[Note] = []
        self._times: list[Time] = []
        self._options = encode(options)
        self._part = NO_PART
        for seat in sorted(failed):
            self._fail(seat, failed[seat])
        self.state, events = game.start(seats, options)
        if len(self._failed_at) == seats:
            self._finish(game.secured(self.state))
        else:
            self._log.emit(events)
            self._advance()

    def submit(
        self, replies: Mapping[Seat, Answer | Fault], times: Mapping[Seat, int] = NO_TIMES
    ) -> Mapping[Seat, Fault]:
        """Apply what every asked seat decided and run on; the seats that acted illegally.

        `times`: the milliseconds that decisions took, of those that took one or more.
        """
        canonical, legal = self.game.canonical, self._legal
        actions: dict[Seat, Action] = {}
        notes: dict[Seat, str] = {}
        for seat, reply in replies.items():
            if type(reply) is Answer:
                action = canonical(reply.action)
                if action in legal[seat]:
                    actions[seat] = action
                    if reply.note is not None:
                        notes[seat] = reply.note
        for seat, ms in times.items():
            self._times.append((self.decision, seat, ms))
        illegal = NOBODY if len(actions) == len(replies) else self._fail_others(replies, actions)
        if self._failed_at and len(self._failed_at) == self.seats:
            self._finish(self.game.secured(self.state))
        else:
            self._apply(actions, notes, times)
            self._advance()
        return illegal

    def observation(self, seat: Seat | None) -> dict[str, Json]:
        """What the seat (None: a spectator) may know now."""
        own = None if seat is None else self.state.own[seat]
        seen = self.game.observe(self.state.public, seat, own)
        return {"you": seat, "options": self.options, **seen}

    def listed(self, seat: Seat) -> list[Action]:
        """The legal actions as a request lists them: the first MAX_LISTED."""
        return list(islice(self.asks[seat], MAX_LISTED))

    def request(self, seat: Seat) -> bytes:
        """The encoded members observation, legal and events of a request; uses up the events.

        What several seats are told alike is encoded once: a seat with nothing of its own sees what
        a spectator sees.
        """
        legal, own, events = self.asks[seat], self.state.own[seat], self._log.told(seat)
        part, same_legal, same_events = self._part
        if own is not None or legal is not same_legal or events is not same_events:
            part = self._encoded(None if own is None else seat, legal, events)
        return b'"observation":{"you":%d,%b' % (seat, part)

    def _encoded(self, viewer: Seat | None, legal: Collection[Action], events: bytes) -> bytes:
        """What a request says after `you`, kept for the next seat where it is not one's own."""
        own = None if viewer is None else self.state.own[viewer]
        part = b'"options":%b,%b,"legal":%b,"events":%b' % (
            self._options,
            encode(self.game.observe(self.state.public, viewer, own))[1:],
            _encoded_legal(legal),
            events,
        )
        if viewer is None:
            self._part = (part, legal, events)
        return part

    def events(self, seat: Seat) -> bytes:
        """The encoded list of what the seat may know of what happened since it was last told."""
        return self._log.told(seat)

    def record(self, *, timing: bool = False) -> list[bytes]:
        """The record's lines so far without its header, one event each.

        `timing`: with the milliseconds that a decision took, where they were at least one.
        """
        return self._log.record(timing=timing) + self._end

    def digest(self) -> str:
        """A fingerprint of the record."""
        return sha256(b"\n".join(self.record())).hexdigest()[:32]

    def moves(self) -> Moves:
        """What replays this game, see `replay`."""
        return Moves("\n".join(self._actions), self._notes, self._times)

    def _advance(self) -> None:
        """Run over luck and over seats that failed, to the next decision or the end."""
        game, emit, pick = self.game, self._log.emit, self._chance.pick
        while True:
            node = game.node(self.state)
            if type(node) is Chance:
                self.state, events = game.deal(self.state, pick(node))
                emit(events)
                continue
            if type(node) is Over:
                self._finish(node)
                return
            assert type(node) is Decide
            self.decision += 1
            self._part = NO_PART
            self._legal, self._secret = node
            self.asks = self._legal
            if self._failed_at:
                failed = self._failed_at
                self.asks = {s: legal for s, legal in self._legal.items() if s not in failed}
            if self.asks:
                return
            self._apply({}, NO_NOTES, NO_TIMES)

    def _apply(
        self, actions: dict[Seat, Action], notes: Mapping[Seat, str], times: Mapping[Seat, int]
    ) -> None:
        """Write the actions, fallbacks where there is none, into the record and make them."""
        log, secret, legal, made = self._log, self._secret, self._legal, self._actions
        for seat in sorted(legal) if len(legal) > 1 else legal:
            if seat not in actions:
                actions[seat] = self.game.fallback(self.state, seat)
                log.action(seat, actions[seat], secret, True)
                continue
            log.action(seat, actions[seat], secret)
            made.append(actions[seat])
            if seat in notes:
                log.note(notes[seat])
                self._notes.append((self.decision, seat, notes[seat]))
            if seat in times:
                log.took(times[seat])
        self.state, events = self.game.act(self.state, actions)
        self._log.emit(events)

    def _fail_others(
        self, replies: Mapping[Seat, Answer | Fault], actions: Mapping[Seat, Action]
    ) -> dict[Seat, Fault]:
        """The seats without a legal action have failed; those whose action was illegal."""
        illegal: dict[Seat, Fault] = {}
        for seat in sorted(replies.keys() - actions.keys()):
            reply = replies[seat]
            if isinstance(reply, Answer):
                reply = illegal[seat] = Fault("illegal", self._illegal(seat, reply.action))
            self._fail(seat, reply)
        return illegal

    def _fail(self, seat: Seat, fault: Fault) -> None:
        self._failed_at[seat] = self.decision
        self.faults.append(SeatFault(seat, self.decision, fault.kind, fault.detail, fault.earlier))
        self._log.fault(seat, fault)

    def _illegal(self, seat: Seat, action: Action) -> str:
        some = ", ".join(islice(self._legal[seat], 8))
        safe = ascii(action[:200])
        return f"{safe} is not legal here; legal are {some} (the request lists them)"

    def _finish(self, over: Over) -> None:
        self.asks = {}
        failed = [self._failed_at.get(seat) for seat in range(self.seats)]
        places = ranks(over.scores, over.tiebreaks, failed)
        self.result = Result(over.scores, over.tiebreaks, places)
        end: Event = {"event": "end", "ranks": places}
        end |= {"scores": over.scores, "tiebreaks": over.tiebreaks}
        self._end = [encode(end)]


def _encoded_legal(legal: Collection[Action]) -> bytes:
    """The list of legal actions, cut where there are too many, with a mark that says so."""
    if type(legal) is tuple and len(legal) <= SHORT:
        return _encoded_short(legal)
    listed = list(islice(legal, MAX_LISTED + 1))
    if len(listed) <= MAX_LISTED:
        return encode(listed)
    return encode(listed[:MAX_LISTED]) + b',"legal_truncated":true'


@lru_cache(1 << 14)
def _encoded_short(legal: tuple[Action, ...]) -> bytes:
    return encode(legal)


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
        took: dict[Seat, int] = {}
        for seat in sorted(table.asks):
            at = (table.decision, seat)
            if at in times:
                took[seat] = times[at]
            if at in known:
                replies[seat] = Fault(known[at].kind, known[at].detail, known[at].earlier)
            else:
                replies[seat] = Answer(next(actions, ""), notes.get(at))
        if table.submit(replies, took):
            raise ValueError(f"decision {table.decision} does not fit the rules")
    if next(actions, None) is not None:
        raise ValueError("there are moves after the end of the game")
    return table
