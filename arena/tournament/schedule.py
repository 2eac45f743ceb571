"""From a tournament's games and entrants to its matches, one at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from typing import Any

from arena.chance import derive
from arena.formats import load, require_enough, seat_orders
from arena.games import load as load_game
from arena.match import Entrant, MatchSpec, match_id
from arena.spec import FormatSpec, GameSpec


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the tournament and the ids of those who play it."""

    spec: GameSpec
    entrants: tuple[str, ...]

    @property
    def rules(self) -> dict[str, Any]:
        """All that changes the meaning of this entry's results."""
        return {
            "game": self.spec.game,
            "rules_version": load_game(self.spec.game).rules_version,
            "options": dict(self.spec.options),
            "players": self.spec.players,
            "deals": self.spec.deals,
            "seat_orders": self.spec.seat_orders,
        }


class Schedule:
    """All matches of a tournament, in order. Iterating it again gives the same."""

    def __init__(
        self,
        entries: Sequence[Entry],
        entrants: Sequence[Entrant],
        form: FormatSpec,
        seed: int,
    ) -> None:
        """ArenaError, naming the game, where too few play it. `seed` is the secret."""
        for entry in entries:
            require_enough(entry.spec.id, len(entry.entrants), entry.spec.players)
        self._entries = entries
        self._versions = {entrant.id: entrant.hash for entrant in entrants}
        self._form = form
        self._format = load(form.type)
        self._seed = seed

    def __len__(self) -> int:
        return sum(map(self._count, self._entries))

    def __iter__(self) -> Iterator[MatchSpec]:
        """The games take turns, so that a run that is stopped has played its share of each."""
        totals = [self._count(entry) for entry in self._entries]
        matches = [self._matches(entry) for entry in self._entries]
        turns = [(0.0, place, 0) for place in range(len(matches))]
        heapify(turns)
        while turns:
            _, place, done = turns[0]
            spec = next(matches[place], None)
            if spec is None:
                heappop(turns)
            else:
                heapreplace(turns, ((done + 1) / totals[place], place, done + 1))
                yield spec

    def _count(self, entry: Entry) -> int:
        return self._format.count(len(entry.entrants), entry.spec.players, self._form.cycles)

    def _matches(self, entry: Entry) -> Iterator[MatchSpec]:
        rules = entry.rules
        seed = derive(self._seed, "schedule", entry.spec.id)
        pairings = self._format.pairings(
            entry.entrants, entry.spec.players, self._form.cycles, seed
        )
        for index, pairing in enumerate(pairings):
            members = {member: self._versions[member] for member in pairing.members}
            yield self._match(entry, rules, index, pairing.cycle, members)

    def _match(
        self,
        entry: Entry,
        rules: Mapping[str, Any],
        index: int,
        cycle: int,
        members: Mapping[str, str],
    ) -> MatchSpec:
        key = match_id(entry.spec.id, rules, cycle, members)
        # Not from the members alone: a new version of a bot must not meet deals that its author
        # has read in the replays of the old one.
        seed = derive(self._seed, "match", key)
        orders = seat_orders(tuple(members), entry.spec.seat_orders, derive(seed, "seats"))
        return MatchSpec(
            id=key,
            index=index,
            entry=entry.spec.id,
            game=entry.spec.game,
            options=entry.spec.options,
            cycle=cycle,
            members=tuple(members),
            versions=tuple(members.values()),
            orders=tuple(orders),
            deals=entry.spec.deals,
            seed=seed,
        )
