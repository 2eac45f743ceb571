from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.errors import ArenaError
from arena.ledger import Enrolled, Ledger
from arena.match import MatchSpec
from arena.results import FAULT_KINDS, MatchResult, SeatFault
from arena.standings import Standings, fold
from tests.ledger.league import BOTS, head, league, match, result

Played = tuple[MatchSpec, MatchResult]


def standings(
    folder: Path,
    played: Sequence[Played],
    entrants: Sequence[Enrolled] = BOTS,
    **changes: Any,
) -> Standings:
    """What a ledger with these matches gives."""
    with Ledger.create(folder) as ledger:
        ledger.begin(head(**changes), entrants)
        for number, (spec, outcome) in enumerate(played):
            ledger.append(spec, outcome, 1000 + number, host_faults=number % 2)
        return fold(ledger)


def one(spec: MatchSpec, **changes: Any) -> Played:
    return spec, result(spec, **changes)


def test_every_figure_of_a_small_league(tmp_path: Path) -> None:
    spec = match(0, orders=(("ann", "bob", "cid"),))
    faults = (
        SeatFault(2, 4, "timeout", "too slow"),
        SeatFault(1, -1, "crash", "ended", earlier=True),
    )
    games = [
        msgspec.structs.replace(game, scores=scores, ranks=ranks, faults=told)
        for game, scores, ranks, told in zip(
            result(spec).games,
            ((30, 30, 7), (10, 50, 20)),
            ((1, 1, 3), (3, 1, 2)),
            (faults, ()),
            strict=True,
        )
    ]
    found = standings(tmp_path, [(spec, MatchResult(spec.id, tuple(games)))])
    assert (found.matches, found.games, found.host_faults) == (1, 2, 0)
    assert found.last_finished_at == 1000
    rows = {row.id: row for row in found.by_game["bank_dice"]}
    assert {one: row.win_share for one, row in rows.items()} == {
        "ann": 0.25,
        "bob": 0.75,
        "cid": 0.0,
    }
    assert {one: row.mean_place for one, row in rows.items()} == {
        "ann": 2.0,
        "bob": 1.0,
        "cid": 2.5,
    }
    assert {one: row.mean_score for one, row in rows.items()} == {
        "ann": 20.0,
        "bob": 40.0,
        "cid": 13.5,
    }
    assert found.overall[0].id == "bob"
    assert [row.rank for row in found.overall] == [1, 2, 3]
    ratings = [row.rating or 0 for row in found.overall]
    assert ratings == sorted(ratings, reverse=True)
    for row in found.overall:
        assert row.mu is not None
        assert row.sigma is not None
        assert row.rating == pytest.approx(row.mu - 3 * row.sigma, abs=1e-5)
        assert row.mean_score is None
        assert row.games == 2
    assert list(rows["ann"].faults) == list(FAULT_KINDS)
    assert rows["cid"].faults["timeout"] == 1
    assert sum(rows["bob"].faults.values()) == 0
    assert found.seats == {"bank_dice": (0.25, 0.75, 0.0)}
    meeting = found.head_to_head["ann"]["bob"]
    assert (meeting.games, meeting.above, meeting.level, meeting.below) == (2, 0, 1, 1)
    back = found.head_to_head["bob"]["ann"]
    assert (back.games, back.above, back.level, back.below) == (2, 1, 1, 0)


def test_the_order_of_arrival_and_of_the_bots_changes_nothing(tmp_path: Path) -> None:
    played = [one(match(index)) for index in range(3)]
    found = {
        msgspec.json.encode(
            msgspec.structs.replace(
                standings(tmp_path / f"{turn}", order, entrants),
                host_faults=0,
            )
        )
        for turn, (order, entrants) in enumerate(
            zip(permutations(played), permutations(BOTS), strict=True)
        )
    }
    assert len(found) == 1


def test_only_current_versions_of_current_entrants_count(tmp_path: Path) -> None:
    played = [one(match(index)) for index in range(2)]
    newer = msgspec.structs.replace(match(2), id="m2", versions=("h1", "h2", "h3b"))
    changed = [*BOTS[:2], Enrolled("cid", "Cid", "h3b")]
    found = standings(tmp_path / "changed", [*played, one(newer)], changed)
    assert (found.matches, found.games) == (1, 4)
    gone = standings(tmp_path / "gone", played, BOTS[:2])
    assert (gone.matches, gone.games) == (0, 0)
    assert [row.id for row in gone.overall] == ["ann", "bob"]
    assert gone.head_to_head == {}


def test_entrants_without_games_come_last_without_figures(tmp_path: Path) -> None:
    idle = Enrolled("aaa", "Idle", "h0", benched=True)
    found = standings(tmp_path, [one(match(0))], [idle, *BOTS])
    last = found.overall[-1]
    assert (last.id, last.rank, last.rating, last.games, last.win_share) == (
        "aaa",
        None,
        None,
        0,
        None,
    )
    assert last.benched
    assert {row.id for row in found.by_game["bank_dice"]} == {"ann", "bob", "cid"}


def test_copies_share_a_rank_and_come_by_id(tmp_path: Path) -> None:
    found = standings(tmp_path, [one(match(0), ranks=(1, 1, 1), scores=(5, 5, 5))])
    assert [(row.rank, row.id) for row in found.overall] == [(1, "ann"), (1, "bob"), (1, "cid")]
    assert [row.win_share for row in found.overall] == [pytest.approx(1 / 3, abs=1e-6)] * 3


def test_each_entry_has_its_own_table(tmp_path: Path) -> None:
    dice = one(match(0))
    cards = one(match(0, "cards", game="banking_benjamins"), ranks=(3, 2, 1))
    dropped = one(match(0, "dropped"))
    found = standings(tmp_path, [dice, cards, dropped], entries=("cards", "unplayed", "bank_dice"))
    assert list(found.by_game) == ["cards", "bank_dice"]
    assert list(found.seats) == ["cards", "bank_dice"]
    assert found.seats["cards"] == (0.0, 0.0, 1.0)
    assert (found.matches, found.games) == (2, 8)
    assert [row.games for row in found.overall] == [8, 8, 8]
    assert [row.games for row in found.by_game["cards"]] == [4, 4, 4]


def test_points_of_any_size_are_averaged(tmp_path: Path) -> None:
    found = standings(tmp_path, [one(match(0), scores=(2**2000, 2**1000, 0))])
    by_seat = {row.id: row.mean_score for row in found.by_game["bank_dice"]}
    assert by_seat["ann"] == (2 * 2**2000 + 2 * 2**1000) // 4
    assert by_seat["bob"] == pytest.approx(2.0**1000 / 2)


@pytest.mark.parametrize("rate_by", ["placement", "win", "points"])
def test_the_tournament_says_what_is_rated(tmp_path: Path, rate_by: str) -> None:
    ranks, scores = (1, 2, 3), (10, 30, 20)
    spec = match(0, orders=(("ann", "bob", "cid"),))
    found = standings(tmp_path, [one(spec, ranks=ranks, scores=scores)], rate_by=rate_by)
    mu = {row.id: row.mu or 0 for row in found.overall}
    match rate_by:
        case "placement":
            assert mu["ann"] > mu["bob"] > mu["cid"]
        case "win":
            assert mu["ann"] > mu["bob"] == mu["cid"]
        case _:
            assert mu["bob"] > mu["cid"] > mu["ann"]


def test_the_tournament_says_which_system_rates(tmp_path: Path) -> None:
    played = [one(match(0), ranks=(1, 2, 3))]
    usual = standings(tmp_path / "usual", played)
    other = standings(tmp_path / "other", played, rating="bradley_terry")
    assert (usual.rating, other.rating) == ("trueskill", "bradley_terry")
    assert [row.mu for row in usual.overall] != [row.mu for row in other.overall]
    with pytest.raises(ArenaError, match="no rating system 'elo'; there is bradley_terry, true"):
        standings(tmp_path / "gone", played, rating="elo")


def test_a_reader_folds_what_a_writer_has_written(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as ledger:
        ledger.begin(head(), BOTS)
        for spec, outcome in league(3):
            ledger.append(spec, outcome, 1000)
        ledger.finish()
        with Ledger.read(tmp_path) as reader:
            assert fold(reader) == fold(ledger)
            assert fold(reader).finished


def test_nothing_played_is_said(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as ledger, pytest.raises(ArenaError, match="nothing"):
        fold(ledger)
