import sqlite3
from pathlib import Path

import msgspec
import pytest

from arena.errors import ArenaError
from arena.ledger import Enrolled, Ledger, Past, set_aside
from arena.results import MatchResult
from tests.ledger.league import BOTS, FAULT, HEAD, head, league, match, result


def started(folder: Path, **changes: object) -> Ledger:
    ledger = Ledger.open_or_create(folder)
    ledger.begin(head(**changes), BOTS)
    return ledger


def test_what_was_appended_is_there_when_opened_again(tmp_path: Path) -> None:
    spec = match(0)
    with started(tmp_path / "a" / "weekly") as ledger:
        assert ledger.append(spec, result(spec), 1000, host_faults=2)
    with Ledger.open(tmp_path / "a" / "weekly") as ledger:
        assert ledger.head == HEAD
        assert ledger.entrants() == BOTS
        assert ledger.has(spec.id)
        assert not ledger.has(match(1).id)
        assert len(ledger) == 1
        (played,) = ledger.matches()
        assert (played.spec, played.finished_at, played.host_faults) == (spec, 1000, 2)
        without = [msgspec.structs.replace(one, moves=b"") for one in result(spec).games]
        assert list(played.games) == without
        assert ledger.usage(spec.id) == result(spec).usage
        assert [ledger.game(one.id).result for one in result(spec).games] == list(
            result(spec).games
        )
        assert ledger.game(spec.game_id(1, 1)).spec == spec


def test_the_same_match_counts_once(tmp_path: Path) -> None:
    spec = match(0)
    with started(tmp_path) as ledger:
        assert ledger.append(spec, result(spec), 1000)
        assert not ledger.append(spec, result(spec, digest="other"), 2000)
        (played,) = ledger.matches()
        assert played.finished_at == 1000
        assert {one.digest for one in played.games} == {"d" * 32}


def test_matches_come_in_the_order_of_the_schedule(tmp_path: Path) -> None:
    with started(tmp_path, entries=("second", "first")) as ledger:
        for entry, index in (("first", 1), ("second", 10), ("first", 0), ("second", 2)):
            spec = match(index, entry)
            ledger.append(spec, result(spec), 1000)
        spec = match(5, "dropped")
        ledger.append(spec, result(spec), 1000)
        order = [(played.spec.entry, played.spec.index) for played in ledger.matches()]
        assert order == [("second", 2), ("second", 10), ("first", 0), ("first", 1)]
        games = [one.id for played in ledger.matches() for one in played.games]
        assert list(ledger.game_ids()) == games
        assert [record.result.id for record in ledger.records()] == games


def test_numbers_of_any_size_are_kept(tmp_path: Path) -> None:
    spec = match(0)
    scores = (2**200, 0, -(2**70))
    with started(tmp_path) as ledger:
        ledger.append(spec, result(spec, scores=scores), 1000)
        (played,) = ledger.matches()
        assert played.games[0].scores == scores


@pytest.mark.parametrize(
    ("records", "kept"), [("all", [True] * 4), ("faults", [False, True] * 2), ("none", [False] * 4)]
)
def test_moves_are_kept_as_the_tournament_says(
    tmp_path: Path, records: str, kept: list[bool]
) -> None:
    spec = match(0)
    games = [
        msgspec.structs.replace(one, faults=(FAULT,) if one.deal == 1 else ())
        for one in result(spec).games
    ]
    with started(tmp_path, records=records) as ledger:
        ledger.append(spec, MatchResult(spec.id, tuple(games)), 1000)
        assert [bool(ledger.game(one.id).result.moves) for one in games] == kept
        assert list(ledger.game_ids()) == [
            one.id for one, keep in zip(games, kept, strict=True) if keep
        ]
        (played,) = ledger.matches()
        assert [one.faults for one in played.games] == [(), (FAULT,), (), (FAULT,)]


def test_who_failed_in_a_match_is_known(tmp_path: Path) -> None:
    clean, faulty = match(0), match(1)
    with started(tmp_path) as ledger:
        ledger.append(clean, result(clean), 1000)
        ledger.append(faulty, result(faulty, faults=(FAULT,)), 1000)
        asked = [match(2).id, faulty.id, clean.id]
        assert ledger.faulty(asked) == {clean.id: (), faulty.id: ("ann", "bob")}


def test_what_is_settled_is_kept_for_one_schedule(tmp_path: Path) -> None:
    past = Past(300, "m299", {"ann": 2}, {"bob": 512})
    with started(tmp_path) as ledger:
        assert ledger.past("first") == Past()
        ledger.keep_past("first", past)
    with started(tmp_path) as ledger:
        assert ledger.past("first") == past
        assert ledger.past("second") == Past()


def test_a_result_that_is_not_the_matchs_is_refused(tmp_path: Path) -> None:
    spec = match(0)
    whole = result(spec)
    wrong = [
        msgspec.structs.replace(whole, match="other"),
        msgspec.structs.replace(whole, games=whole.games[:-1]),
        msgspec.structs.replace(whole, games=(*whole.games[:-1], whole.games[0])),
        result(spec, entrants=("bob", "ann", "cid")),
    ]
    with started(tmp_path) as ledger:
        for one in wrong:
            with pytest.raises(ValueError, match=spec.id):
                ledger.append(spec, one, 1000)
        assert len(ledger) == 0


def test_a_run_begins_goes_on_and_finishes(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as ledger:
        assert not ledger.begun
        with pytest.raises(ArenaError, match="nothing has been played"):
            _ = ledger.head
        ledger.begin(HEAD, BOTS)
        assert ledger.begun
        assert not ledger.finished
        ledger.bench("bob")
        ledger.finish()
    with Ledger.open(tmp_path) as ledger:
        assert ledger.finished
        assert [bot.benched for bot in ledger.entrants()] == [False, True, False]
        ledger.begin(HEAD, [*BOTS, Enrolled("dan", "Dan", "h4")])
        assert not ledger.finished
        assert [bot.id for bot in ledger.entrants()] == ["ann", "bob", "cid", "dan"]
        assert not any(bot.benched for bot in ledger.entrants())


def test_changed_settings_are_named_and_refused(tmp_path: Path) -> None:
    started(tmp_path).close()
    with Ledger.open(tmp_path) as ledger:
        changed = {"games": {"bank_dice": {"players": 3, "deals": 4, "kind": 1}}, "more": 1}
        with pytest.raises(ArenaError) as caught:
            ledger.begin(head(fixed=changed, seed=5), BOTS)
        for part in (
            "games.bank_dice.deals was 2 and is 4",
            "games.bank_dice.kind was None and is 1",
            "seed was",
            "--restart",
        ):
            assert part in str(caught.value)
        assert "more" not in str(caught.value)
        assert ledger.head == HEAD
        ledger.begin(head(title="Another", entries=("bank_dice", "more")), BOTS)
        assert ledger.head.title == "Another"


def test_settings_are_added_and_kept_while_they_are_left_out(tmp_path: Path) -> None:
    started(tmp_path).close()
    with Ledger.open(tmp_path) as ledger:
        ledger.begin(head(fixed={"more": 1}), BOTS)
        assert ledger.head.fixed == {**HEAD.fixed, "more": 1}
        with pytest.raises(ArenaError, match=r"games\.bank_dice was"):
            ledger.begin(head(fixed={"games": {}}), BOTS)


def test_unknown_games_and_matches_are_named(tmp_path: Path) -> None:
    with started(tmp_path) as ledger:
        with pytest.raises(ArenaError, match="no game 'abc'"):
            ledger.game("abc")
        with pytest.raises(ArenaError, match="no match 'abc'"):
            ledger.usage("abc")


def test_a_reader_sees_one_moment_while_a_run_goes_on(tmp_path: Path) -> None:
    played = list(league(2))
    with started(tmp_path) as ledger:
        ledger.append(*played[0], 1000)
        with Ledger.read(tmp_path) as reader:
            assert len(reader) == 1
            ledger.append(*played[1], 1000)
            assert len(reader) == 1
            with pytest.raises(RuntimeError, match="opened for reading"):
                reader.append(*played[1], 1000)
        with Ledger.read(tmp_path) as reader:
            assert len(reader) == 2


def test_nothing_is_created_by_reading(tmp_path: Path) -> None:
    for opener in (Ledger.read, Ledger.open):
        with pytest.raises(ArenaError, match="there are no results here"):
            opener(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_ledger_is_created_once(tmp_path: Path) -> None:
    started(tmp_path).close()
    with pytest.raises(ArenaError, match="there are results here already"):
        Ledger.create(tmp_path)


def test_set_aside_moves_all_of_it(tmp_path: Path) -> None:
    assert set_aside(tmp_path) is None
    for number in (1, 2):
        with started(tmp_path) as ledger:
            spec = match(number)
            ledger.append(spec, result(spec), 1000)
            with pytest.raises(ArenaError, match="another run is writing"):
                set_aside(tmp_path)
        aside = set_aside(tmp_path)
        assert aside == tmp_path / f"old-{number}"
        with Ledger.read(aside) as old:
            assert old.has(spec.id)


def test_a_game_takes_little_room(tmp_path: Path) -> None:
    moves = bytes(range(256)) * 2
    with started(tmp_path) as ledger:
        for index in range(60):
            spec = match(index, deals=16)
            ledger.append(spec, result(spec, moves=moves), 1000)
    size = (tmp_path / "ledger.sqlite3").stat().st_size / (60 * 32)
    assert size - len(moves) < 350


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    started(tmp_path).close()
    with sqlite3.connect(tmp_path / "ledger.sqlite3") as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (2,)
        assert connection.execute("PRAGMA application_id").fetchone() == (0x4172656E,)
    connection.close()


def test_an_older_format_is_read_and_marked_once_it_is_written(tmp_path: Path) -> None:
    spec = match(0)
    with started(tmp_path) as ledger:
        ledger.append(spec, result(spec), 1000)
    path = tmp_path / "ledger.sqlite3"

    def told(pragma: str) -> object:
        with sqlite3.connect(path) as connection:
            found = connection.execute(pragma).fetchone()
        connection.close()
        return found

    told("PRAGMA user_version = 1")
    with Ledger.read(tmp_path) as ledger:
        assert ledger.has(spec.id)
    assert told("PRAGMA user_version") == (1,)
    with Ledger.open(tmp_path) as ledger:
        assert ledger.has(spec.id)
    assert told("PRAGMA user_version") == (2,)
