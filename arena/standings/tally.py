"""Counting games. Only whole numbers are added up, so no order of the games changes a figure."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.results import FAULT_KINDS, GameResult
from arena.standings.meetings import Meetings

Wins = Counter[int]
"""How many games were won together with how many: {1: alone, 2: shared by two, ...}."""


@dataclass(slots=True)
class Count:
    """What an entrant did in the games of one kind, or of all."""

    games: int = 0
    wins: Wins = field(default_factory=Counter)
    places: int = 0
    scores: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)
    """How many games in each seat; left out of all kinds together, whose tables differ."""

    def add(self, other: "Count") -> None:
        """Count the other's games too."""
        self.games += other.games
        self.wins += other.wins
        self.places += other.places
        self.scores += other.scores
        self.faults += other.faults

    def win_share(self) -> float:
        """From 0 to 1."""
        return win_share(self.wins, self.games)

    def mean_place(self) -> float:
        """1 is best."""
        return self.places / self.games

    def mean_score(self) -> float | int:
        """Whole where it is too large for a float."""
        try:
            return self.scores / self.games
        except OverflowError:
            return self.scores // self.games

    def by_kind(self) -> dict[str, int]:
        """The faults of every kind."""
        return {kind: self.faults[kind] for kind in FAULT_KINDS}


@dataclass(slots=True)
class Kind:
    """The games of one entry of the tournament."""

    counts: dict[str, Count] = field(default_factory=dict)
    seats: list[Wins] = field(default_factory=list)
    games: int = 0
    sitting: int = 0
    """How many games a sitting has."""
    meetings: Meetings = field(default_factory=Meetings)

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        ranks = game.ranks
        winners = ranks.count(1)
        self.meetings.add(game.entrants, ranks)
        while len(self.seats) < len(ranks):
            self.seats.append(Counter())
        for seat, entrant in enumerate(game.entrants):
            count = self.counts.get(entrant)
            if count is None:
                count = self.counts[entrant] = Count()
            count.games += 1
            count.seats[seat] += 1
            count.places += ranks[seat]
            count.scores += game.scores[seat]
            if ranks[seat] == 1:
                count.wins[winners] += 1
                self.seats[seat][winners] += 1
        for fault in game.faults:
            if not fault.earlier:
                self.counts[game.entrants[fault.seat]].faults[fault.kind] += 1

    def seat_shares(self) -> tuple[float, ...]:
        """The win share of each seat."""
        return tuple(win_share(wins, self.games) for wins in self.seats)

    def in_seats(self, entrant: str) -> tuple[int, ...]:
        """How many games the entrant played in each seat."""
        count = self.counts[entrant].seats
        return tuple(count[seat] for seat in range(len(self.seats)))

    def uneven_seats(self) -> int:
        """By how many games two seats of one entrant differ at most."""
        sat = [self.in_seats(entrant) for entrant in self.counts]
        return max((max(one) - min(one) for one in sat), default=0)


def together(kinds: Iterable[Kind]) -> dict[str, Count]:
    """The counts of all kinds together."""
    total: dict[str, Count] = {}
    for kind in kinds:
        for entrant, count in kind.counts.items():
            total.setdefault(entrant, Count()).add(count)
    return total


def win_share(wins: Wins, games: int) -> float:
    """The share of `games` that was won, each divided among its winners."""
    return sum(count / winners for winners, count in sorted(wins.items())) / games
