"""What is still to be played: the schedule without what the ledger has and who is benched."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from arena.match import MatchSpec
from arena.results import MatchResult
from arena.tournament.benching import Benching

TRIES = 3
"""How often a match is begun that the machine spoils."""
BLOCK = 64
"""So many matches are made and looked up at a time, which costs less than one by one."""


class Known(Protocol):
    """What the dispatcher asks the ledger."""

    def faulty(self, matches: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """The entrants that failed, for each of the matches of these ids that has been played."""


class Dispatch:
    """Hands out matches, and learns how they ended. See `Executor.run` for the meaning of None."""

    def __init__(self, schedule: Iterable[MatchSpec], known: Known, benching: Benching) -> None:
        """`schedule` begins with the first match that `benching` does not have as settled."""
        self._schedule = iter(schedule)
        self._known = known
        self._benching = benching
        self._positions: dict[str, int] = {}
        self._again: deque[MatchSpec] = deque()
        self.spoiled: Counter[str] = Counter()
        self.passed = 0
        self.given_up = False

    def __iter__(self) -> Iterator[MatchSpec | None]:
        position = self._benching.settled
        while block := list(islice(self._schedule, BLOCK)):
            known = self._known.faulty([spec.id for spec in block])
            for spec in block:
                while not self._benching.may_start(position):
                    yield self._again.popleft() if self._again else None
                if self._is_to_be_played(position, spec, known.get(spec.id)):
                    yield spec
                position += 1
        while self._positions:
            yield self._again.popleft() if self._again else None

    def _is_to_be_played(
        self, position: int, spec: MatchSpec, faulty: Sequence[str] | None
    ) -> bool:
        """If not, it is settled. `faulty`: who failed in it, None if it has not been played."""
        if faulty is not None:
            self._benching.settle(position, spec.id, spec.members, faulty)
        elif self._benching.benched(position).intersection(spec.members):
            self._benching.settle(position, spec.id, (), ())
        else:
            self._positions[spec.id] = position
            return True
        self.passed += 1
        return False

    def over(self, spec: MatchSpec, result: MatchResult | None) -> None:
        """A match that was handed out has ended; None: without a result, and it is given up."""
        position = self._positions.pop(spec.id)
        if result is None:
            self.given_up = True
            self._benching.settle(position, spec.id, (), ())
        else:
            self._benching.settle(position, spec.id, spec.members, faulty_of(result))

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
