"""Leagues whose matches cost nothing: the schedule of a large one, and results of its matches."""

import math
import random
from collections.abc import Iterable, Iterator
from functools import cache
from time import process_time

import msgspec

from arena.chance import Seeded
from arena.executors import Outcome, Play, Stop
from arena.games import load
from arena.games.core import fill_options
from arena.ledger import Enrolled, Head
from arena.match import Entrant, MatchSpec
from arena.results import Answer, GameResult, MatchResult, Usage
from arena.spec import FormatSpec, GameSpec
from arena.table import Table
from arena.tournament.schedule import Entry, Schedule

SEATS = 4
DEALS = 16
SEED = 1 << 100
OPTIONS = fill_options(load("bank_dice"), SEATS, {"rounds": 20})
LIMITS = (60, 100, 150, 250)
"""At which bank each seat banks."""
KINDS = 64
"""So many different games are played; all others are copies of these."""


class League:
    """A schedule of bank_dice between so many bots, and a ledger's head for it."""

    def __init__(self, bots: int, matches: int) -> None:
        names = [f"bot-{number:04}" for number in range(bots)]
        self.entrants = [Entrant(name, name, f"{name:>064}") for name in names]
        self.enrolled = [Enrolled(one.id, one.name, one.hash) for one in self.entrants]
        entry = Entry(
            GameSpec("bank_dice", SEATS, OPTIONS, DEALS, "one", "bank_dice"), tuple(names)
        )
        cycles = -(-matches // math.comb(bots, SEATS))
        self.schedule = Schedule([entry], self.entrants, FormatSpec("round_robin", cycles), SEED)
        self.head = Head(
            tournament="made-up",
            title="Made up",
            seed=SEED,
            sandbox="full",
            engine="0",
            entries=("bank_dice",),
            rate_by="placement",
            records="all",
            fixed={"games.bank_dice": entry.rules},
            text="",
        )


class Pretended:
    """An executor that has the results ready; `made_up`: seconds of CPU to get them ready."""

    def __init__(self) -> None:
        self.made_up = 0.0

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes in the order of the schedule."""
        for spec in specs:
            assert spec is not None
            began = process_time()
            outcome = Outcome(spec, play(spec))
            self.made_up += process_time() - began
            yield outcome


def result(spec: MatchSpec, median_ms: float = 0.0) -> MatchResult:
    """What came of a match, made of real games. `median_ms`: see `game`."""
    order = spec.orders[0]
    games = [
        msgspec.structs.replace(
            game((spec.index + number) % KINDS, median_ms),
            id=f"{spec.seed % (1 << 40) + number:012x}",
            deal=number,
            seed=str(spec.seed + number),
            entrants=order,
        )
        for number in range(spec.deals)
    ]
    usage = [Usage(entrant, 0, 0.03, 0.2, 11_000, "ended", "") for entrant in order]
    return MatchResult(spec.id, tuple(games), tuple(usage))


@cache
def game(number: int, median_ms: float = 0.0) -> GameResult:
    """A game of bank_dice, 20 rounds, four seats. `median_ms`: what decisions take, log-normal."""
    luck = random.Random(number)
    table = Table(load("bank_dice"), SEATS, OPTIONS, Seeded(number))
    while table.result is None:
        bank = table.observation(None)["bank"]
        assert isinstance(bank, int)
        replies = {seat: Answer("bank" if bank >= LIMITS[seat] else "stay") for seat in table.asks}
        times = {seat: int(luck.lognormvariate(0, 1) * median_ms) for seat in table.asks}
        table.submit(replies, {seat: ms for seat, ms in times.items() if ms})
    return GameResult(
        id="",
        deal=0,
        order=0,
        seed="",
        entrants=(),
        scores=table.result.scores,
        tiebreaks=table.result.tiebreaks,
        ranks=table.result.ranks,
        faults=(),
        moves=table.moves().pack(),
        digest=table.digest(),
    )
