"""A season: what is missing of a schedule is played, what was played is stored."""

import logging
from collections.abc import Callable, Iterator
from hashlib import sha256

from arena.executors import Executor, Failure, Outcome, Play, Stop
from arena.ledger import Ledger, Past
from arena.match import MatchSpec
from arena.tournament.benching import NOTHING, Benching, lookahead
from arena.tournament.dispatch import Dispatch
from arena.tournament.schedule import Schedule
from arena.tournament.watch import Watch
from arena.wire import encode

KEEP_EVERY = 256
"""After so many more settled matches the ledger is told how far the schedule is settled."""

log = logging.getLogger("arena")


class Season:
    """`played`, `spoiled` (by the machine) and `broken` (by arena itself) count matches."""

    def __init__(
        self,
        schedule: Schedule,
        ledger: Ledger,
        bench_after: int,
        watch: Watch,
        clock: Callable[[], float],
    ) -> None:
        """`ledger` has begun this run. `clock` tells the seconds since 1970 UTC."""
        self.played = 0
        self.spoiled = 0
        self.broken = 0
        self._ledger = ledger
        self._watch = watch
        self._clock = clock
        ahead = lookahead(schedule.cycle)
        self._name = _name(schedule, bench_after, ahead)
        past, matches = _begin(schedule, ledger.past(self._name))
        self._kept = past.position
        self._benching = Benching(bench_after, ahead, past)
        self._dispatch = Dispatch(matches, ledger, self._benching)
        watch.begun(len(schedule))
        watch.passed(past.position)

    def play(self, executor: Executor, play: Play, stop: Stop) -> None:
        """Play all that is missing, or what can be before `stop` is requested."""
        for outcome in executor.run(self._dispatch, play, stop):
            self._take(outcome)
            if self._benching.settled >= self._kept + KEEP_EVERY:
                self._keep_past()
        self._keep_past()
        for entrant in self._benching.benched(self._benching.settled - 1):
            self._ledger.bench(entrant)

    def _keep_past(self) -> None:
        """Spare the next run going through all this again, unless something was given up."""
        if self._benching.settled > self._kept and not self._dispatch.given_up:
            self._ledger.keep_past(self._name, self._benching.past)
            self._kept = self._benching.settled

    def _take(self, outcome: Outcome) -> None:
        spec, result = outcome
        passed, self._dispatch.passed = self._dispatch.passed, 0
        if passed:
            self._watch.passed(passed)
        if isinstance(result, Failure):
            self._failed(outcome, result)
            return
        spoiled = self._dispatch.spoiled[spec.id]
        self._ledger.append(spec, result, int(self._clock()), host_faults=spoiled)
        self._dispatch.over(spec, result)
        self.played += 1
        self._watch.finished(spec, result)

    def _failed(self, outcome: Outcome, failure: Failure) -> None:
        spec = outcome.spec
        log.error("%s %s (%s): %s", spec.entry, spec.id, ", ".join(spec.members), failure.reason)
        if failure.host:
            if self._dispatch.spoil(spec):
                return
            self.spoiled += 1
        else:
            self._dispatch.over(spec, None)
            self.broken += 1
        self._watch.spoiled(spec, failure.reason)


def _name(schedule: Schedule, bench_after: int, ahead: int) -> str:
    """What says together who plays at which position."""
    return sha256(encode([schedule.name, bench_after, ahead])).hexdigest()


def _begin(schedule: Schedule, past: Past) -> tuple[Past, Iterator[MatchSpec]]:
    """What is settled, and the matches after that: all where the schedule has another order now."""
    if past.position:
        matches = schedule.since(past.position - 1)
        last = next(matches, None)
        if last and last.id == past.last:
            return past, matches
    return NOTHING, iter(schedule)
