"""What a run tells whoever watches it."""

from typing import Protocol

from arena.match import MatchSpec
from arena.results import MatchResult


class Watch(Protocol):
    """Progress, as it happens. All methods are called in the parent's main thread."""

    def begun(self, matches: int) -> None:
        """The schedule has so many matches, played or not."""

    def told(self, message: str) -> None:
        """Something that whoever runs the league should know."""

    def finished(self, spec: MatchSpec, result: MatchResult) -> None:
        """A match was played and is stored."""

    def spoiled(self, spec: MatchSpec, reason: str) -> None:
        """A match has no result for a reason that no bot has."""

    def passed(self, matches: int) -> None:
        """So many matches needed no play since the last call: stored already, or benched bots'."""


class Unwatched:
    """Nobody watches."""

    def begun(self, matches: int) -> None: ...

    def told(self, message: str) -> None: ...

    def finished(self, spec: MatchSpec, result: MatchResult) -> None: ...

    def spoiled(self, spec: MatchSpec, reason: str) -> None: ...

    def passed(self, matches: int) -> None: ...
