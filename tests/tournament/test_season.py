"""Seasons whose matches are only pretended to be played: in one go, in pieces, with gaps."""

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
import pytest

from arena.executors import Failure, Outcome, Play, Stop
from arena.ledger import Enrolled, Ledger
from arena.match import Entrant, MatchSpec
from arena.results import GameResult, MatchResult, SeatFault
from arena.spec import FormatSpec, GameSpec
from arena.tournament import Unwatched
from arena.tournament.schedule import Entry, Schedule
from arena.tournament.season import Season
from tests.ledger.league import HEAD, game

NAMES = "abcdef"
CYCLES = 6
BENCH_AFTER = 3


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decide and keep soon, so that small leagues will do."""
    monkeypatch.setattr("arena.tournament.benching.LEAST_AHEAD", 8)
    monkeypatch.setattr("arena.tournament.season.KEEP_EVERY", 5)
    monkeypatch.setattr("arena.tournament.dispatch.BLOCK", 3)


def schedule(cycles: int = CYCLES) -> Schedule:
    entrants = [Entrant(name, name, f"hash-{name}") for name in NAMES]
    specs = [
        GameSpec("bank_dice", 2, {"rounds": 1}, 1, "one", "dice"),
        GameSpec("banking_benjamins", 3, {}, 1, "one", "cards"),
    ]
    entries = [Entry(spec, tuple(NAMES)) for spec in specs]
    return Schedule(entries, entrants, FormatSpec("round_robin", cycles), 7)


class Pretended:
    """Some matches at a time, which end in an order of their own; stops after so many.

    `f` fails in every match, `e` in every second of a game, and matches in `broken` have no result.
    """

    def __init__(self, stop_after: int, broken: frozenset[str] = frozenset()) -> None:
        self.handed: list[MatchSpec] = []
        self._stop_after = stop_after
        self._broken = broken

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        luck = random.Random(self._stop_after)
        held: list[MatchSpec] = []
        source = iter(specs)
        for _ in range(self._stop_after):
            while len(held) < 5 and (spec := next(source, None)):
                self.handed.append(spec)
                held.append(spec)
            if not held:
                return
            spec = held.pop(luck.randrange(len(held)))
            broken = spec.id in self._broken
            yield Outcome(spec, Failure("ours", host=False) if broken else pretended(spec))


def pretended(spec: MatchSpec) -> MatchResult:
    failing = {"f"} | ({"e"} if spec.index % 2 else set())
    played: list[GameResult] = []
    for deal in range(spec.deals):
        faults = [
            SeatFault(seat, 0, "illegal", "no")
            for seat, member in enumerate(spec.orders[0])
            if member in failing
        ]
        played.append(game(spec, deal, 0, faults=tuple(faults)))
    return MatchResult(spec.id, tuple(played))


def play(folder: Path, executor: Pretended, cycles: int = CYCLES) -> Season:
    """A run of the season in that folder."""
    with Ledger.open_or_create(folder) as ledger:
        ledger.begin(HEAD, [Enrolled(name, name, f"hash-{name}") for name in NAMES])
        season = Season(schedule(cycles), ledger, BENCH_AFTER, Unwatched(), lambda: 1.0)
        season.play(executor, _never, Stop())
    return season


def _never(spec: MatchSpec) -> MatchResult:
    raise AssertionError("the executor only pretends")


def played(folder: Path) -> tuple[set[str], tuple[Enrolled, ...]]:
    """The matches in the ledger, and the entrants with who is benched."""
    with Ledger.read(folder) as ledger:
        return {row[1] for row in ledger._connection.execute("SELECT * FROM matches")}, (
            ledger.entrants()
        )


def test_a_season_in_pieces_is_the_season_in_one(tmp_path: Path) -> None:
    play(tmp_path / "whole", Pretended(10**6))
    matches, entrants = played(tmp_path / "whole")
    assert {one.id for one in entrants if one.benched} == {"e", "f"}
    assert BENCH_AFTER < len(matches) < len(schedule())
    for number in range(6):
        folder = tmp_path / str(number)
        luck = random.Random(number)
        for _ in range(100):
            if not play(folder, Pretended(luck.randrange(1, 40))).played:
                break
        assert played(folder) == (matches, entrants)


def test_a_resumed_season_does_not_go_through_what_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path, Pretended(60))
    asked: list[str] = []
    known = Ledger.faulty

    def faulty(ledger: Ledger, matches: Sequence[str]) -> dict[str, tuple[str, ...]]:
        asked.extend(matches)
        return known(ledger, matches)

    monkeypatch.setattr(Ledger, "faulty", faulty)
    play(tmp_path, Pretended(1))
    assert 0 < len(asked) < 30, "only what was in flight, and what comes next"


def test_more_cycles_go_on_where_fewer_ended(tmp_path: Path) -> None:
    play(tmp_path / "whole", Pretended(10**6))
    play(tmp_path / "pieces", Pretended(10**6), CYCLES - 1)
    more = Pretended(10**6)
    play(tmp_path / "pieces", more)
    assert more.handed
    assert {spec.cycle for spec in more.handed} == {CYCLES - 1}
    assert played(tmp_path / "pieces") == played(tmp_path / "whole")


def test_what_was_given_up_is_tried_again(tmp_path: Path) -> None:
    play(tmp_path / "whole", Pretended(10**6))
    broken = next(spec.id for spec in schedule() if spec.index > 8 and "f" not in spec.members)
    first = play(tmp_path / "gap", Pretended(10**6, frozenset({broken})))
    assert first.broken == 1
    again = Pretended(10**6)
    play(tmp_path / "gap", again)
    assert [spec.id for spec in again.handed] == [broken]
    assert played(tmp_path / "gap") == played(tmp_path / "whole")


def test_where_the_order_has_changed_nothing_is_taken_as_settled(tmp_path: Path) -> None:
    play(tmp_path / "whole", Pretended(10**6))
    play(tmp_path / "changed", Pretended(60))
    with Ledger.open(tmp_path / "changed") as ledger:
        season = Season(schedule(), ledger, BENCH_AFTER, Unwatched(), lambda: 1.0)
        name = season._name
        past = ledger.past(name)
        assert past.position > BENCH_AFTER
        wrong = msgspec.structs.replace(past, last="another", benched={"a": 0, "b": 0})
        ledger.keep_past(name, wrong)
    play(tmp_path / "changed", Pretended(10**6))
    assert played(tmp_path / "changed") == played(tmp_path / "whole")
