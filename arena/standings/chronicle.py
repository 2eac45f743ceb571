"""What a leaderboard's page tells beyond figures: faults, telling games, ratings over the run.

A function of the ledger and its standings. The ledger is read a match at a time, and of what it
holds only a bounded number of games and faults of each entrant is kept.
"""

from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from math import ceil, erfc
from typing import NamedTuple

import msgspec

from arena.ledger import Ledger, Played
from arena.ratings import RatedGame, load
from arena.results import GameResult, SeatFault
from arena.standings.contents import (
    KEPT,
    Chronicle,
    Incident,
    Skill,
    Snapshot,
    Standings,
    Telling,
    ToldGame,
)
from arena.standings.counted import counted

BETA = 25 / 6
"""By how much play varies from game to game, on the scale of ratings."""

INCIDENTS_PER_KIND = 3
GAMES_PER_ENTRANT = 6
"""Of those in which it did better than expected, and as many of the others."""
UPSETS_PER_ENTRY = 2
MOST_UPSETS = 12
MOST_FAULTS = 12

SHARES = (1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
"""After which parts of the games ratings are worked out: all of them cost as much as one of all."""

Best = list[tuple[float, str, ToldGame]]
"""The games that surprise most so far, with what orders them: the surprise, then the id."""


def chronicled(ledger: Ledger, standings: Standings) -> Standings:
    """The standings with their chronicle."""
    collected = _collect(ledger, standings)
    chronicle = Chronicle(
        incidents={one: tuple(found) for one, found in sorted(collected.incidents.items())},
        games={one: _of_entrant(collected, one) for one in sorted(collected.better)},
        telling=(*_upsets(ledger, collected), *_failures(ledger, collected)),
        history=tuple(_history(ledger, standings, collected.played)),
        rules=collected.rules,
        records=ledger.head.records,
    )
    return msgspec.structs.replace(standings, chronicle=chronicle)


class _Collected(NamedTuple):
    """`better`, `worse`: by entrant. By entry: `upsets`, `played` (how many games), `rules`."""

    better: dict[str, Best]
    worse: dict[str, Best]
    upsets: dict[str, Best]
    incidents: dict[str, list[Incident]]
    played: dict[str, int]
    rules: dict[str, str]


def _collect(ledger: Ledger, standings: Standings) -> _Collected:
    skills = {
        entry: {row.id: row.mu for row in rows if row.mu is not None}
        for entry, rows in standings.by_game.items()
    }
    collected = _Collected({}, {}, {}, {}, {}, {})
    for played in counted(ledger):
        entry = played.spec.entry
        collected.rules[entry] = played.spec.game
        collected.played[entry] = collected.played.get(entry, 0) + len(played.games)
        for game in played.games:
            _collect_game(collected, entry, game, skills[entry])
            for fault in game.faults:
                if not fault.earlier:
                    _collect_fault(collected, ledger, played, game, fault)
    return collected


def _collect_game(
    collected: _Collected, entry: str, game: GameResult, skills: Mapping[str, float]
) -> None:
    surprises = _surprises(game, skills)
    for seat, entrant in enumerate(game.entrants):
        surprise = surprises[seat]
        better = collected.better.setdefault(entrant, [])
        worse = collected.worse.setdefault(entrant, [])
        kept = better if surprise >= 0 else worse
        if _wanted(kept, abs(surprise), GAMES_PER_ENTRANT):
            _keep(kept, abs(surprise), _told(entry, game, surprises), GAMES_PER_ENTRANT)
    upset = _upset(game, skills, surprises)
    upsets = collected.upsets.setdefault(entry, [])
    if upset > 0 and _wanted(upsets, upset, UPSETS_PER_ENTRY):
        _keep(upsets, upset, _told(entry, game, surprises), UPSETS_PER_ENTRY)


def _upset(game: GameResult, skills: Mapping[str, float], surprises: Sequence[float]) -> float:
    """How surprising it is who won; 0 if somebody failed, several won, or the best did."""
    if game.faults or game.ranks.count(1) > 1:
        return 0.0
    winner = game.ranks.index(1)
    believed = [skills.get(entrant, 0.0) for entrant in game.entrants]
    return surprises[winner] if believed[winner] < max(believed) else 0.0


def _told(entry: str, game: GameResult, surprises: tuple[float, ...]) -> ToldGame:
    return ToldGame(
        entry,
        game.id,
        game.entrants,
        game.scores,
        game.ranks,
        tuple(sorted({fault.seat for fault in game.faults})),
        surprises,
    )


def _wanted(best: Best, surprise: float, most: int) -> bool:
    return len(best) < most or surprise >= best[-1][0]


def _keep(best: Best, surprise: float, told: ToldGame, most: int) -> None:
    best.append((surprise, told.id, told))
    best.sort(key=lambda one: (-one[0], one[1]))
    del best[most:]


def _surprises(game: GameResult, skills: Mapping[str, float]) -> tuple[float, ...]:
    """By seat: the share of the others it was above, less the share that was to be expected."""
    mus = [skills.get(entrant, 0.0) for entrant in game.entrants]
    ranks = game.ranks
    found = [0.0] * len(mus)
    for seat, mu in enumerate(mus):
        for other in range(seat):
            more = _above(ranks[seat], ranks[other]) - _expected(mu - mus[other])
            found[seat] += more
            found[other] -= more
    return tuple(round(one / (len(mus) - 1), KEPT) for one in found)


def _above(rank: int, other: int) -> float:
    return 0.5 * ((rank < other) - (rank > other) + 1)


def _expected(lead: float) -> float:
    """How likely somebody is above another in a game whose skill is that much lower."""
    return 0.5 * erfc(-lead / (2 * BETA))


def _collect_fault(
    collected: _Collected, ledger: Ledger, played: Played, game: GameResult, fault: SeatFault
) -> None:
    """Keep a fault unless there are enough of its entrant and kind."""
    entrant = game.entrants[fault.seat]
    known = collected.incidents.setdefault(entrant, [])
    if sum(one.kind == fault.kind for one in known) == INCIDENTS_PER_KIND:
        return
    stderr = next(
        (
            usage.stderr
            for usage in ledger.usage(played.spec.id)
            if (usage.entrant, usage.order) == (entrant, game.order)
        ),
        "",
    )
    known.append(Incident(played.spec.entry, game.id, fault.kind, fault.detail, stderr))


def _of_entrant(collected: _Collected, entrant: str) -> tuple[ToldGame, ...]:
    """Those that went best against expectation first, those that went worst last."""
    better, worse = collected.better[entrant], collected.worse[entrant]
    return tuple(told for _, _, told in (*better, *reversed(worse)))


def _upsets(ledger: Ledger, collected: _Collected) -> Iterator[Telling]:
    every = [upset for upsets in collected.upsets.values() for upset in upsets]
    best = nlargest(MOST_UPSETS, every, key=lambda one: one[0])
    for _, name, told in best:
        winner = told.entrants[told.ranks.index(1)]
        yield Telling("upset", told.entry, winner, ledger.game(name))


def _failures(ledger: Ledger, collected: _Collected) -> Iterator[Telling]:
    """The first fault of each kind of each entrant; one of every entrant before a second."""
    turns: list[tuple[int, str, Incident]] = []
    for entrant, incidents in collected.incidents.items():
        firsts = {one.kind: one for one in reversed(incidents)}
        turns += [(n, entrant, one) for n, (_, one) in enumerate(sorted(firsts.items()))]
    turns.sort(key=lambda turn: turn[:2])
    for _, entrant, incident in turns[:MOST_FAULTS]:
        yield Telling(incident.kind, incident.entry, entrant, ledger.game(incident.game))


def _history(ledger: Ledger, standings: Standings, played: Mapping[str, int]) -> Iterator[Snapshot]:
    """Ratings after the first games of each entry in the schedule, and after all.

    Where games are few, parts of equally many are told once.
    """
    rate = load(standings.rating)
    parts = {standings.games: 1.0}
    for share in SHARES:
        wanted = {entry: ceil(share * games) for entry, games in played.items()}
        games = sum(wanted.values())
        if parts.setdefault(games, share) != share:
            continue
        found = rate(_first(ledger, wanted), standings.rate_by, sure=False).ratings
        skills = {
            one: Skill(round(found[one].mu, KEPT), round(found[one].sigma, KEPT))
            for one in sorted(found)
        }
        yield Snapshot(share, games, skills)
    yield Snapshot(
        1.0,
        standings.games,
        {
            row.id: Skill(row.mu, row.sigma)
            for row in sorted(standings.overall, key=lambda row: row.id)
            if row.mu is not None and row.sigma is not None
        },
    )


def _first(ledger: Ledger, wanted: Mapping[str, int]) -> Iterator[RatedGame]:
    left = dict(wanted)
    for played in counted(ledger):
        entry = played.spec.entry
        for game in played.games[: left[entry]]:
            failed = frozenset(fault.seat for fault in game.faults)
            yield RatedGame(entry, played.spec.id, game.entrants, game.ranks, game.scores, failed)
        left[entry] = max(0, left[entry] - len(played.games))
