"""Games in little room: each distinct outcome once, and how often each match had it."""

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arena.ratings import RateBy, RatedGame, rated_ranks


class Outcome(NamedTuple):
    """Who came before whom: entrants by rank, those that tied by id, and their ranks."""

    kind: str
    entrants: tuple[str, ...]
    ranks: tuple[int, ...]


class History(NamedTuple):
    """All games, in an order that depends on the games alone.

    `outcomes` are sorted. Of the games, `games[i]` had outcome `outcome[i]` in match `match[i]`,
    every combination once; matches are numbered from 0 in the order of their ids.
    """

    outcomes: Sequence[Outcome]
    outcome: "array[int]"
    match: "array[int]"
    games: "array[int]"
    matches: int


def collect(games: Iterable[RatedGame], rate_by: RateBy) -> History:
    """The history of these games, in whatever order they come."""
    known: dict[tuple[str, tuple[str, ...], tuple[int, ...]], int] = {}
    numbers: dict[Outcome, int] = {}
    matches: dict[str, int] = {}
    counts: dict[int, int] = {}
    for game in games:
        key = (game.kind, game.entrants, rated_ranks(game, rate_by))
        number = known.get(key)
        if number is None:
            number = known[key] = numbers.setdefault(_outcome(*key), len(numbers))
        match = matches.setdefault(game.match, len(matches))
        pair = match << 32 | number
        counts[pair] = counts.get(pair, 0) + 1
    return _sorted(numbers, matches, counts)


def _outcome(kind: str, entrants: tuple[str, ...], ranks: tuple[int, ...]) -> Outcome:
    order = sorted(zip(ranks, entrants, strict=True))
    return Outcome(kind, tuple(one for _, one in order), tuple(rank for rank, _ in order))


def _sorted(
    numbers: dict[Outcome, int], matches: dict[str, int], counts: dict[int, int]
) -> History:
    outcomes = sorted(numbers)
    places = _places([numbers[one] for one in outcomes])
    in_order = _places([matches[one] for one in sorted(matches)])
    pairs = sorted(
        (in_order[pair >> 32], places[pair & 0xFFFFFFFF], count) for pair, count in counts.items()
    )
    return History(
        outcomes,
        array("q", [outcome for _, outcome, _ in pairs]),
        array("q", [match for match, _, _ in pairs]),
        array("q", [count for _, _, count in pairs]),
        len(matches),
    )


def _places(order: Sequence[int]) -> list[int]:
    places = [0] * len(order)
    for place, number in enumerate(order):
        places[number] = place
    return places


def tie_shares(history: History, rate_by: RateBy) -> dict[str, float]:
    """For each kind, the share of ties among the pairs of seats that are compared.

    Never 0 or 1, however few games there are: half a tie in one more pair is added.
    """
    totals = [0] * len(history.outcomes)
    for outcome, count in zip(history.outcome, history.games, strict=True):
        totals[outcome] += count
    ties: dict[str, float] = {}
    pairs: dict[str, float] = {}
    for (kind, _, ranks), count in zip(history.outcomes, totals, strict=True):
        tied, compared = _compared(ranks, rate_by)
        ties[kind] = ties.get(kind, 0.5) + count * tied
        pairs[kind] = pairs.get(kind, 1.0) + count * compared
    return {kind: ties[kind] / pairs[kind] for kind in ties}


def _compared(ranks: Sequence[int], rate_by: RateBy) -> tuple[int, int]:
    """How many pairs tied, and how many are compared."""
    pairs = len(ranks) * (len(ranks) - 1) // 2
    if rate_by == "win":
        first, rest = ranks.count(1), len(ranks) - ranks.count(1)
        return first * (first - 1) // 2, pairs - rest * (rest - 1) // 2
    return sum(ranks.count(rank) - 1 for rank in ranks) // 2, pairs
