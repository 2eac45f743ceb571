"""What is still to be played: the schedule without what the ledger has and who is benched."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Protocol

from arena.match import MatchSpec
from arena.results import MatchResult
from arena.tournament.benching import Benching

TRIES = 3
"""How often a match is begun that the machine spoils."""


class Known(Protocol):
    """What the dispatcher asks the ledger."""

    def faulty(self, match: str) -> tuple[str, ...] | None:
        """The entrants that failed in the match of that id; None if it has not been played."""


class Dispatch:
    """Hands out matches, and learns how they ended. See `Executor.run` for the meaning of None."""

    def __init__(self, schedule: Iterable[MatchSpec], known: Known, benching: Benching) -> None:
        """`schedule` begins with the first match that `benching` does not have as settled."""
        self._schedule = schedule
        self._known = known
        self._benching = benching
        self._positions: dict[str, int] = {}
        self._again: deque[MatchSpec] = deque()
        self.spoiled: Counter[str] = Counter()
        self.passed = 0
        self.given_up = False

    def __iter__(self) -> Iterator[MatchSpec | None]:
        for position, spec in enumerate(self._schedule, self._benching.settled):
            while not self._benching.may_start(position):
                yield self._again.popleft() if self._again else None
            faulty = self._known.faulty(spec.id)
            if faulty is not None:
                self.passed += 1
                self._benching.settle(position, spec.id, spec.members, faulty)
            elif self._benching.benched(position).intersection(spec.members):
                self.passed += 1
                self._benching.settle(position, spec.id, (), ())
            else:
                self._positions[spec.id] = position
                yield spec
        while self._positions:
            yield self._again.popleft() if self._again else None

    def over(self, spec: MatchSpec, result: MatchResult | None) -> None:
        """A match that was handed out has ended; None: without a result, and it is given up."""
        position = self._positions.pop(spec.id)
        if result is None:
            self.given_up = True
            self._benching.settle(position, spec.id, (), ())
        else:
            self._benching.settle(position, spec.id, spec.members, faulty_of(result))

    def benched(self) -> frozenset[str]:
        """Those who play no more."""
        return self._benching.benched()

    def spoil(self, spec: MatchSpec) -> bool:
        """The machine spoiled a match; whether it will be handed out again."""
        self.spoiled[spec.id] += 1
        if self.spoiled[spec.id] >= TRIES:
            self.over(spec, None)
            return False
        self._again.append(spec)
        return True


def faulty_of(result: MatchResult) -> tuple[str, ...]:
    """The entrants that failed in a match, sorted."""
    return tuple(
        sorted({game.entrants[fault.seat] for game in result.games for fault in game.faults})
    )
