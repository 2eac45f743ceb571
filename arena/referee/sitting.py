"""One sitting: the same players play every deal of a match once, in one seat order."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from arena import wire
from arena.chance import Seeded
from arena.games import load
from arena.match import MatchSpec
from arena.referee.crew import Crew, Request, Timed
from arena.results import Answer, Fault, GameResult
from arena.table import Table


@dataclass(frozen=True, slots=True)
class House:
    """What holds for every sitting of a tournament.

    `shared_luck`: the seat orders of a match play the same deals; only where no process can tell
    another what it has seen. `in_flight`: how many games of a sitting are open at once, where all
    its bots play several at once; the records are the same for any number.
    """

    anonymous: bool = True
    shared_luck: bool = True
    in_flight: int = 64


@dataclass(slots=True)
class Open:
    """A game in flight. `left`: seconds of game_s that each seat has left."""

    deal: int
    id: str
    table: Table
    left: list[float] | None
    replies: dict[int, Answer | Fault] = field(default_factory=dict)


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
        failed: Mapping[int, Fault] = {s: fault for s, fault in faults.items() if fault}
        luck = Seeded(spec.deal_seed(deal, None if self._house.shared_luck else order))
        table = Table(self._game, self._seats, spec.options, luck, failed)
        left = None if self._game_s is None else [self._game_s] * self._seats
        play = Open(deal, spec.game_id(deal, order), table, left)
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
        fault_of, seats = self._crew.fault, range(self._seats)
        failed = {seat: fault for seat in seats if (fault := fault_of(seat))}
        for play in self._open:
            table, left, game_id = play.table, play.left, play.id.encode()
            for seat in table.asks:
                if seat in failed:
                    play.replies[seat] = failed[seat]
                else:
                    budget = None if left is None else left[seat]
                    requests.append(Request(seat, game_id, table.request(seat), budget))
                    askers.append(play)
        for play, request, timed in zip(askers, requests, self._crew.ask(requests), strict=True):
            play.replies[request.seat] = timed.reply
            if timed.seconds:
                self._clock(play, request.seat, timed)

    def _clock(self, play: Open, seat: int, timed: Timed) -> None:
        if play.left is not None:
            play.left[seat] = max(0.0, play.left[seat] - timed.seconds)
        if timed.seconds >= 0.001:
            play.table.timed(seat, int(timed.seconds * 1000))

    def _finished(self, play: Open) -> bool:
        """Hand in what the game waited for; whether it is over."""
        table = play.table
        if table.result is None:
            for seat, fault in table.submit(play.replies).items():
                self._crew.dismiss(seat, fault)
            play.replies = {}
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
