"""Benching: a bot that fails in many matches in a row plays no more.

Who is benched, and from which match on, is a function of the results in the order of the schedule,
never of the order in which they came in; so every number of workers, and every stop and resume,
gives the same league. For that a decision takes effect only some matches later (see `lookahead`):
nothing that far ahead is started before its own past is known.
"""

from collections.abc import Sequence

from arena.ledger import Past

LEAST_AHEAD, MOST_AHEAD = 32, 256
"""No more workers than that can be busy at a time."""
NOTHING = Past()


def lookahead(cycle: int) -> int:
    """How many matches later a decision takes effect, where a cycle has so many matches.

    An eighth of it, so that benching has an effect in small leagues too, but enough for workers to
    go on past a long match. Not of the whole schedule, to which cycles may be added.
    """
    return min(max(cycle // 8, LEAST_AHEAD), MOST_AHEAD)


class Benching:
    """Who may play at which position of the schedule. Positions count from 0."""

    def __init__(self, after: int, ahead: int, past: Past = NOTHING) -> None:
        """`after`: so many faulty matches in a row bench a bot; 0: never. `ahead`: `lookahead`."""
        self._after = after
        self._ahead = ahead
        self.settled = past.position
        self._last = past.last
        self._pending: dict[int, tuple[str, Sequence[str], Sequence[str]]] = {}
        self._streaks = dict(past.streaks)
        self._from = dict(past.benched)

    @property
    def past(self) -> Past:
        """What later decisions rest on: those before `settled`, the first that is not settled."""
        return Past(self.settled, self._last, dict(self._streaks), dict(self._from))

    def may_start(self, position: int) -> bool:
        """Whether enough of the past is known to start the match there."""
        return position < self.settled + self._ahead

    def settle(
        self, position: int, match: str, members: Sequence[str], faulty: Sequence[str]
    ) -> None:
        """The match of that id, at that position, is over, or not to be played (no members)."""
        self._pending[position] = (match, members, faulty)
        while self.settled in self._pending:
            self._last, members, failed = self._pending.pop(self.settled)
            self._count(self.settled, members, failed)
            self.settled += 1

    def benched(self, position: int | None = None) -> frozenset[str]:
        """Those who do not play at that position; None: those who have been benched at all."""
        return frozenset(
            entrant
            for entrant, start in self._from.items()
            if position is None or start <= position
        )

    def _count(self, position: int, members: Sequence[str], faulty: Sequence[str]) -> None:
        for member in members:
            if member not in faulty:
                self._streaks.pop(member, None)
                continue
            streak = self._streaks[member] = self._streaks.get(member, 0) + 1
            if self._after and streak >= self._after:
                self._from.setdefault(member, position + self._ahead)
