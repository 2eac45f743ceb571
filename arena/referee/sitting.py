"""One sitting: the same players play every deal of a match once, in one seat order."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from arena import wire
from arena.chance import Seeded
from arena.games import load
from arena.match import MatchSpec
from arena.referee.players import Crew, Request
from arena.results import Answer, Fault, GameResult
from arena.table import Table


@dataclass(frozen=True, slots=True)
class House:
    """What holds for every sitting of a tournament.

    `shared_luck`: the seat orders of a match play the same deals; only where no process can tell
    another what it has seen. `in_flight`: how many games of a sitting are open at once, where all
    its bots play several at once. The records are the same for any number as long as no bot fails:
    the fault of one that does meets all its games that are open then.
    """

    anonymous: bool = True
    shared_luck: bool = True
    in_flight: int = 64
    ponder: bool = False


@dataclass(slots=True)
class Open:
    """A game in flight.

    `left`: seconds of game_s that each seat has left. `times`: milliseconds of the decisions in
    `replies` that took at least one.
    """

    deal: int
    id: str
    wire_id: bytes
    table: Table
    left: list[float] | None
    replies: dict[int, Answer | Fault] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)

    def clock(self, seat: int, seconds: float) -> None:
        """The seat took so long."""
        if self.left is not None:
            self.left[seat] = max(0.0, self.left[seat] - seconds)
        if seconds >= 0.001:
            self.times[seat] = int(seconds * 1000)


def play_sitting(
    spec: MatchSpec, order: int, crew: Crew, house: House, game_s: float | None = None
) -> list[GameResult]:
    """The results of all games, by deal. `crew` sits in the order that `spec.orders` says.

    `game_s`: the seconds that each seat has for all its decisions of one game, None for any.
    """
    return _Sitting(spec, order, crew, house, game_s).play()


class _Sitting:
    def __init__(
        self, spec: MatchSpec, order: int, crew: Crew, house: House, game_s: float | None
    ) -> None:
        self._spec = spec
        self._order = order
        self._crew = crew
        self._house = house
        self._game_s = game_s
        self._game = load(spec.game)
        self._seats = len(spec.orders[order])
        self._options = wire.encode(spec.options)
        self._players = (
            [f"seat{seat}" for seat in range(self._seats)]
            if house.anonymous
            else list(spec.orders[order])
        )
        self._deals = deque(range(spec.deals))
        self._open: list[Open] = []
        self._done: dict[int, GameResult] = {}

    def play(self) -> list[GameResult]:
        width = self._house.in_flight if self._crew.concurrent else 1
        while self._deals or self._open:
            while self._deals and len(self._open) < width:
                self._begin(self._deals.popleft())
            self._ask()
            self._open = [play for play in self._open if not self._finished(play)]
        return [self._done[deal] for deal in sorted(self._done)]

    def _begin(self, deal: int) -> None:
        spec, order = self._spec, self._order
        faults = {seat: self._crew.fault(seat) for seat in range(self._seats)}
        # A bot that did not start failed in the first game, and before all the others.
        failed: Mapping[int, Fault] = {
            seat: fault._replace(earlier=fault.earlier or deal > 0)
            for seat, fault in faults.items()
            if fault
        }
        luck = Seeded(spec.deal_seed(deal, None if self._house.shared_luck else order))
        table = Table(self._game, self._seats, spec.options, luck, failed)
        left = None if self._game_s is None else [self._game_s] * self._seats
        game_id = spec.game_id(deal, order)
        play = Open(deal, game_id, game_id.encode(), table, left)
        for seat in range(self._seats):
            self._crew.tell(seat, self._start(play, seat))
        self._open.append(play)

    def _start(self, play: Open, seat: int) -> bytes:
        seed = self._spec.bot_seed(play.deal, self._order, seat)
        return wire.start(play.id, self._spec.game, self._options, self._players, seat, seed)

    def _ask(self) -> None:
        """One wave: every open game gets all the decisions that it waits for."""
        requests: list[Request] = []
        askers: list[Open] = []
        crew = self._crew
        failed = {s: fault for s in range(self._seats) if (fault := crew.fault(s))}
        for play in self._open:
            left, body = play.left, play.table.request
            for seat in play.table.asks:
                if seat in failed:
                    play.replies[seat] = failed[seat]
                else:
                    budget = None if left is None else left[seat]
                    requests.append(Request(seat, play.wire_id, body(seat), budget))
                    askers.append(play)
        replies, seconds = crew.ask(requests)
        for play, request, reply in zip(askers, requests, replies, strict=True):
            play.replies[request.seat] = reply
        for place, taken in seconds.items():
            askers[place].clock(requests[place].seat, taken)

    def _finished(self, play: Open) -> bool:
        """Hand in what the game waited for; whether it is over."""
        table = play.table
        if table.result is None:
            for seat, fault in table.submit(play.replies, play.times).items():
                self._crew.dismiss(seat, fault)
            play.replies, play.times = {}, {}
        if table.result is None:
            return False
        result = table.result
        for seat in range(self._seats):
            events = table.events(seat)
            self._crew.tell(seat, wire.end(play.id, result.ranks, result.scores,
                                           result.tiebreaks, events))  # fmt: skip
        self._done[play.deal] = self._result(play)
        return True

    def _result(self, play: Open) -> GameResult:
        table, spec = play.table, self._spec
        assert table.result is not None
        return GameResult(
            id=play.id,
            deal=play.deal,
            order=self._order,
            seed=str(spec.deal_seed(play.deal, None if self._house.shared_luck else self._order)),
            entrants=spec.orders[self._order],
            scores=table.result.scores,
            tiebreaks=table.result.tiebreaks,
            ranks=table.result.ranks,
            faults=tuple(table.faults),
            moves=table.moves().pack(),
            digest=table.digest(),
        )
