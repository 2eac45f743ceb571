"""Many entrants, many matches, very unequal ones."""

import resource
import time
import tracemalloc
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from arena.ledger import Ledger
from arena.match import Entrant, MatchSpec
from arena.publish import table
from arena.results import MatchResult
from arena.spec import FormatSpec, GameSpec
from arena.standings import fold
from arena.tournament.benching import Benching
from arena.tournament.dispatch import Dispatch
from arena.tournament.schedule import Entry, Schedule
from tests.ledger import league
from tests.ledger.league import BOTS, HEAD


def schedule(entrants: int, cycles: int) -> Schedule:
    spec = GameSpec("bank_dice", 2, {"rounds": 1}, 1, "one", "bank_dice")
    known = [Entrant(f"bot-{number}", f"bot {number}", f"{number}") for number in range(entrants)]
    entry = Entry(spec, tuple(one.id for one in known))
    return Schedule([entry], known, FormatSpec("round_robin", cycles), 7)


def test_a_league_of_200_bots_begins_at_once_and_needs_no_list_of_its_matches() -> None:
    tracemalloc.start()
    began = time.process_time()
    matches = schedule(200, 10)
    assert len(matches) == 199_000
    assert len(list(islice(matches, 100))) == 100
    assert time.process_time() - began < 2
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()


def test_a_bot_that_wins_500_times_and_one_that_never_does_have_rows_that_line_up(
    tmp_path: Path,
) -> None:
    with Ledger.create(tmp_path / "weekly") as ledger:
        ledger.begin(HEAD, BOTS)
        for index in range(125):
            spec = league.match(index)
            one_sided = league.result(spec)
            games = []
            for game in one_sided.games:
                ranks = tuple(1 + ("ann", "bob", "cid").index(seat) for seat in game.entrants)
                games.append(league.game(spec, game.deal, game.order, ranks=ranks))
            ledger.append(spec, MatchResult(spec.id, tuple(games)), 1000)
        standings = fold(ledger)
    ratings = [row.rating for row in standings.overall]
    assert [row.id for row in standings.overall] == ["ann", "bob", "cid"]
    assert None not in ratings
    lines = table(standings, 120).splitlines()
    rows = [line for line in lines if {"Ann", "Bob", "Cid"} & set(line.split())]
    assert len(rows) == 3
    assert len({row.index(".") for row in rows}) == 1, "the points of the ratings line up"


def played(matches: Schedule, ledger: Ledger) -> Iterator[None]:
    """A run whose matches cost nothing: dispatch, benching and ledger alone."""
    dispatch = Dispatch(matches, ledger, Benching(20, 256))
    for spec in dispatch:
        assert spec is not None
        result = pretended(spec)
        ledger.append(spec, result, 1000)
        dispatch.over(spec, result)
        yield


def pretended(spec: MatchSpec) -> MatchResult:
    games = tuple(
        league.game(spec, deal, order)
        for order in range(len(spec.orders))
        for deal in range(spec.deals)
    )
    return MatchResult(spec.id, games)


def test_no_match_costs_more_than_the_first_ones(tmp_path: Path) -> None:
    slope(tmp_path, warm=200, matches=1_000)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_20_000th_match_costs_no_more_than_the_first(tmp_path: Path) -> None:
    slope(tmp_path, warm=1_000, matches=20_000)


def slope(tmp_path: Path, warm: int, matches: int) -> None:
    """Play `warm` matches, then more; neither time nor memory of one may grow."""
    with Ledger.create(tmp_path / "weekly") as ledger:
        ledger.begin(HEAD, BOTS)
        run = played(schedule(60, 20), ledger)
        first, memory = measured(run, warm)
        measured(run, matches - 2 * warm)
        last, grown = measured(run, warm)
        assert last < 2 * first + 0.05
        assert grown - memory < 20_000


def measured(run: Iterator[None], matches: int) -> tuple[float, int]:
    """CPU seconds of so many matches, and our peak memory in KiB after them."""
    began = time.process_time()
    assert len(list(islice(run, matches))) == matches
    return time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
