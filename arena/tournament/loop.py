"""The loop: what is missing is played, what was played is stored, what is stored is published."""

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from secrets import randbits
from shutil import rmtree
from time import time

import sandbox
from arena.bots.find import Bot, Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.chance import SEED_BITS
from arena.errors import ArenaError
from arena.executors import Failure, Outcome, Stop
from arena.executors import load as load_executor
from arena.ledger import Enrolled, Head, Ledger
from arena.match import Entrant, MatchSpec
from arena.publish import publish
from arena.referee import House, play_match
from arena.referee.register import register
from arena.results import MatchResult
from arena.spec import TournamentSpec, load
from arena.spec.names import name_complaint, tidy
from arena.standings import Standings, fold
from arena.tournament.benching import Benching
from arena.tournament.dispatch import Dispatch
from arena.tournament.schedule import Entry, Schedule
from arena.tournament.signals import stopped_by_signals
from arena.tournament.watch import Watch

log = logging.getLogger("arena")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says. `seed` None: the file's, the ledger's, or a new secret one."""

    jobs: int = os.cpu_count() or 1
    level: sandbox.Level = "full"
    seed: int | None = None
    executor: str = "processes"


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended. `signal`: what stopped it early, None when all was played."""

    standings: Standings
    signal: int | None
    played: int
    spoiled: int
    broken: int
    folder: Path


def run(
    file: Path,
    boards: Path,
    settings: Settings,
    watch: Watch,
    clock: Callable[[], float] = time,
) -> Ended:
    """Play what the ledger in `boards` does not have yet of the tournament in `file`, and publish.

    `clock` tells the seconds since 1970 UTC, for the dates of matches.

    Raises ArenaError before anything is played where something is wrong with the file, a bot or
    the folder; sandbox.SandboxError where this machine cannot confine bots as asked.
    """
    spec = load(file)
    folder = boards / spec.name
    with _nothing_left(folder), Ledger.open_or_create(folder) as ledger, _logged(folder):
        return _Run(spec, ledger, folder, settings, watch, clock).run()


@contextmanager
def _nothing_left(folder: Path) -> Iterator[None]:
    """Within, a mistake that is found before the first run has begun leaves no folder behind."""
    new = not folder.exists()
    try:
        yield
    except ArenaError:
        with suppress(ArenaError):
            with Ledger.read(folder) as ledger:
                new = new and not ledger.begun
            if new:
                rmtree(folder)
        raise


class _Run:
    def __init__(
        self,
        spec: TournamentSpec,
        ledger: Ledger,
        folder: Path,
        settings: Settings,
        watch: Watch,
        clock: Callable[[], float],
    ) -> None:
        self._spec = spec
        self._ledger = ledger
        self._folder = folder
        self._settings = settings
        self._watch = watch
        self._clock = clock
        self._played = 0
        self._spoiled = 0
        self._broken = 0

    def run(self) -> Ended:
        _require(self._settings.level)
        bots, passed_over = find_bots(
            [Wanted(entry.path, entry.id, entry.name) for entry in self._spec.bots]
        )
        for line in passed_over:
            self._watch.told(line)
        launches = self._prepare(bots)
        schedule = self._enrol(bots, launches)
        self._watch.begun(len(schedule))
        signal = self._play(schedule, launches)
        if signal is None and not self._broken and not self._spoiled:
            self._ledger.finish()
        standings = fold(self._ledger)
        publish(standings, self._spec.publish, self._folder.parent)
        return Ended(standings, signal, self._played, self._spoiled, self._broken, self._folder)

    @property
    def _limits(self) -> dict[str, float | None]:
        """As bots are told them."""
        limits = self._spec.limits
        return {
            "start_s": limits.start_s,
            "move_s": limits.move_s,
            "game_s": limits.game_s,
            "memory_mb": limits.memory_mb,
        }

    def _prepare(self, bots: list[Bot]) -> dict[str, Launch]:
        limits = self._spec.limits
        store = self._folder / "bots"
        return {
            bot.id: prepare(bot, store, self._settings.level, limits.memory_mb, limits.processes)
            for bot in bots
        }

    def _enrol(self, bots: list[Bot], launches: Mapping[str, Launch]) -> Schedule:
        """Ask the bots what they play, open the ledger for this run, and make the schedule."""
        ready = register(list(launches.values()), self._settings.level, self._limits)
        entrants = [
            Entrant(bot.id, bot.name or _proper(ready[bot.id].name) or bot.id, bot.hash)
            for bot in bots
        ]
        plays = {bot.id: bot.manifest.games or ready[bot.id].games for bot in bots}
        entries = [
            Entry(game, tuple(e.id for e in entrants if _plays(plays[e.id], game.game)))
            for game in self._spec.games
        ]
        head = self._head(entries)
        schedule = Schedule(entries, entrants, self._spec.format, head.seed)
        self._ledger.begin(head, [Enrolled(e.id, e.name, e.hash) for e in entrants])
        return schedule

    def _head(self, entries: list[Entry]) -> Head:
        spec, settings = self._spec, self._settings
        seed = settings.seed if settings.seed is not None else spec.seed
        if seed is None:
            seed = self._ledger.head.seed if self._ledger.begun else randbits(SEED_BITS)
        return Head(
            tournament=spec.name,
            title=spec.title,
            seed=seed,
            sandbox=settings.level,
            engine=version("arena"),
            entries=tuple(entry.spec.id for entry in entries),
            rate_by=spec.rate_by,
            records=spec.records,
            fixed={
                "games": {entry.spec.id: entry.rules for entry in entries},
                "limits": {**self._limits, "processes": spec.limits.processes},
                "anonymous": spec.anonymous,
                "sandbox": settings.level,
            },
            text=spec.text,
        )

    def _play(self, schedule: Schedule, launches: Mapping[str, Launch]) -> int | None:
        """Play what is missing; the signal that ended it early, None if nothing did."""
        level, limits = self._settings.level, self._limits
        house = House(anonymous=self._spec.anonymous, shared_luck=level == "full")

        def play(spec: MatchSpec) -> MatchResult:
            return play_match(spec, launches, level, limits, house)

        stop = Stop()
        dispatch = Dispatch(schedule, self._ledger, Benching(self._spec.bench_after))
        executor = load_executor(self._settings.executor, self._settings.jobs)
        with stopped_by_signals(stop) as came:
            for outcome in executor.run(dispatch, play, stop):
                self._take(outcome, dispatch)
        stop.close()
        for entrant in dispatch.benched():
            self._ledger.bench(entrant)
        return came[0] if came else None

    def _take(self, outcome: Outcome, dispatch: Dispatch) -> None:
        spec, result = outcome
        passed, dispatch.passed = dispatch.passed, 0
        self._watch.passed(passed)
        if isinstance(result, MatchResult):
            spoiled = dispatch.spoiled[spec.id]
            self._ledger.append(spec, result, int(self._clock()), host_faults=spoiled)
            dispatch.over(spec, result)
            self._played += 1
            log.info("%s %s: %s", spec.entry, spec.id, _told(result))
            self._watch.finished(spec, result)
        else:
            self._failed(spec, result, dispatch)

    def _failed(self, spec: MatchSpec, failure: Failure, dispatch: Dispatch) -> None:
        log.error("%s %s (%s): %s", spec.entry, spec.id, ", ".join(spec.members), failure.reason)
        if failure.host:
            if dispatch.spoil(spec):
                return
            self._spoiled += 1
        else:
            dispatch.over(spec, None)
            self._broken += 1
        self._watch.spoiled(spec, failure.reason)


def _require(level: sandbox.Level) -> None:
    """Prove that the level holds on this machine. ArenaError, with what to do, if it does not."""
    if sandbox.probe(level).ok:
        return
    reason = next(report.reason for report in sandbox.checks() if report.level == level)
    raise ArenaError(
        f"bots cannot be confined here at level {level}: {reason}\n"
        "`arena doctor` shows what this machine can do. Only where you trust every bot: "
        "--sandbox none"
    )


def _proper(name: str | None) -> str | None:
    """A name that a bot gives itself, if it can be one."""
    tidied = tidy(name or "")
    return None if name_complaint(tidied) else tidied


def _plays(games: tuple[str, ...] | None, game: str) -> bool:
    return games is None or game in games


def _told(result: MatchResult) -> str:
    faults = sum(len(game.faults) for game in result.games)
    return f"{len(result.games)} games, {faults} faults"


@contextmanager
def _logged(folder: Path) -> Iterator[None]:
    """Within, what is logged goes to the run's file, also from workers."""
    handler = logging.FileHandler(folder / "run.log", encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()
