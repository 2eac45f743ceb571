"""Games in little room: each distinct outcome once, and which one each game had."""

from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from arena.ratings import RateBy, RatedGame, rated_ranks


class Outcome(NamedTuple):
    """Who sat where, and the ranks that count."""

    kind: str
    entrants: tuple[str, ...]
    ranks: tuple[int, ...]


class History:
    """All games in their order: 4 bytes each beside the distinct outcomes."""

    def __init__(self, games: Iterable[RatedGame], rate_by: RateBy) -> None:
        self.outcomes: list[Outcome] = []
        self.games = array("I")
        known: dict[Outcome, int] = {}
        for game in games:
            outcome = Outcome(game.kind, game.entrants, rated_ranks(game, rate_by))
            number = known.setdefault(outcome, len(known))
            if number == len(self.outcomes):
                self.outcomes.append(outcome)
            self.games.append(number)

    def __iter__(self) -> Iterator[Outcome]:
        """The outcome of each game."""
        outcomes = self.outcomes
        return (outcomes[number] for number in self.games)


def tie_shares(history: History, rate_by: RateBy) -> dict[str, float]:
    """For each kind, the share of ties among the pairs of seats that are compared.

    Never 0 or 1, however few games there are: half a tie in one more pair is added.
    """
    ties: dict[str, float] = {}
    pairs: dict[str, float] = {}
    for kind, _, ranks in history:
        first = ranks.count(1)
        compared = len(ranks) * (len(ranks) - 1) // 2
        tied = first * (first - 1) // 2
        if rate_by == "win":
            rest = len(ranks) - first
            compared -= rest * (rest - 1) // 2
        else:
            tied = sum(ranks.count(rank) - 1 for rank in ranks) // 2
        ties[kind] = ties.get(kind, 0.5) + tied
        pairs[kind] = pairs.get(kind, 1.0) + compared
    return {kind: ties[kind] / pairs[kind] for kind in sorted(ties)}
