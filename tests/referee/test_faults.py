"""Bots with one vice each, at a table with an honest one, which must never suffer."""

from pathlib import Path
from typing import Any

import pytest

from arena.referee import House
from arena.results import SeatFault
from tests.referee.table import HONEST, play

ANSWER = """
say({"type": "ready"})
def answer(**more):
    say({"id": message["id"], "action": "stay", **more})
while True:
    message = read()
    if message["type"] == "act":
"""


def vice(line: str) -> str:
    return ANSWER + f"        {line}\n"


def only_fault(tmp_path: Path, source: str, **more: Any) -> SeatFault:
    match = play(tmp_path, {"bad": source, "good": HONEST}, rounds=2, **more)
    (game,) = match.games
    assert [fault.seat for fault in game.faults] == [0]
    assert game.ranks == (2, 1)
    assert game.scores[1] > 0
    (fault,) = game.faults
    return fault


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("bareimport time; time.sleep(9)", "no ready message within 1 s"),
        ("bareraise SystemExit(3)", "exited with status 3 before the bye message"),
        ("bareimport missing_module", "No module named 'missing_module'"),
        ("bare][", "SyntaxError"),
        ("bareimport os; os.kill(os.getpid(), 11)", "signal 11"),
        ('bareprint("Hello")', "it wrote: Hello"),
        ('bareprint("{\\"type\\":\\"ready\\",\\"games\\":[\\"chess\\"]}")', '"games"'),
        ("bareimport os, time; os.close(1); time.sleep(3)", "closed its stdout"),
    ],
)
def test_start(tmp_path: Path, source: str, says: str) -> None:
    fault = only_fault(tmp_path, source, limits={"start_s": 1.0})
    assert (fault.kind, fault.decision, fault.earlier) == ("start", -1, False)
    assert says in fault.detail


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("time.sleep(5)", "no answer within 0.6 s"),
        ("os.write(1, b'{\"id\":'); time.sleep(5)", 'unfinished line: {"id":'),
        ("[(os.write(1, b'x'), time.sleep(0.05)) for _ in range(99)]", "no answer within 0.6 s"),
        ("os.kill(os.getpid(), 19)", "no answer within 0.6 s"),
    ],
)
def test_timeout(tmp_path: Path, line: str, says: str) -> None:
    fault = only_fault(tmp_path, vice(line))
    assert (fault.kind, fault.decision) == ("timeout", 0)
    assert says in fault.detail


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("sys.exit(4)", "exited with status 4"),
        ("print('oh no', file=sys.stderr); os._exit(1)", "its stderr ends: oh no"),
        ("1 / 0", "ZeroDivisionError"),
        ("os.kill(os.getpid(), 9)", "signal 9"),
        ("os.close(1); time.sleep(5)", "closed its stdout"),
    ],
)
def test_crash(tmp_path: Path, line: str, says: str) -> None:
    fault = only_fault(tmp_path, vice(line))
    assert fault.kind == "crash"
    assert says in fault.detail


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("print('thinking'); answer()", "it wrote: thinking"),
        ("print(); answer()", "empty line"),
        ("os.write(1, bytes([255, 10]))", "not UTF-8"),
        ("os.write(1, b'x' * 100000); time.sleep(5)", "longer than 65536 bytes"),
        ("say({'id': 77, 'action': 'stay'})", "no request with id 77 is open, but 1 is"),
        ("say({'action': 'stay'})", '"id"'),
        ("answer(id='1')", '"id"'),
        ("say({'id': message['id']})", '"action"'),
        ("answer(note=7)", '"note"'),
        ("answer(); answer()", "no answer was due"),
        # Whether it comes before the next request or in one line with the next answer is chance.
        ("answer(); os.write(1, b'and')", "it wrote: and"),
    ],
)
def test_invalid(tmp_path: Path, line: str, says: str) -> None:
    fault = only_fault(tmp_path, vice(line))
    assert fault.kind == "invalid"
    assert says in fault.detail


def test_an_answer_before_its_request_is_no_answer(tmp_path: Path) -> None:
    early = vice("answer(); say({'id': message['id'] + 1, 'action': 'stay'}); time.sleep(3)")
    slow = HONEST.replace("        legal =", "        time.sleep(0.2)\n        legal =")
    # Where bots are stopped while they wait, it could not even write so early.
    house = House(ponder=True)
    match = play(tmp_path, {"early": early, "slow": slow}, rounds=1, house=house)
    (fault,) = match.games[0].faults
    assert (fault.seat, fault.kind, fault.decision) == (0, "invalid", 1)
    assert "no answer was due" in fault.detail


def test_python_s_own_word_for_want_of_memory_is_a_limit(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, vice("bytearray(1 << 50)"))
    assert fault.kind == "limit"
    assert "512 MB of memory" in fault.detail


def test_illegal(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, vice("answer(action='pass')"))
    assert fault.kind == "illegal"
    assert "'pass' is not legal here; legal are bank, stay" in fault.detail


def test_a_bot_that_never_reads_does_not_block_the_others(tmp_path: Path) -> None:
    source = 'bareprint("{\\"type\\":\\"ready\\",\\"concurrent\\":true}")\nwhile True: pass'
    match = play(tmp_path, {"bad": source, "good": HONEST}, deals=40, rounds=1)
    assert all(game.faults[0].kind == "timeout" for game in match.games[:1])
    assert all(game.ranks == (2, 1) for game in match.games)


def test_a_flood_on_stderr_is_cut_and_does_no_harm(tmp_path: Path) -> None:
    flood = "[os.write(2, b'x' * 65536) for _ in range(100)] and answer()"
    match = play(tmp_path, {"loud": vice(flood), "good": HONEST}, rounds=1)
    assert match.games[0].faults == ()
    (loud, _) = match.usage
    assert loud.stderr.startswith("[")
    assert "bytes cut]" in loud.stderr
    assert len(loud.stderr) < 20_000


def test_other_games_of_a_failed_bot_get_the_fault_as_an_earlier_one(tmp_path: Path) -> None:
    source = vice("answer() if message['game_id'] != first else sys.exit(5)").replace(
        'if message["type"] == "act":', 'first = message.get("game_id")\n    if 0: pass\n'
        '    if message["type"] == "act":',
    )  # fmt: skip
    match = play(tmp_path, {"bad": source, "good": HONEST}, deals=3, rounds=2)
    faults = [game.faults[0] for game in match.games]
    assert [(fault.kind, fault.earlier) for fault in faults] == [
        ("crash", False), ("crash", True), ("crash", True),
    ]  # fmt: skip
    assert [fault.decision for fault in faults] == [0, -1, -1]


def test_all_bots_failing_ends_the_game_at_once(tmp_path: Path) -> None:
    match = play(tmp_path, {"a": vice("sys.exit(1)"), "b": vice("sys.exit(1)")}, rounds=2)
    assert match.games[0].ranks == (1, 1)


def test_game_budget_is_kept_over_all_decisions(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, vice("time.sleep(0.12); answer()"), limits={"game_s": 0.3})
    assert fault.kind == "timeout"
    assert "game_s" in fault.detail
    assert fault.decision == 2
