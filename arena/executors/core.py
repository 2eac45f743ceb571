"""What an executor is given and what it gives back."""

import os
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from arena.match import MatchSpec
from arena.results import MatchResult

Play = Callable[[MatchSpec], MatchResult]
"""Plays one match. Raises arena.referee.HostFault where the machine spoiled it."""


class Failure(NamedTuple):
    """Why a match has no result. `host`: the machine's fault, not the program's."""

    reason: str
    host: bool


class Outcome(NamedTuple):
    """A match that was played, or could not be."""

    spec: MatchSpec
    result: MatchResult | Failure


class Stop:
    """A request to end early, that a signal handler can make and an executor can wait for."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self.requested = False

    def request(self) -> None:
        """Start no further match; safe in a signal handler."""
        self.requested = True
        os.write(self._write, b"x")

    def fileno(self) -> int:
        """Readable once it was requested."""
        return self._read

    def close(self) -> None:
        """Give back the descriptors."""
        os.close(self._read)
        os.close(self._write)


class Executor(Protocol):
    """Plays matches in any order, a bounded number of them at a time."""

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes as they come. Of `specs` only a few more are read than have been started.

        Where `specs` yields None, nothing more can be started before another match has ended.
        After `stop` was requested, matches that are running are finished if they can be within a
        few seconds, else dropped.
        """
