"""How a run shows on the terminal: a bar where there is one, plain lines elsewhere."""

import sys
from contextlib import suppress
from time import monotonic

from arena.match import MatchSpec
from arena.results import MatchResult

EVERY_S = 10.0
"""How often a plain line tells how far the run is."""


def say(*lines: str) -> None:
    """Tell something on stderr, a line each. Nobody may listen any more: that stops no run."""
    with suppress(OSError):
        for line in lines:
            print(f"arena: {line}", file=sys.stderr, flush=True)


class Lines:
    """Plain lines on stderr, few of them."""

    def __init__(self) -> None:
        self._total = self._done = self._games = 0
        self._since = self._last = monotonic()

    def begun(self, matches: int) -> None:
        self._total = matches

    def told(self, message: str) -> None:
        say(f"note: {message}")

    def passed(self, matches: int) -> None:
        self._done += matches

    def spoiled(self, spec: MatchSpec, reason: str) -> None:
        self._done += 1
        last = reason.strip().splitlines()[-1]
        self.told(f"no result of {spec.entry} {spec.id} ({', '.join(spec.members)}): {last}")

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        self._done += 1
        self._games += len(result.games)
        now = monotonic()
        if now - self._last >= EVERY_S or self._done == self._total:
            self._last = now
            say(self._line(now))

    def _line(self, now: float) -> str:
        speed = self._games / max(now - self._since, 0.001)
        return f"{self._done} of {self._total} matches, {self._games} new games ({speed:.0f}/s)"

    def close(self) -> None:
        """Nothing more will come."""


class Bar:
    """A progress bar on stderr."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("matches"),
            TextColumn("{task.fields[games]} games"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._games = 0
        self._task = self._progress.add_task("starting", total=None, games=0)
        self._progress.start()

    def begun(self, matches: int) -> None:
        self._progress.update(self._task, total=matches, description="playing")

    def told(self, message: str) -> None:
        # Not as markup: a bot's name may hold brackets.
        with suppress(OSError):
            self._progress.console.print(f"note: {message}", markup=False, highlight=False)

    def passed(self, matches: int) -> None:
        if matches:
            self._progress.advance(self._task, matches)

    def spoiled(self, spec: MatchSpec, reason: str) -> None:
        self._progress.advance(self._task)
        last = reason.strip().splitlines()[-1]
        self.told(f"no result of {spec.entry} {spec.id} ({', '.join(spec.members)}): {last}")

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        self._games += len(result.games)
        self._progress.update(self._task, advance=1, games=self._games)

    def close(self) -> None:
        """Take the bar away."""
        with suppress(OSError):  # the terminal may be gone
            self._progress.stop()


class Quiet(Lines):
    """Only what must be known."""

    def finished(self, spec: MatchSpec, result: MatchResult) -> None: ...


def watch(quiet: bool) -> Lines | Bar:
    """What suits the terminal."""
    if quiet:
        return Quiet()
    return Bar() if sys.stderr.isatty() else Lines()
