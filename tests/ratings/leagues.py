"""Made-up games between bots whose skills are known."""

from collections.abc import Mapping, Sequence
from random import Random

from arena.ratings import RatedGame

LUCK = 25 / 6
"""The standard deviation of a performance, as TrueSkill has it."""


def game(
    entrants: Sequence[str], ranks: Sequence[int], kind: str = "dice", match: str = "m"
) -> RatedGame:
    """A game of these entrants; a string stands for single-letter ones."""
    return RatedGame(kind, match, tuple(entrants), tuple(ranks), tuple(-rank for rank in ranks))


def played(
    skills: Mapping[str, float],
    table: Sequence[str],
    match: str,
    luck: Random,
    step: float = 0.5,
    kind: str = "dice",
) -> RatedGame:
    """A game as the model has it; performances are rounded to `step`, so that there are ties."""
    scores = tuple(round(luck.gauss(skills[one], LUCK) / step) for one in table)
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return RatedGame(kind, match, tuple(table), ranks, scores)


def league(
    skills: Mapping[str, float],
    matches: int,
    games: int,
    seats: int,
    luck: Random,
    kind: str = "dice",
) -> list[RatedGame]:
    """Matches of so many games between entrants drawn by lot."""
    found = []
    for match in range(matches):
        table = luck.sample(sorted(skills), seats)
        name = f"{kind}/m{match:05}"
        found += [played(skills, table, name, luck, kind=kind) for _ in range(games)]
    return found
