"""How a run shows on the terminal: a bar where there is one, plain lines elsewhere."""

import sys
from contextlib import suppress
from time import monotonic

from arena.cli.shared.pace import Pace
from arena.match import MatchSpec
from arena.results import MatchResult

EVERY_S = 10.0
"""How often a plain line tells how far the run is."""
REFRESHED_PER_S = 4
"""How often a bar is drawn: each time takes milliseconds."""


def say(*lines: str) -> None:
    """Tell something on stderr, a line each. Nobody may listen any more: that stops no run."""
    with suppress(OSError):
        for line in lines:
            print(f"arena: {line}", file=sys.stderr, flush=True)


class Lines:
    """Plain lines on stderr, few of them."""

    def __init__(self) -> None:
        self._pace = Pace()
        self._last = monotonic()

    def begun(self, matches: int) -> None:
        self._pace = Pace(matches)

    def told(self, message: str) -> None:
        say(f"note: {message}")

    def passed(self, matches: int) -> None:
        self._pace.passed(matches)

    def spoiled(self, spec: MatchSpec, reason: str) -> None:
        self._pace.ended(0)
        self.told(_no_result(spec, reason))

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        pace, now = self._pace, monotonic()
        pace.ended(len(result.games))
        if now - self._last >= EVERY_S or pace.done == pace.total:
            self._last = now
            say(f"{pace.done} of {pace.total} matches, {pace}")

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
        )

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=16),
            MofNCompleteColumn(),
            TextColumn("matches"),
            TextColumn("{task.fields[pace]}"),
            console=Console(stderr=True),
            refresh_per_second=REFRESHED_PER_S,
            transient=True,
        )
        self._pace = Pace()
        self._task = self._progress.add_task("starting", total=None, pace="")
        self._progress.start()

    def begun(self, matches: int) -> None:
        self._pace = Pace(matches)
        self._progress.update(self._task, total=matches, description="playing")

    def told(self, message: str) -> None:
        # Not as markup: a bot's name may hold brackets.
        with suppress(OSError):
            self._progress.console.print(f"note: {message}", markup=False, highlight=False)

    def passed(self, matches: int) -> None:
        self._pace.passed(matches)
        self._show()

    def spoiled(self, spec: MatchSpec, reason: str) -> None:
        self._pace.ended(0)
        self._show()
        self.told(_no_result(spec, reason))

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        self._pace.ended(len(result.games))
        self._show()

    def _show(self) -> None:
        self._progress.update(self._task, completed=self._pace.done, pace=str(self._pace))

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


def _no_result(spec: MatchSpec, reason: str) -> str:
    last = reason.strip().splitlines()[-1]
    return f"no result of {spec.entry} {spec.id} ({', '.join(spec.members)}): {last}"
