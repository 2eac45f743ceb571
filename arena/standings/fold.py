"""From the ledger to the standings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import overload

from arena.errors import ArenaError
from arena.ledger import Enrolled, Ledger
from arena.ratings import Rate, Rated, RatedGame, Rating, load, names
from arena.standings.contents import KEPT, Meeting, Row, Standings
from arena.standings.counted import counted
from arena.standings.tally import Count, Kind, Meetings, pooled

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
    entries = [entry for entry in head.entries if tallied.kinds[entry].games]
    overall = rate(_games(ledger, None), head.rate_by)
    alone = len(entries) == 1
    rated = {
        entry: overall if alone else rate(_games(ledger, entry), head.rate_by) for entry in entries
    }
    counts = pooled(tallied.kinds.values())
    return Standings(
        tournament=head.tournament,
        title=head.title,
        finished=ledger.finished,
        seed=head.seed,
        sandbox=head.sandbox,
        engine=head.engine,
        rate_by=head.rate_by,
        matches=tallied.matches,
        games=sum(kind.games for kind in tallied.kinds.values()),
        overall=_rows(list(entrants.values()), counts, overall, pooled=True),
        by_game={
            entry: _rows(
                [entrants[one] for one in sorted(tallied.kinds[entry].counts)],
                tallied.kinds[entry].counts,
                rated[entry],
                pooled=False,
            )
            for entry in entries
        },
        head_to_head=_head_to_head(tallied.meetings, overall),
        seats={entry: _kept(tallied.kinds[entry].seat_shares()) for entry in entries},
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


@dataclass(slots=True)
class _Tallied:
    kinds: dict[str, Kind]
    meetings: Meetings
    matches: int = 0
    host_faults: int = 0
    last_finished_at: int | None = None


def _tally(ledger: Ledger) -> _Tallied:
    tallied = _Tallied({entry: Kind() for entry in ledger.head.entries}, Meetings())
    for played in counted(ledger):
        tallied.matches += 1
        tallied.host_faults += played.host_faults
        tallied.last_finished_at = max(tallied.last_finished_at or 0, played.finished_at)
        kind = tallied.kinds[played.spec.entry]
        for game in played.games:
            kind.add(game)
            tallied.meetings.add(game.entrants, game.ranks)
    return tallied


def _games(ledger: Ledger, entry: str | None) -> Iterator[RatedGame]:
    """What a rating needs of the games of an entry; None: of all."""
    for played in counted(ledger):
        spec = played.spec
        if entry is None or spec.entry == entry:
            for game in played.games:
                failed = frozenset(fault.seat for fault in game.faults)
                yield RatedGame(spec.entry, spec.id, game.entrants, game.ranks, game.scores, failed)


def _rows(
    entrants: list[Enrolled], counts: Mapping[str, Count], rated: Rated, *, pooled: bool
) -> tuple[Row, ...]:
    """The table: by rating, then id; those without games come last."""
    ratings = rated.ratings
    shown = {one: round(found.rating, SHOWN) for one, found in ratings.items()}
    order = sorted(
        entrants, key=lambda one: (one.id not in ratings, -shown.get(one.id, 0.0), one.id)
    )
    return tuple(_row(one, counts, ratings, shown, pooled=pooled) for one in order)


def _row(
    entrant: Enrolled,
    counts: Mapping[str, Count],
    ratings: Mapping[str, Rating],
    shown: Mapping[str, float],
    *,
    pooled: bool,
) -> Row:
    count = counts.get(entrant.id, Count())
    found = ratings.get(entrant.id)
    mine = shown.get(entrant.id)
    rank = None if mine is None else 1 + sum(other > mine for other in shown.values())
    played = bool(count.games)
    return Row(
        rank=rank,
        group=found.group if found else None,
        id=entrant.id,
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
        mean_score=_kept_one(count.mean_score()) if played and not pooled else None,
        faults=count.by_kind(),
        benched=entrant.benched,
    )


def _head_to_head(meetings: Meetings, rated: Rated) -> dict[str, dict[str, Meeting]]:
    table: dict[str, dict[str, Meeting]] = {}
    for (one, other), (above, level, below) in meetings.both_ways().items():
        sure = rated.p_above.get(one, {}).get(other)
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
