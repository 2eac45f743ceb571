"""The examination of one bot: game by game, from the plain to the odd."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from arena.check.buffered import holds_back
from arena.check.company import Heard
from arena.check.diagnose import diagnose
from arena.check.findings import Finding, Notebook
from arena.check.sitting import Ground, Plan, Sat, greet, odd_plans, sit
from arena.games import load
from arena.games.core import fill_options
from arena.results import Fault
from arena.wire import Ready, shown

DEALS = 6
ODD_DEALS = 3
MOST = 150
"""So many requests are made at one odd table at most."""
SLOW_START, SLOW_DECISION, HIGH_MEMORY = 0.3, 0.5, 0.8
"""Shares of the limits from which on there is a warning."""
CHATTY_BYTES = 256 * 1024
MATCHES_FROM = 0.5
"""Matches, which cannot be cut short, follow if this share of the time was enough before."""
GROWS_KB = 8 * 1024
"""Memory that grows by as much in the second third of a sitting's games and again in the last."""


@dataclass(slots=True)
class Measured:
    """What was measured on the way; times in seconds."""

    requests: int = 0
    sittings: int = 0
    start_s: float = 0.0
    slowest_s: float = 0.0
    memory_kb: int = 0
    cut: list[str] = field(default_factory=list)


class Examination:
    """Looks at one bot. What it finds goes into `notebook`, what it measures into `measured`."""

    def __init__(
        self, ground: Ground, notebook: Notebook, measured: Measured, seed: int, tables: int
    ) -> None:
        self._ground = ground
        self._notebook = notebook
        self._measured = measured
        self._seed = seed
        self._tables = tables

    def greet(self, game: str) -> Ready | None:
        """What it says of itself; None where it does not start. `game`: one that it might play."""
        greeting = greet(self._ground)
        if isinstance(greeting, Ready):
            return greeting
        self._fault(self._plan(game), greeting, self._ground, None)
        return None

    def game(self, name: str, seconds: float) -> bool:
        """Examine it in one game, for about so long; whether that was done in good time."""
        began = monotonic()
        ground = replace(self._ground, until=began + seconds)
        plan = self._plan(name)
        plain = self._sit(plan, ground)
        if not plain.heard.faults:
            self._again(plan, plain, ground)
            self._later(plan, ground)
        for odd in odd_plans(name, replace(plan, deals=ODD_DEALS, most=MOST), self._tables):
            if monotonic() < ground.until:
                self._odd(odd, plain, ground)
        in_time = monotonic() < began + seconds * MATCHES_FROM
        if not in_time:
            self._measured.cut.append(name)
        return in_time

    def _plan(self, game: str) -> Plan:
        """The table that tournaments have by default."""
        rules = load(game)
        seats = rules.default_seats
        return Plan(game, seats, fill_options(rules, seats, {}), 0, DEALS, self._seed)

    def _sit(self, plan: Plan, ground: Ground) -> Sat:
        """One sitting; its faults and its figures are noted."""
        sat = self._measure(plan, sit(plan, ground))
        for fault in sat.heard.faults:
            self._fault(plan, fault, ground, plan.game)
        return sat

    def _fault(self, plan: Plan, fault: Fault, ground: Ground, game: str | None) -> None:
        rule, message, line = diagnose(fault)
        if rule in ("timeout", "start-timeout") and (
            self._notebook.has("unflushed", game) or holds_back(plan, ground)
        ):
            rule = "unflushed"
        self._notebook.note(Finding(rule, game, message, str(plan) if game else "", line))

    def _again(self, plan: Plan, plain: Sat, ground: Ground) -> None:
        """The same once more, and all games at once if it says it can: the answers must agree."""
        again = self._sit(plan, ground)
        difference = _difference(plain.heard, again.heard)
        if difference:
            self._warn("not-deterministic", plan, *difference)
        elif plain.ready and plain.ready.concurrent:
            self._at_once(replace(plan, at_once=DEALS), plain, ground)

    def _at_once(self, plan: Plan, plain: Sat, ground: Ground) -> None:
        sat = self._measure(plan, sit(plan, ground))
        difference = _difference(plain.heard, sat.heard)
        if sat.heard.faults:
            _, message, line = diagnose(sat.heard.faults[0])
            difference = (f"with {DEALS} games at once it fails: {message}", line)
        if difference:
            self._warn("not-concurrent", plan, *difference)

    def _later(self, plan: Plan, ground: Ground) -> None:
        """Messages of a later version, and positions that its own actions did not lead to."""
        sat = self._measure(plan, sit(replace(plan, later=True, deals=1), ground))
        for fault in sat.heard.faults:
            self._warn("unknown-member", plan, *diagnose(fault)[1:])
        astray = replace(plan, astray=True, at_once=1)
        others = odd_plans(plan.game, replace(astray, most=MOST), min(2, self._tables))
        for odd in (astray, *others):
            for fault in self._measure(odd, sit(odd, ground)).heard.faults:
                self._warn("odd-position", odd, *diagnose(fault)[1:])

    def _odd(self, plan: Plan, plain: Sat, ground: Ground) -> None:
        """One of the other tables, with all games at once if it can."""
        able = plain.ready is not None and plain.ready.concurrent
        able = able and not self._notebook.has("not-concurrent", plan.game)
        self._sit(replace(plan, failing=True, at_once=ODD_DEALS if able else 1), ground)

    def _warn(self, rule: str, plan: Plan, message: str, line: str | None) -> None:
        self._notebook.note(Finding(rule, plan.game, message, str(plan), line))

    def _measure(self, plan: Plan, sat: Sat) -> Sat:
        """Take in its figures, and note where they come close to a limit."""
        measured, limits = self._measured, self._ground.limits
        measured.sittings += 1
        measured.requests += len(sat.heard.answers)
        measured.start_s = max(measured.start_s, sat.start_s)
        measured.slowest_s = max(measured.slowest_s, sat.heard.slowest)
        peak = sat.heard.peak
        measured.memory_kb = max(measured.memory_kb, peak)
        if sat.start_s > SLOW_START * (limits["start_s"] or 0.0):
            self._note("slow-start", f"it took {sat.start_s:.2f} s of {limits['start_s']:g} s")
        if sat.heard.slowest > SLOW_DECISION * (limits["move_s"] or 0.0):
            took = f"{sat.heard.slowest:.2f} s of {limits['move_s']:g} s"
            self._warn("slow-decision", plan, f"a decision took {took}", None)
        if sat.heard.faults:
            return sat
        if peak > HIGH_MEMORY * 1024 * (limits["memory_mb"] or 0.0):
            self._note("memory-high", f"{peak >> 10} MB of {limits['memory_mb']:g} MB")
        elif _grows(sat.heard.peaks):
            peaks = ", ".join(str(kb >> 10) for kb in sat.heard.peaks)
            self._warn("memory-grows", plan, f"MB at the start of each game: {peaks}", None)
        if sat.whole:
            self._ending(plan, sat)
        return sat

    def _ending(self, plan: Plan, sat: Sat) -> None:
        """How a bot that was played to the end, and not failed, took its leave."""
        if sat.ending is None or sat.ending.reason == "killed":
            self._note("no-exit", "it was still there 1 s after the bye message")
        elif sat.ending.code != 0:
            how = f"status {sat.ending.code}" if sat.ending.signal is None else (
                f"signal {sat.ending.signal}")  # fmt: skip
            last = sat.stderr.strip().splitlines()[-1:]
            self._note("exit-status", f"it ended with {how}", *(shown(w.encode()) for w in last))
        if sat.stderr_bytes > CHATTY_BYTES:
            size = f"{sat.stderr_bytes >> 10} KB in {plan.deals} games"
            self._note("chatty-stderr", size, shown(sat.stderr.strip().encode()[-60:]))

    def _note(self, rule: str, message: str, line: str | None = None) -> None:
        self._notebook.note(Finding(rule, None, message, "", line))


def _difference(one: Heard, other: Heard) -> tuple[str, str | None] | None:
    """The first question that got two answers, and these; None where all agree."""
    for question, action in one.answers.items():
        second = other.answers.get(question, action)
        if second != action:
            return (
                f"request {question.place + 1} of a game was answered {action!r} and {second!r}",
                shown(one.bodies[question]),
            )
    return None


def _grows(peaks: Sequence[int]) -> bool:
    """Whether memory goes on growing."""
    if len(peaks) < DEALS:
        return False
    third = len(peaks) // 3
    return peaks[2 * third - 1] - peaks[third - 1] >= GROWS_KB <= peaks[-1] - peaks[2 * third - 1]
