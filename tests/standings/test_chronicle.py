from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from arena.ledger import Ledger
from arena.match import MatchSpec
from arena.results import MatchResult, SeatFault
from arena.standings import Chronicle, chronicled, fold
from arena.standings.chronicle import GAMES_PER_ENTRANT, INCIDENTS_PER_KIND, SHARES
from tests.ledger.league import BOTS, head, match, result

Played = tuple[MatchSpec, MatchResult]


def chronicle(folder: Path, played: list[Played], **changes: object) -> Chronicle:
    with Ledger.create(folder) as ledger:
        ledger.begin(head(**changes), BOTS)
        for spec, outcome in played:
            ledger.append(spec, outcome, 1000)
        found = chronicled(ledger, fold(ledger)).chronicle
    assert found is not None
    return found


def leading(matches: int) -> list[Played]:
    """Ann wins all games but the last match's, which Cid wins."""
    played = []
    for index in range(matches):
        spec = match(index, orders=(("ann", "bob", "cid"),))
        ranks = (3, 2, 1) if index == matches - 1 else (1, 2, 3)
        played.append((spec, result(spec, ranks=ranks)))
    return played


def failing(kind: str, matches: int) -> list[Played]:
    """Bob fails with that kind in the first game of every match; the second inherits it."""
    played = []
    for index in range(matches):
        spec = match(index, orders=(("ann", "bob", "cid"),))
        whole = result(spec)
        usage = tuple(
            msgspec.structs.replace(one, stderr=f"last words of {one.entrant}")
            for one in whole.usage
        )
        first, second = whole.games
        fault = SeatFault(1, 2, kind, f"because of {index}")  # type: ignore[arg-type]
        games = (
            msgspec.structs.replace(first, faults=(fault,), ranks=(1, 3, 2)),
            msgspec.structs.replace(
                second,
                faults=(msgspec.structs.replace(fault, decision=-1, earlier=True),),
                ranks=(1, 3, 2),
            ),
        )
        played.append((spec, MatchResult(spec.id, games, usage)))
    return played


def test_the_weakest_bots_win_is_the_upset_told_first(tmp_path: Path) -> None:
    played = leading(6)
    found = chronicle(tmp_path, played)
    first = found.telling[0]
    assert (first.why, first.entrant, first.entry) == ("upset", "cid", "bank_dice")
    assert first.recorded.spec.id == played[-1][0].id
    assert first.recorded.result.moves
    assert found.games["cid"][0].surprises[2] > 0.5
    assert found.games["ann"][-1].surprises[0] < -0.5


def test_what_the_best_bot_of_a_table_wins_is_no_upset(tmp_path: Path) -> None:
    found = chronicle(tmp_path, leading(4)[:3])
    assert found.telling == ()
    assert found.games["ann"]
    tied = match(0)
    level = chronicle(tmp_path / "tied", [(tied, result(tied, ranks=(1, 1, 1)))])
    assert level.telling == ()


def test_a_tie_for_the_first_place_is_no_upset(tmp_path: Path) -> None:
    last = match(9, orders=(("ann", "bob", "cid"),))
    for ranks in ((1, 3, 1), (3, 1, 1), (1, 1, 1)):
        played = [*leading(4)[:3], (last, result(last, ranks=ranks))]
        found = chronicle(tmp_path / str(ranks), played)
        assert found.telling == ()
        assert found.games["cid"][0].ranks == ranks


def test_a_game_with_a_fault_is_no_upset(tmp_path: Path) -> None:
    found = chronicle(tmp_path, failing("crash", 2))
    assert {told.why for told in found.telling} == {"crash"}


def test_faults_are_told_with_message_and_last_words(tmp_path: Path) -> None:
    found = chronicle(tmp_path, failing("timeout", 5))
    assert list(found.incidents) == ["bob"]
    told = found.incidents["bob"]
    assert [one.detail for one in told] == [
        f"because of {index}" for index in range(INCIDENTS_PER_KIND)
    ]
    assert {one.stderr for one in told} == {"last words of bob"}
    assert [one.why for one in found.telling] == ["timeout"]


def test_few_games_are_kept_of_many(tmp_path: Path) -> None:
    found = chronicle(tmp_path, leading(30))
    assert set(found.games) == {"ann", "bob", "cid"}
    for told in found.games.values():
        assert len(told) <= 2 * GAMES_PER_ENTRANT
        assert len({one.id for one in told}) == len(told)


def test_ratings_are_told_from_the_first_games_to_all(tmp_path: Path) -> None:
    found = chronicle(tmp_path, leading(16))
    assert [snapshot.share for snapshot in found.history] == [*SHARES, 1.0]
    assert [snapshot.games for snapshot in found.history] == [1, 2, 4, 8, 16, 32]
    sigmas = [snapshot.skills["ann"].sigma for snapshot in found.history]
    assert sigmas == sorted(sigmas, reverse=True)
    for snapshot in found.history:
        assert snapshot.skills["ann"].mu > snapshot.skills["cid"].mu


def test_games_without_records_are_told_without_moves(tmp_path: Path) -> None:
    found = chronicle(tmp_path, leading(4), records="none")
    assert found.telling
    assert {told.recorded.result.moves for told in found.telling} == {b""}


def test_the_order_of_arrival_changes_nothing(tmp_path: Path) -> None:
    played = [*leading(2), *failing("illegal", 3)[2:]]
    found = {
        msgspec.json.encode(chronicle(tmp_path / str(turn), list(order)))
        for turn, order in enumerate(permutations(played))
    }
    assert len(found) == 1


def test_without_games_there_is_nothing_to_tell(tmp_path: Path) -> None:
    found = chronicle(tmp_path, [])
    assert (found.incidents, found.games, found.telling) == ({}, {}, ())
    assert [snapshot.skills for snapshot in found.history] == [{}]


def test_parts_of_equally_many_games_are_told_once(tmp_path: Path) -> None:
    played = [*leading(1)]
    one = [(spec, MatchResult(spec.id, whole.games[:1], whole.usage)) for spec, whole in played]
    deal = [(msgspec.structs.replace(spec, deals=1), whole) for spec, whole in one]
    assert [part.games for part in chronicle(tmp_path / "one", deal).history] == [1]
    assert [part.games for part in chronicle(tmp_path / "two", played).history] == [1, 2]
    assert [part.games for part in chronicle(tmp_path / "six", leading(3)).history] == [1, 2, 3, 6]


@pytest.mark.parametrize("ranks", [(1, 1, 1), (1, 1, 3), (1, 2, 3)])
def test_surprises_of_a_table_cancel_out(tmp_path: Path, ranks: tuple[int, ...]) -> None:
    spec = match(0)
    found = chronicle(tmp_path, [(spec, result(spec, ranks=ranks))])
    for told in found.games["ann"]:
        assert sum(told.surprises) == pytest.approx(0, abs=1e-5)
