"""The duel itself: deals are played in parallel and weighed in their order."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil
from typing import Any, Literal, Self

import sandbox
from arena.bots.process import Launch
from arena.chance import derive
from arena.duel.evidence import Evidence
from arena.duel.seating import Order, difference, orders
from arena.errors import ArenaError
from arena.executors import Failure, Stop
from arena.executors import load as load_executor
from arena.games import load
from arena.match import MatchSpec
from arena.referee import House, play_match
from arena.results import GameResult, MatchResult

DEALS_AT_ONCE = 8
"""Deals that one set of processes plays: enough for their start not to count."""
TRIES = 3

Verdict = Literal["A", "B", "equal", "undecided"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played and when it is decided.

    `rest`: who else sits at the table, by label. `alpha`: the chance of a false verdict. `margin`:
    a difference that is shown to be smaller than this counts as none. `budget`: at most so many
    games, rounded up to whole batches of deals.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    rest: tuple[str, ...]
    seed: int
    alpha: float = 0.05
    margin: float = 0.05
    budget: int = 20_000

    @property
    def orders(self) -> tuple[Order, ...]:
        """The seat orders of each deal."""
        return orders(self.seats, self.rest, positions=load(self.game).positions)

    @property
    def batches(self) -> int:
        """The most batches of deals that the budget allows, at least one."""
        return max(1, ceil(self.budget / (len(self.orders) * DEALS_AT_ONCE)))


@dataclass(slots=True)
class News:
    """Where the duel stands. `faults` count failed games by (A or B, what happened)."""

    terms: Terms
    evidence: Evidence
    games: int = 0
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)
    details: dict[tuple[str, str], str] = field(default_factory=dict)
    verdict: Verdict = "undecided"

    @classmethod
    def begun(cls, terms: Terms) -> Self:
        """Nothing has been played yet."""
        return cls(terms, Evidence(terms.alpha))

    def take(self, result: MatchResult) -> None:
        """Weigh a batch, deal by deal, until it is decided."""
        deals = sorted({game.deal for game in result.games})
        for deal in deals:
            games = [game for game in result.games if game.deal == deal]
            self.games += len(games)
            self._note_faults(games)
            self.evidence.add(difference(games))
            self.verdict = _verdict(self.evidence, self.terms.margin)
            if self.verdict != "undecided":
                return

    def _note_faults(self, games: Iterable[GameResult]) -> None:
        for game in games:
            for fault in game.faults:
                who = game.entrants[fault.seat]
                self.faults[who, fault.kind] += 1
                self.details.setdefault((who, fault.kind), fault.detail)


def duel(
    terms: Terms,
    launches: Mapping[str, Launch],
    level: sandbox.Level,
    limits: Mapping[str, float | None],
    jobs: int,
    stop: Stop,
    executor: str = "processes",
) -> Generator[News, None, None]:
    """The same News again and again, after each batch, until it is decided or the budget is spent.

    `launches` by label: A, B and the rest. What comes out depends on the seed alone, not on `jobs`.
    ArenaError where the machine spoils a match again and again.
    """
    seated = {label: replace(launch, entrant=label) for label, launch in launches.items()}
    house = House(shared_luck=level == "full")

    def play(spec: MatchSpec) -> MatchResult:
        return play_match(spec, seated, level, limits, house)

    news = News.begun(terms)
    waiting: dict[int, MatchResult] = {}
    due = count()
    wanted = next(due)
    batches = _Batches(terms)
    outcomes = load_executor(executor, jobs).run(batches, play, stop)
    try:
        for outcome in outcomes:
            if isinstance(outcome.result, Failure):
                batches.failed(outcome.spec, outcome.result)
                continue
            batches.open.discard(outcome.spec.index)
            waiting[outcome.spec.index] = outcome.result
            while wanted in waiting:
                news.take(waiting.pop(wanted))
                wanted = next(due)
                yield news
                if news.verdict != "undecided":
                    return
    finally:
        if isinstance(outcomes, Generator):
            outcomes.close()  # ends the matches that are running


class _Batches:
    """The matches to be played, in order, those the machine spoiled again."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._again: list[MatchSpec] = []
        self._spoiled: Counter[str] = Counter()
        self.open: set[int] = set()

    def __iter__(self) -> Iterator[MatchSpec | None]:
        for index in range(self._terms.batches):
            while self._again:
                yield self._again.pop()
            self.open.add(index)
            yield batch(self._terms, index)
        while self.open:
            yield self._again.pop() if self._again else None

    def failed(self, spec: MatchSpec, failure: Failure) -> None:
        """Play it again. ArenaError where that has not helped, RuntimeError where it is our bug."""
        if not failure.host:
            raise RuntimeError(failure.reason)
        self._spoiled[spec.id] += 1
        if self._spoiled[spec.id] >= TRIES:
            raise ArenaError(f"this machine is too busy for a verdict: {failure.reason}")
        self._again.append(spec)


def batch(terms: Terms, index: int) -> MatchSpec:
    """The deals of that number as a match."""
    seatings = terms.orders
    members = tuple(sorted({label for seating in seatings for label in seating}))
    seed = derive(terms.seed, "duel", terms.game, index)
    return MatchSpec(
        f"duel-{terms.game}-{index}", index, terms.game, terms.game, terms.options, 1, members,
        members, seatings, DEALS_AT_ONCE, seed,
    )  # fmt: skip


def _verdict(evidence: Evidence, margin: float) -> Verdict:
    if evidence.above(0.0):
        return "A"
    if evidence.below(0.0):
        return "B"
    if evidence.above(-margin) and evidence.below(margin):
        return "equal"
    return "undecided"
