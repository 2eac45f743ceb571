"""From the ledger to the standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple, overload

from arena.errors import ArenaError
from arena.ledger import Enrolled, Ledger
from arena.ratings import Rate, RatedGame, Rating, load, names
from arena.standings.contents import KEPT, Balance, Meeting, Row, Standings
from arena.standings.counted import counted
from arena.standings.meetings import Meetings, Pool
from arena.standings.tally import Count, Kind, together

SHOWN = 2
"""Decimals of a rating in tables: entrants whose ratings agree to them share a rank."""


def fold(ledger: Ledger) -> Standings:
    """The standings of all that is in the ledger.

    ArenaError where the ledger is damaged, nothing has been played yet, or the system that rates
    is not there any more.
    """
    head = ledger.head
    entrants = {entrant.id: entrant for entrant in ledger.entrants()}
    tallied = _tally(ledger)
    rate = _system(head.rating)
    kinds = {entry: kind for entry, kind in tallied.kinds.items() if kind.games}
    meetings = _all_meetings(kinds)
    overall = _rated(rate, ledger, None, meetings.pools())
    by_game = {
        entry: overall if len(kinds) == 1 else _rated(rate, ledger, entry, kind.meetings.pools())
        for entry, kind in kinds.items()
    }
    return Standings(
        tournament=head.tournament,
        title=head.title,
        finished=ledger.finished,
        seed=head.seed,
        sandbox=head.sandbox,
        engine=head.engine,
        rate_by=head.rate_by,
        matches=tallied.matches,
        games=sum(kind.games for kind in kinds.values()),
        overall=_rows(entrants.values(), together(kinds.values()), overall, None),
        by_game={
            entry: _rows(
                [entrants[one] for one in sorted(kind.counts)], kind.counts, by_game[entry], kind
            )
            for entry, kind in kinds.items()
        },
        head_to_head=_head_to_head(meetings, overall.p_above),
        seats={entry: _kept(kind.seat_shares()) for entry, kind in kinds.items()},
        balance={entry: _balance(kind) for entry, kind in kinds.items()},
        host_faults=tallied.host_faults,
        last_finished_at=tallied.last_finished_at,
        unrated=overall.skipped,
        rating=head.rating,
    )


def _system(name: str) -> Rate:
    try:
        return load(name)
    except KeyError:
        there = ", ".join(names())
        raise ArenaError(f"there is no rating system {name!r}; there is {there}") from None


class _Ratings(NamedTuple):
    """By entrant: its rating, its rank in its pool, the pool's number, and `Rated.p_above`."""

    by_entrant: Mapping[str, Rating]
    ranks: Mapping[str, int]
    pools: Mapping[str, int]
    p_above: Mapping[str, Mapping[str, float]]
    skipped: int


@dataclass(slots=True)
class _Tallied:
    kinds: dict[str, Kind]
    matches: int = 0
    host_faults: int = 0
    last_finished_at: int | None = None


def _tally(ledger: Ledger) -> _Tallied:
    tallied = _Tallied({entry: Kind() for entry in ledger.head.entries})
    for played in counted(ledger):
        tallied.matches += 1
        tallied.host_faults += played.host_faults
        tallied.last_finished_at = max(tallied.last_finished_at or 0, played.finished_at)
        kind = tallied.kinds[played.spec.entry]
        kind.sitting = max(kind.sitting, played.spec.deals)
        for game in played.games:
            kind.add(game)
    return tallied


def _all_meetings(kinds: Mapping[str, Kind]) -> Meetings:
    meetings = Meetings()
    for kind in kinds.values():
        meetings.join(kind.meetings)
    return meetings


def _rated(rate: Rate, ledger: Ledger, entry: str | None, pools: Sequence[Pool]) -> _Ratings:
    """The ratings by the games of an entry (None: of all), each pool by itself."""
    found = _Ratings({}, {}, {}, {}, 0)
    for number, pool in enumerate(pools, 1):
        ratings, p_above, skipped = rate(_games(ledger, entry, pool), ledger.head.rate_by)
        shown = {one: round(rating.rating, SHOWN) for one, rating in ratings.items()}
        found = _Ratings(
            {**found.by_entrant, **ratings},
            {**found.ranks, **{one: 1 + _higher(shown, one) for one in shown}},
            {**found.pools, **dict.fromkeys(pool, number)},
            {**found.p_above, **p_above},
            found.skipped + skipped,
        )
    return found


def _higher(shown: Mapping[str, float], one: str) -> int:
    return sum(other > shown[one] for other in shown.values())


def _games(ledger: Ledger, entry: str | None, pool: Pool) -> Iterator[RatedGame]:
    """What a rating needs of a pool's games of an entry; None: of all."""
    for played in counted(ledger):
        spec = played.spec
        if entry in (None, spec.entry) and spec.members[0] in pool:
            for game in played.games:
                failed = frozenset(fault.seat for fault in game.faults)
                yield RatedGame(spec.entry, spec.id, game.entrants, game.ranks, game.scores, failed)


def _rows(
    entrants: Iterable[Enrolled],
    counts: Mapping[str, Count],
    rated: _Ratings,
    kind: Kind | None,
) -> tuple[Row, ...]:
    """The table: by pool, rating, then id; those without games come last.

    `kind`: that of all games; None where they are of several.
    """

    def place(one: Enrolled) -> tuple[float, float, str]:
        found = rated.by_entrant.get(one.id)
        rating = round(found.rating, SHOWN) if found else 0.0
        return rated.pools.get(one.id, inf), -rating, one.id

    return tuple(_row(one, counts, rated, kind) for one in sorted(entrants, key=place))


def _row(entrant: Enrolled, counts: Mapping[str, Count], rated: _Ratings, kind: Kind | None) -> Row:
    one = entrant.id
    count = counts.get(one, Count())
    found = rated.by_entrant.get(one)
    played = bool(count.games)
    return Row(
        rank=rated.ranks.get(one),
        pool=rated.pools.get(one),
        group=found.group if found else None,
        id=one,
        name=entrant.name,
        hash=entrant.hash,
        rating=_kept_one(found.rating) if found else None,
        mu=_kept_one(found.mu) if found else None,
        sigma=_kept_one(found.sigma) if found else None,
        mu_low=_kept_one(found.mu_low) if found else None,
        mu_high=_kept_one(found.mu_high) if found else None,
        rank_low=found.rank_low if found else None,
        rank_high=found.rank_high if found else None,
        games=count.games,
        win_share=_kept_one(count.win_share()) if played else None,
        mean_place=_kept_one(count.mean_place()) if played else None,
        mean_score=_kept_one(count.mean_score()) if played and kind else None,
        seats=kind.in_seats(one) if kind else None,
        faults=count.by_kind(),
        benched=entrant.benched,
    )


def _balance(kind: Kind) -> Balance:
    return Balance(kind.sitting, kind.uneven_seats(), *kind.meetings.fewest_and_most())


def _head_to_head(
    meetings: Meetings, p_above: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, Meeting]]:
    table: dict[str, dict[str, Meeting]] = {}
    for (one, other), (above, level, below) in meetings.both_ways().items():
        sure = p_above.get(one, {}).get(other)
        games = above + level + below
        meeting = Meeting(games, above, level, below, _kept_one(sure))
        table.setdefault(one, {})[other] = meeting
    return table


@overload
def _kept_one(value: int) -> int: ...
@overload
def _kept_one(value: float) -> float: ...
@overload
def _kept_one(value: None) -> None: ...
def _kept_one(value: float | None) -> float | None:
    return round(value, KEPT) if isinstance(value, float) else value


def _kept(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, KEPT) for value in values)
