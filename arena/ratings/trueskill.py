"""TrueSkill of all games in their order, by the package of that name.

Bots do not change while a tournament lasts, so nothing is added to their uncertainty between games
(tau 0). Players that tied count alike: the package treats them by their place in the list, so a
game is rated with each of them in each place, and the mean is taken. By wins, a winner is compared
with each of the rest and nothing is said among the rest.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import lcm

import trueskill

from arena.ratings import RateBy, Rated, RatedGame, Rating
from arena.ratings.history import History, Outcome, tie_shares


@cache
def _environment(ties: float) -> trueskill.TrueSkill:
    return trueskill.TrueSkill(tau=0, draw_probability=ties)


def rate(games: Iterable[RatedGame], rate_by: RateBy) -> Rated:
    """The ratings after all games. A game too surprising for the arithmetic is skipped."""
    history = History(games, rate_by)
    ties = tie_shares(history, rate_by)
    entrants = sorted({one for outcome in history.outcomes for one in outcome.entrants})
    known = dict.fromkeys(entrants, trueskill.Rating())
    skipped = 0
    for outcome in history:
        before = [known[entrant] for entrant in outcome.entrants]
        try:
            after = _after(_environment(ties[outcome.kind]), before, outcome, rate_by)
        except (FloatingPointError, ValueError, ZeroDivisionError, OverflowError):
            skipped += 1
            continue
        known.update(zip(outcome.entrants, after, strict=True))
    ratings = {entrant: Rating(found.mu, found.sigma) for entrant, found in known.items()}
    return Rated(ratings, skipped=skipped)


def _after(
    environment: trueskill.TrueSkill,
    before: Sequence[trueskill.Rating],
    outcome: Outcome,
    rate_by: RateBy,
) -> list[trueskill.Rating]:
    """The ratings by seat."""
    ranks = outcome.ranks
    if rate_by != "win" or 2 not in ranks:
        return _symmetric(environment, before, ranks)
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    told: list[list[trueskill.Rating]] = [[] for _ in ranks]
    for loser in (seat for seat, rank in enumerate(ranks) if rank == 2):
        table = [*winners, loser]
        found = _symmetric(environment, [before[s] for s in table], [ranks[s] for s in table])
        for seat, rating in zip(table, found, strict=True):
            told[seat].append(rating)
    return [_mean(each) for each in told]


def _symmetric(
    environment: trueskill.TrueSkill, before: Sequence[trueskill.Rating], ranks: Sequence[int]
) -> list[trueskill.Rating]:
    """The ratings by seat, whatever the order of the seats that tied."""
    told: list[list[trueskill.Rating]] = [[] for _ in ranks]
    for order in _orders(ranks):
        groups = [(before[seat],) for seat in order]
        after = environment.rate(groups, [ranks[seat] for seat in order])
        for seat, (rating,) in zip(order, after, strict=True):
            told[seat].append(rating)
    return [_mean(each) for each in told]


def _orders(ranks: Sequence[int]) -> Iterator[list[int]]:
    """Orders of the seats by rank in which tied seats take each other's places equally often."""
    groups = [[s for s, r in enumerate(ranks) if r == rank] for rank in sorted(set(ranks))]
    for turn in range(lcm(*(len(group) for group in groups))):
        turned = [group[turn % len(group) :] + group[: turn % len(group)] for group in groups]
        yield [seat for group in turned for seat in group]


def _mean(found: Sequence[trueskill.Rating]) -> trueskill.Rating:
    """The mean belief: of precision, and of precision times mean."""
    if len(found) == 1:
        return found[0]
    precision = sum(one.pi for one in found)
    return trueskill.Rating(
        sum(one.tau for one in found) / precision, (len(found) / precision) ** 0.5
    )
