"""Values that a file may not hold: each complaint says where, what, and what would be right."""

from pathlib import Path

import pytest

from arena.games.core import Option
from arena.spec.complaints import Complaints, Place
from tests.spec.files import SMALL, loaded, only, refused


def in_game(line: str) -> str:
    return f"games:\n  - game: bank_or_bust_money\n    {line}\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("players: 2", "3:14: `players`: bank_or_bust_money is for 3 to 8 players, not 2"),
        ("players: 9", "3:14: `players`: bank_or_bust_money is for 3 to 8 players, not 9"),
        ("players: 0", "3:14: `players`: bank_or_bust_money is for 3 to 8 players, not 0"),
        ("players: 3.5", "3:14: `players`: 3.5 is not a whole number"),
        ("deals: 0", "3:12: `deals`: 0 is not a whole number from 1 to 100000"),
        ("deals: -5", "3:12: `deals`: -5 is not a whole number from 1 to 100000"),
        ("deals: 2.5", "3:12: `deals`: 2.5 is not a whole number from 1 to 100000"),
        ("deals: 2.0", "3:12: `deals`: 2.0 is not a whole number from 1 to 100000"),
        ("deals: true", "3:12: `deals`: true is not a whole number from 1 to 100000"),
        ("deals: '3'", "3:12: `deals`: '3' is not a whole number from 1 to 100000"),
        ("deals: [3]", "3:12: `deals`: a list is not a whole number from 1 to 100000"),
        ("deals: 1000000000000", "3:12: `deals`: 1000000000000 is not a whole number from 1"),
        ("seat_orders: some", "3:18: `seat_orders`: 'some' is not one of one, cyclic, all"),
        ("options: 3", "3:14: `options`: 3 is not a mapping"),
        ("options: {laps: 11}", "3:21: `laps` of bank_or_bust_money: 11 is not a whole number"),
        ("options: {laps: true}", "3:21: `laps` of bank_or_bust_money: True is not a whole"),
        ("options: {laps: [1]}", "3:21: `laps` of bank_or_bust_money: a list is no value"),
        ("options: {wild: 1}", "3:21: `wild` of bank_or_bust_money: 1 is not true or false"),
        ("options: {wlid: true}", "3:15: `wlid` of bank_or_bust_money: no such option; did you"),
        ("dales: 3", "3:5: `dales`: no such key here; did you mean `deals`?"),
        ("wild: true", "3:5: `wild`: no such key here; it belongs below `options:` of a game"),
        ("cycles: 2", "3:5: `cycles`: no such key here; it belongs below `format:`"),
        ("move_s: 2", "3:5: `move_s`: no such key here; it belongs below `limits:`"),
        ("seed: 2", "3:5: `seed`: no such key here; it belongs at the left margin"),
        ("id: bank_dice", "3:9: `id`: 'bank_dice' is the id of another game"),
    ],
)  # fmt: skip
def test_a10_game_entries(tmp_path: Path, line: str, says: str) -> None:
    assert only(tmp_path, in_game(line)).startswith(says)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("limits: {move_s: 0}", "`move_s`: 0 is not a number of seconds from 0.001 to 3600"),
        ("limits: {move_s: -1}", "`move_s`: -1 is not a number of seconds"),
        ("limits: {move_s: .nan}", "`.nan` is no number to count with"),
        ("limits: {move_s: .inf}", "`.inf` is no number to count with"),
        ("limits: {move_s: true}", "`move_s`: true is not a number of seconds"),
        ("limits: {move_s: null}", "`move_s`: null is not a number of seconds"),
        ("limits: {game_s: 0}", "from 0.001 to 86400, or null for no budget"),
        ("limits: {memory_mb: 1}", "`memory_mb`: 1 is not a whole number from 16"),
        ("limits: {processes: 1.5}", "`processes`: 1.5 is not a whole number"),
        ("limits: {ponder: 1}", "`ponder`: 1 is not true or false"),
        ("limits: {moves: 1}", "`moves`: no such key here; did you mean `move_s`?"),
        ("limits: 3", "`limits`: 3 is not a mapping"),
        ("seed: -1", "`seed`: -1 is not a whole number from 0"),
        ("seed: 340282366920938463463374607431768211456", "`seed`: 3402823669"),
        ("seed: '5'", "`seed`: '5' is not a whole number"),
        ("format: swiss", "`type`: 'swiss': no format; there is `round_robin`"),
        ("format: round_robbin", "no format; did you mean `round_robin`?"),
        ("format: 3", "`format`: 3 is not a format, or {type: …, cycles: …}"),
        ("format: {cycles: 0}", "`cycles`: 0 is not a whole number"),
        ("rating: elo", "`rating`: 'elo': no rating system; there is `bradley_terry`, `trueskill`"),
        ("rate_by: luck", "`rate_by`: 'luck' is not one of placement, win, points"),
        ("records: some", "`records`: 'some' is not one of all, faults, none"),
        ("anonymous: 0", "`anonymous`: 0 is not true or false"),
        ("bench_after: -1", "`bench_after`: -1 is not a whole number"),
        ("publish: pdf", "`publish`: 'pdf' is not a list"),
        ("publish: [pdf]", "`publish`: 'pdf': no published file; there is"),
        ("publish: [3]", "`publish`: 3 is not text"),
        ("title: 3", "`title`: 3 is not text; put it in quotes"),
        ("bots: ../bots", "`bots`: '../bots' is not a list; write its items on lines of their own"),
        ("bots: []", "`bots`: is empty; give at least one, or leave the key out"),
        ("bots: ['']", "`path`: '': not a path"),
        ('bots: ["a\\0b"]', "`path`: 'a\\x00b': not a path"),
        ("bots: [~/bots]", "`~` is not expanded"),
        ("bots: [{id: a}]", "`path`: is missing"),
        ("roudns: 5", "`roudns`: no such key here; there is `anonymous`"),
        ("player: 5", "`player`: no such key here"),
        ("no: 5", "`no`: no such key here"),
    ],
)  # fmt: skip
def test_a10_the_rest_of_the_file(tmp_path: Path, line: str, says: str) -> None:
    complaint = only(tmp_path, f"{line}\n{SMALL}")
    assert says in complaint
    assert complaint.startswith("1:")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title: x\n", "1:1: `games`: is missing"),
        ("games: []\n", "1:8: `games`: is empty"),
        ("games: bank_dice\n", "1:8: `games`: 'bank_dice' is not a list"),
        ("games: [bank_dice]\n", "1:9: `games`: 'bank_dice' is not a mapping"),
        ("games: [{players: 3}]\n", "1:9: `game`: is missing"),
        ("games: [{game: 3}]\n", "1:16: `game`: 3 is not text"),
        ("games: [{game: bank_dcie}]\n", "1:16: `game`: no game 'bank_dcie'; did you mean `bank_d"),
        ("games: [{game: core}]\n", "1:16: `game`: no game 'core'; there is `bank_dice`, `bank_or"),
    ],
)  # fmt: skip
def test_games_are_needed(tmp_path: Path, text: str, says: str) -> None:
    assert only(tmp_path, text).startswith(says)


@pytest.mark.parametrize("orders", ["cyclic", "all"])
def test_seat_orders_make_no_difference_in_bank(tmp_path: Path, orders: str) -> None:
    line = only(tmp_path, f"games: [{{game: bank_dice, seat_orders: {orders}}}]")
    assert "it makes no difference who sits where in bank_dice" in line
    assert line.endswith("use `one`")


def test_all_seat_orders_are_for_small_tables(tmp_path: Path) -> None:
    text = "games: [{{game: bank_or_bust_numbers, players: {}, seat_orders: all}}]"
    assert loaded(tmp_path, text.format(4)).games[0].seat_orders == "all"
    assert "`all` is for up to 4 players" in only(tmp_path, text.format(5))


def test_all_faults_of_a_file_are_told_at_once_in_order(tmp_path: Path) -> None:
    text = """\
name: ../x
seed: 010
bots: [a.py, a.py, {path: b.py, id: q}, {path: c.py, id: Q}]
games:
  - {game: bank_dice, players: 21, options: {rounds: no, round: 5}, seat_orders: cyclic}
  - {game: chess}
  - {game: bank_dice}
limits: {move_s: 1:30}
rate_by: win
rate_by: points
"""
    assert [line.partition(" ")[0] for line in refused(tmp_path, text)] == [
        "1:7:", "2:7:", "3:14:", "3:58:", "5:32:", "5:54:", "5:58:", "5:82:", "6:12:", "7:12:",
        "8:18:", "10:1:",
    ]  # fmt: skip


def test_a_game_that_stands_twice_needs_an_id(tmp_path: Path) -> None:
    text = "games:\n  - game: bank_dice\n  - game: bank_dice\n"
    assert only(tmp_path, text) == (
        "3:11: `game`: 'bank_dice' stands on line 2 already; give this entry an `id` of its own"
    )
    spec = loaded(tmp_path, text + "    id: short\n    options: {rounds: 10}\n")
    assert [(entry.id, entry.game) for entry in spec.games] == [
        ("bank_dice", "bank_dice"),
        ("short", "bank_dice"),
    ]


def test_ids_of_games_differ_by_more_than_capitals(tmp_path: Path) -> None:
    text = "games:\n  - {game: bank_dice, id: a}\n  - {game: bank_dice, id: A}\n"
    assert "3:27: `id`: 'A' stands on line 2 already" in only(tmp_path, text)


def test_the_same_bot_twice_needs_ids(tmp_path: Path) -> None:
    text = "bots: [a.py, ./a.py]\n" + SMALL
    assert only(tmp_path, text).startswith("1:14: `path`: './a.py' stands on line 1 already")
    spec = loaded(tmp_path, "bots: [a.py, {path: a.py, id: copy}]\n" + SMALL)
    assert [bot.id for bot in spec.bots] == [None, "copy"]


def test_a_great_many_faults_are_cut() -> None:
    complaints = Complaints(Path("x.yaml"))
    for line in range(1000, 0, -1):
        complaints.add(Place(line, 1), "wrong " * 100)
    lines = str(complaints.error()).split("\n")
    assert lines[0].startswith("x.yaml:1:1: wrong")
    assert lines[-1] == "x.yaml: … and 950 more"
    assert max(map(len, lines)) < 450


def test_option_complaints_are_shown_short(tmp_path: Path) -> None:
    line = only(tmp_path, in_game(f"options: {{two_dollar: {'x' * 5000}}}"))
    assert len(line) < 600
    assert line.endswith("is not one of multiply, add_and_multiply")
    assert Option("int", 1, "").complaint(2) == "2 is not a whole number from 0 to 0"
