"""The loop: what is missing is played, what was played is stored, what is stored is published."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from secrets import randbits
from shutil import rmtree
from time import time

import sandbox
from arena.bots.confined import require
from arena.bots.find import Bot, Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.chance import SEED_BITS
from arena.errors import ArenaError
from arena.executors import Stop
from arena.executors import load as load_executor
from arena.ledger import Enrolled, Head, Ledger, set_aside
from arena.match import Entrant, MatchSpec
from arena.publish import publish
from arena.referee import House, play_match
from arena.referee.register import register
from arena.results import MatchResult
from arena.spec import TournamentSpec, load
from arena.spec.names import name_complaint, tidy
from arena.standings import Standings, chronicled, fold
from arena.tournament.run_log import logged
from arena.tournament.schedule import Entry, Schedule
from arena.tournament.season import Season
from arena.tournament.signals import Signals
from arena.tournament.watch import Watch


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line says. `seed` None: the file's, the ledger's, or a new secret one.

    `restart`: results that are there are moved aside first.
    """

    jobs: int = os.cpu_count() or 1
    level: sandbox.Level = "full"
    seed: int | None = None
    executor: str = "processes"
    restart: bool = False


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

    `clock` tells the seconds since 1970 UTC, for the dates of matches. Call it in the main thread.

    Raises ArenaError before anything is played where something is wrong with the file, a bot or
    the folder, or this machine cannot confine bots as asked; Stopped where a signal came by then.
    """
    with Signals() as signals:
        spec = load(file)
        require(settings.level)
        bots = _find(spec, watch)
        folder = boards / spec.name
        if settings.restart and (aside := set_aside(folder)):
            watch.told(f"the old results are in {aside}")
        with _ledger(folder) as ledger, logged(folder):
            return _Run(spec, ledger, folder, settings, watch, clock, signals).run(bots)


@contextmanager
def _ledger(folder: Path) -> Iterator[Ledger]:
    """The tournament's ledger. A mistake found before its first run has begun leaves no folder."""
    new = not folder.exists()
    with Ledger.open_or_create(folder) as ledger:
        try:
            yield ledger
        except (ArenaError, sandbox.SandboxError) as error:
            if new and not ledger.begun:
                rmtree(folder)
            raise ArenaError(str(error)) from error


def _find(spec: TournamentSpec, watch: Watch) -> list[Bot]:
    bots, passed_over = find_bots([Wanted(entry.path, entry.id, entry.name) for entry in spec.bots])
    for line in passed_over:
        watch.told(line)
    return bots


class _Run:
    def __init__(
        self,
        spec: TournamentSpec,
        ledger: Ledger,
        folder: Path,
        settings: Settings,
        watch: Watch,
        clock: Callable[[], float],
        signals: Signals,
    ) -> None:
        self._spec = spec
        self._ledger = ledger
        self._folder = folder
        self._settings = settings
        self._watch = watch
        self._clock = clock
        self._signals = signals

    def run(self, bots: list[Bot]) -> Ended:
        launches = self._prepare(bots)
        schedule = self._enrol(bots, launches)
        season = Season(schedule, self._ledger, self._spec.bench_after, self._watch, self._clock)
        signal = self._play(season, launches)
        if signal is None and not season.broken and not season.spoiled:
            self._ledger.finish()
        standings = chronicled(self._ledger, fold(self._ledger))
        publish(standings, self._spec.publish, self._folder.parent)
        return Ended(standings, signal, season.played, season.spoiled, season.broken, self._folder)

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
            Entrant(bot.id, bot.name or _proper(ready[bot.id].name) or bot.file_name, bot.hash)
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
                **{f"games.{entry.spec.id}": entry.rules for entry in entries},
                "limits": {
                    **self._limits,
                    "processes": spec.limits.processes,
                    "ponder": spec.limits.ponder,
                },
                "anonymous": spec.anonymous,
                "sandbox": settings.level,
            },
            text=spec.text,
            publish=spec.publish,
            rating=spec.rating,
        )

    def _play(self, season: Season, launches: Mapping[str, Launch]) -> int | None:
        """Play what is missing; the signal that ended it early, None if nothing did."""
        level, limits = self._settings.level, self._limits
        house = House(
            anonymous=self._spec.anonymous,
            shared_luck=level == "full",
            ponder=self._spec.limits.ponder,
        )

        def play(spec: MatchSpec) -> MatchResult:
            return play_match(spec, launches, level, limits, house)

        stop = self._signals.stop = Stop()
        season.play(load_executor(self._settings.executor, self._settings.jobs), play, stop)
        return self._signals.came[0] if self._signals.came else None


def _proper(name: str | None) -> str | None:
    """A name that a bot gives itself, if it can be one."""
    tidied = tidy(name or "")
    return None if name_complaint(tidied) else tidied


def _plays(games: tuple[str, ...] | None, game: str) -> bool:
    return games is None or game in games
