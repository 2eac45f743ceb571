import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli.replay import command
from arena.games import names
from arena.ledger import Ledger
from arena.replay import Replay, lines_seen, replay_of
from arena.replay.browse import Place, browse, pressed
from arena.replay.keyboard import split
from arena.replay.terminal import Ink, drawn, listed
from arena.results import Fault
from tests.replay.played import fill, recorded

BOTS = {"ann": "Ann", "bob": "Bob \x1b[31m", "cid": "Cid", "dan": "Dan"}
PLAIN = Ink(colour=False, width=100)
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("league")
    fill(root / "leaderboards" / "weekly", BOTS)
    return root


@pytest.fixture(scope="module")
def games(league: Path) -> list[str]:
    with Ledger.read(league / "leaderboards" / "weekly") as ledger:
        return list(ledger.game_ids())


def arena_replay(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), standalone_mode=False)


@pytest.fixture
def inside(league: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(league)


def money() -> Replay:
    late = {(1, decision): Fault("timeout", "too slow") for decision in range(3, 99)}
    return replay_of(recorded("bank_or_bust_money", 3, late))


@pytest.mark.parametrize("game", names())
def test_the_board_is_drawn_at_every_step(game: str) -> None:
    replay = replay_of(recorded(game))
    for number in range(len(replay.steps)):
        text = drawn(replay, number, None, PLAIN)
        assert f"step {number} of {len(replay.steps) - 1}" in text
        assert all(name in text for name in replay.players)
        assert all(c.isprintable() or c == "\n" for c in text)


@pytest.mark.parametrize("game", names())
def test_colours_change_nothing_but_colours(game: str) -> None:
    replay = replay_of(recorded(game))
    for number in range(0, len(replay.steps), 7):
        bright = drawn(replay, number, None, Ink(colour=True, width=100))
        plain = drawn(replay, number, None, PLAIN)
        assert "\x1b[" in bright
        assert re.sub(r" +\n", "\n", ESCAPES.sub("", bright)) == re.sub(r" +\n", "\n", plain)


@pytest.mark.parametrize("width", [40, 60, 100])
def test_pieces_go_on_in_the_next_line_where_the_terminal_ends(width: int) -> None:
    replay = replay_of(recorded("banking_benjamins", 2))
    board = [
        line
        for number in range(len(replay.steps))
        for line in drawn(replay, number, None, Ink(False, width)).split("\n")
        if line.startswith("    ")
    ]
    longest = max(len(word) for line in board for word in line.split("  "))
    assert max(map(len, board)) <= max(width, longest + 12)


def test_cards_are_shown_as_one_seat_sees_them() -> None:
    replay = money()
    dealt = next(n for n, step in enumerate(replay.steps) if "is dealt" in step.lines[-1].text) + 3
    all_open, as_seat = (drawn(replay, dealt, seat, PLAIN) for seat in (None, 0))
    assert "[▒▒]" not in all_open
    assert as_seat.count("[▒▒]") == 6
    assert "as ann sees it" in as_seat
    assert " is dealt " in all_open
    assert " is dealt " not in as_seat


def test_the_listing_tells_a_seat_no_more_than_it_knew() -> None:
    replay = money()
    everything, some = list(listed(replay, None)), list(listed(replay, 1))
    assert sum("face down" in line for line in everything) == 16
    assert sum("face down" in line for line in some) == 4
    assert any(line.endswith("bob failed: timeout – too slow") for line in some)
    assert not any("too slow" in line for line in listed(replay, 2))


def test_keys_lead_through_the_game() -> None:
    replay = money()
    last = len(replay.steps) - 1

    def after(*typed: str) -> Place | None:
        place: Place | None = Place()
        for key in typed:
            assert place is not None
            place = pressed(key, place, replay)
        return place

    assert after("\x1b[C") == after(" ") == after("\r") == Place(1)
    assert after("\x1b[C", "\x1b[C", "\x1b[D") == Place(1)
    assert after("\x1b[D") == Place(0)
    assert after("\x1b[F") == after("G", "\x1b[C") == Place(last)
    assert after("\x1b[F", "\x1b[H") == Place(0)
    assert after("1", "2") == Place(0, None, "12")
    assert after("1", "2", "\r") == Place(12)
    assert after("9", "9", "9", "9", "\r") == Place(last)
    assert after("1", "\x1b[C") == Place(1)
    assert after("s") == Place(0, 0)
    assert after("s", "s", "s", "s", "s") == Place(0, None)
    assert after("²") == Place(0)
    assert after("q") is None
    down = after("\x1b[B")
    assert down is not None
    assert replay.steps[down.at].chapter == "Round 1"
    assert after("\x1b[B", "\x1b[B", "\x1b[A") == down
    fault = after("n")
    assert fault is not None
    assert any(line.fault or line.note for line in replay.steps[fault.at].lines)


def test_a_seats_steps_are_those_it_is_told_of() -> None:
    replay = money()
    for seat in range(4):
        told = [n for n, step in enumerate(replay.steps) if lines_seen(step, seat)]
        assert len(told) < len(replay.steps)
        forward, back = [Place(0, seat)], [Place(told[-1], seat)]
        for keys, places in (("\x1b[C", forward), ("\x1b[D", back)):
            for _ in told[1:]:
                place = pressed(keys, places[-1], replay)
                assert place is not None
                places.append(place)
        assert [place.at for place in forward] == told
        assert [place.at for place in back] == told[::-1]


def test_the_screen_is_given_back_even_when_interrupted() -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    shown: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        shown.extend(browse(money(), Place(), interrupted, lambda: PLAIN))
    assert shown[-1] == "\x1b[?25h\x1b[?1049l"
    assert shown[0] == "\x1b[?1049h\x1b[?25l"


def test_keys_come_one_by_one_however_fast_they_are_typed() -> None:
    typed = "12\r\x1b[C\x1bOB\x1b[5~q"
    assert split(typed) == ["1", "2", "\r", "\x1b[C", "\x1bOB", "\x1b[5~", "q"]
    assert split("\x1b") == ["\x1b"]


def test_without_a_terminal_all_steps_are_listed(inside: None, games: list[str]) -> None:
    found = arena_replay(games[0], "-t", "weekly")
    assert found.exit_code == 0
    assert "Round 1 begins" in found.stdout
    assert "The game is over" in found.stdout
    assert "Bob \\x1b[31m" in found.stdout
    assert "\x1b" not in found.stdout


def test_bots_of_one_name_are_told_apart() -> None:
    names = {"ann": "Same", "bob": "Same", "cid": "Cid", "eve": "cid"}
    replay = replay_of(recorded("bank_dice"), names)
    shown = "0: Same (ann), 1: Same (bob), 2: Cid (cid), 3: dan"
    assert next(listed(replay, None)).endswith(f"seats {shown}")
    for label in ("Same (ann)", "Same (bob)"):
        assert any(f"{label} rolls" in line for line in listed(replay, None))
        assert label in drawn(replay, 1, None, PLAIN)


def test_ids_and_records_are_for_programs(inside: None, games: list[str]) -> None:
    assert arena_replay("--list").stdout.split() == games
    plain, timed = (arena_replay(games[0], "--json", *more).stdout for more in ([], ["--timing"]))
    assert plain.startswith('{"type":"game"')
    assert '"ms":3' in timed
    assert '"ms"' not in plain


def test_stored_games_are_one_document(inside: None, league: Path, games: list[str]) -> None:
    found = arena_replay("--list", "--json", "-t", "weekly")
    document = json.loads(found.stdout)
    assert (document["schema_version"], document["tournament"]) == (1, "weekly")
    assert [game["id"] for game in document["games"]] == games
    with Ledger.read(league / "leaderboards" / "weekly") as ledger:
        for game in document["games"]:
            spec, result = ledger.game(game["id"])
            assert game == {
                "id": result.id,
                "entry": spec.entry,
                "game": spec.game,
                "entrants": list(result.entrants),
                "ranks": list(result.ranks),
            }
    assert len(found.stdout.splitlines()) == 2 + len(games)


def test_without_records_the_document_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "leaderboards" / "weekly", BOTS, records="none")
    monkeypatch.chdir(tmp_path)
    assert json.loads(arena_replay("--list", "--json").stdout)["games"] == []


def test_mistakes_are_named(inside: None, games: list[str]) -> None:
    assert "name a game" in str(arena_replay().exception)
    assert "the seats of this game are 0 to 3" in str(
        arena_replay(games[0], "--seat", "7").exception
    )
    assert "there is no game" in str(arena_replay("nothing").exception)


def test_in_a_terminal_keys_are_followed(league: Path, games: list[str]) -> None:
    mine, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", "replay", games[4], "--seat", "1"],
        cwd=league,
        stdin=its,
        stdout=its,
        stderr=its,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TERM": "xterm"},
    )
    os.close(its)
    try:
        assert "step 0 of" in _until(mine, "step 0 of")
        os.write(mine, b"\x1b[C")
        assert "step 1 of" in _until(mine, "step 1 of")
        os.write(mine, b"4\rsq")
        assert "step 4 of" in _until(mine, "as Cid sees it")
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
        os.close(mine)


def _until(file: int, wanted: str) -> str:
    """What the terminal shows, until that is there."""
    shown, end = "", time.monotonic() + 20
    while wanted not in shown and time.monotonic() < end:
        if select.select([file], [], [], 0.1)[0]:
            shown += os.read(file, 65536).decode(errors="replace")
    return ESCAPES.sub("", shown)
