"""Checking a bot as a linter checks a program: what the referee would fail it for, and more.

The bot is built, started and played by the same code as in a tournament, so that what is found
here is what happens there.
"""

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import sandbox
from arena.bots.find import Bot, Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.check.examination import Examination, Measured
from arena.check.findings import Finding, Notebook
from arena.check.samples import Score, against, itself
from arena.check.sitting import Ground
from arena.errors import ArenaError
from arena.games import names
from arena.starters import write
from arena.wire import Ready, shown

__all__ = ["Finding", "Report", "Settings", "check"]

STARTER = "starter"


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is checked. `games`: only these; `against`: bots to play, None: a starter bot.

    Limits are as in tournament files. `tables`: so many odd ones are played in each game;
    `seconds`: about so long one game is examined.
    """

    level: sandbox.Level = "full"
    games: Sequence[str] = ()
    against: Path | None = None
    start_s: float = 10.0
    move_s: float = 1.0
    memory_mb: int = 512
    processes: int = 1
    tables: int = 8
    seconds: float = 60.0
    seed: int = 1

    @property
    def limits(self) -> Mapping[str, float | None]:
        """As bots are told them."""
        return {
            "start_s": self.start_s,
            "move_s": self.move_s,
            "game_s": None,
            "memory_mb": self.memory_mb,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """What was found and measured. `games`: those that were played; `ready`: what it said."""

    bot: Bot
    findings: Sequence[Finding]
    games: Sequence[str]
    ready: Ready | None
    scores: Sequence[Score]
    measured: Measured

    @property
    def failed(self) -> bool:
        """Whether there are errors."""
        return any(finding.severity == "error" for finding in self.findings)


def check(path: Path, settings: Settings, told: Callable[[str], None]) -> Report:
    """Check the bot in a file or folder; `told` hears what is being done.

    ArenaError where there is no bot, or no game of a name, or the machine cannot do it.
    """
    bot = _only(path)
    _check_games(settings.games)
    with tempfile.TemporaryDirectory(prefix="arena-check-") as folder:
        store = Path(folder)
        store.chmod(0o755)
        return _Check(bot, settings, store, told).report()


def _only(path: Path) -> Bot:
    found, _ = find_bots([Wanted(path)])
    if len(found) != 1:
        raise ArenaError(f"{path}: {len(found)} bots are here; name one of them")
    return found[0]


def _check_games(wanted: Sequence[str]) -> None:
    for game in wanted:
        if game not in names():
            raise ArenaError(f"no game {game!r}; there are {', '.join(names())}")


class _Check:
    def __init__(
        self, bot: Bot, settings: Settings, store: Path, told: Callable[[str], None]
    ) -> None:
        self._bot = bot
        self._settings = settings
        self._store = store
        self._told = told
        self._notebook = Notebook()
        self._measured = Measured()
        self._scores: list[Score] = []

    def report(self) -> Report:
        settings = self._settings
        self._told(f"building and starting {self._bot.id}")
        launch = self._prepared(self._bot)
        ready: Ready | None = None
        played: list[str] = []
        if (launch.folder / "build-failed").exists():
            log = (launch.folder / "build.log").read_bytes().strip().splitlines()
            self._build_failed(log)
        else:
            ground = Ground(launch, settings.level, settings.limits, 0.0)
            examination = Examination(
                ground, self._notebook, self._measured, settings.seed, settings.tables
            )
            ready = examination.greet((*settings.games, *names())[0])
            played = self._games(ready) if ready is not None else []
            self._play(played, examination, ground)
        findings = self._notebook.findings
        return Report(self._bot, findings, played, ready, self._scores, self._measured)

    def _prepared(self, bot: Bot) -> Launch:
        settings = self._settings
        return prepare(bot, self._store, settings.level, settings.memory_mb, settings.processes)

    def _build_failed(self, log: Sequence[bytes]) -> None:
        printed = [line for line in log if not line.startswith(b"$ ")]
        telling = [line for line in printed if b"error" in line.lower()] or printed
        self._note("build-failed", shown(log[-1]) if log else "", shown(telling[0]))

    def _play(self, games: Sequence[str], examination: Examination, ground: Ground) -> None:
        """Examine it in each game, then have it play matches, where that has a point."""
        settings = self._settings
        others = self._others()
        for game in games:
            self._told(f"examining it in {game}")
            in_time = examination.game(game, settings.seconds)
            if in_time and not self._notebook.in_game(game):
                self._told(f"playing matches of {game}")
                self._scores.append(against(others, game, ground, self._notebook, settings.seed))
                itself(game, ground, self._notebook, settings.seed)

    def _games(self, ready: Ready) -> list[str]:
        """The games it plays, as the referee sees it; what is wrong with them is noted."""
        written, said = self._bot.manifest.games, ready.games
        if written is not None and said is not None and set(written) != set(said):
            self._note("games-differ", f"bot.yaml: {', '.join(written)}; ready: {', '.join(said)}")
        own = written or said
        known = names()
        for game in own or ():
            if game not in known:
                self._note("unknown-game", f"{game!r} is none of {', '.join(known)}")
        games = [game for game in known if own is None or game in own]
        if not games:
            self._note("no-games", f"there are {', '.join(known)}")
        wanted = self._settings.games
        for game in wanted:
            if game not in games:
                raise ArenaError(f"{self._bot.path}: it says that it does not play {game}")
        return [game for game in games if not wanted or game in wanted]

    def _others(self) -> list[Launch]:
        """The bots it plays against."""
        where = self._settings.against
        if where is None:
            where = write(STARTER, "python", self._store / "samples").bot
        found, _ = find_bots([Wanted(where)])
        return [self._prepared(bot) for bot in found]

    def _note(self, rule: str, message: str, line: str | None = None) -> None:
        self._notebook.note(Finding(rule, None, message, "", line))
