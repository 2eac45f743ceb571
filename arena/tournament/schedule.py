"""From a tournament's games and entrants to its matches, one at a time."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import gcd
from typing import Any

from arena.chance import derive
from arena.formats import load, require_enough, seat_orders
from arena.games import load as load_game
from arena.match import Entrant, MatchSpec, match_id
from arena.spec import FormatSpec, GameSpec
from arena.tournament.turns import Turns
from arena.wire import encode


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
        return self.since(0)

    def since(self, position: int) -> Iterator[MatchSpec]:
        """The matches from that position (from 0) on, without going through those before.

        The games take turns, so that a run that is stopped has played its share of each.
        """
        turns = Turns([self._count(entry) for entry in self._entries])
        done = turns.skip(position)
        matches = [self._matches(*one) for one in zip(self._entries, done, strict=True)]
        return (next(matches[place]) for place in turns)

    @property
    def name(self) -> str:
        """Schedules of the same name have the same matches at the same positions.

        One may be longer: more cycles only go on after fewer.
        """
        totals = [self._count(entry) for entry in self._entries]
        what = [
            self._seed,
            self._form.type,
            [total // (gcd(*totals) or 1) for total in totals],
            [[entry.spec.id, entry.rules, sorted(entry.entrants)] for entry in self._entries],
            sorted(self._versions.items()),
        ]
        return sha256(encode(what)).hexdigest()

    @property
    def cycle(self) -> int:
        """The number of matches in a cycle of all games."""
        return sum(self._count(entry, cycles=1) for entry in self._entries)

    def _count(self, entry: Entry, cycles: int | None = None) -> int:
        return self._format.count(
            len(entry.entrants), entry.spec.players, cycles or self._form.cycles
        )

    def _matches(self, entry: Entry, start: int) -> Iterator[MatchSpec]:
        """Those of one entry, from its match number `start` on."""
        rules = entry.rules
        seed = derive(self._seed, "schedule", entry.spec.id)
        pairings = self._format.pairings(
            entry.entrants, entry.spec.players, self._form.cycles, seed, start=start
        )
        for index, pairing in enumerate(pairings, start):
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
