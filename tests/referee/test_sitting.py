"""Honest play: order of messages, several games at once, bye, what a process may meet."""

import json
from pathlib import Path

import pytest

import sandbox
from arena.referee import House
from arena.results import MatchResult
from tests.referee.table import HONEST, play

CONCURRENT = HONEST.replace('{"type": "ready"}', '{"type": "ready", "concurrent": True}')
LOGGING = """
log = []
def note(message):
    log.append(message)
    print(json.dumps(message), file=sys.stderr)
    return message
_read = read
def read():
    return note(_read())
"""
BACKWARDS = """
import select
say({"type": "ready", "concurrent": True})
os.set_blocking(0, False)
rest, asked = b"", []
while True:
    select.select([0], [], [])
    while select.select([0], [], [], 0.002)[0]:
        chunk = os.read(0, 1 << 20)
        if not chunk:
            sys.exit()
        rest += chunk
    *lines, rest = rest.split(b"\\n")
    for message in map(json.loads, lines):
        if message["type"] == "act":
            bank = message["observation"]["bank"]
            asked.append({"id": message["id"], "action": "bank" if bank > 60 else "stay"})
        elif message["type"] == "bye":
            sys.exit()
    while asked:
        say(asked.pop())
"""


def outcome(match: MatchResult) -> list[tuple[object, ...]]:
    return [(game.id, game.scores, game.ranks, game.faults, game.digest) for game in match.games]


def test_one_game_at_a_time_and_many_at_once_give_equal_records(tmp_path: Path) -> None:
    one = play(tmp_path, {"a": HONEST, "b": HONEST, "c": HONEST}, deals=20)
    many = play(tmp_path, {"a": CONCURRENT, "b": CONCURRENT, "c": CONCURRENT}, deals=20)
    mixed = play(tmp_path, {"a": CONCURRENT, "b": HONEST, "c": CONCURRENT}, deals=20)
    assert outcome(one) == outcome(many) == outcome(mixed)
    assert not any(game.faults for game in one.games)


def test_answers_may_come_in_any_order(tmp_path: Path) -> None:
    forwards = play(tmp_path, {"a": CONCURRENT, "b": CONCURRENT}, deals=10)
    backwards = play(tmp_path, {"a": BACKWARDS, "b": CONCURRENT}, deals=10)
    assert outcome(forwards) == outcome(backwards)


def test_what_a_bot_is_told_from_start_to_bye(tmp_path: Path) -> None:
    match = play(tmp_path, {"a": LOGGING + HONEST, "b": HONEST}, deals=2, rounds=1)
    told = [json.loads(line) for line in match.usage[0].stderr.splitlines()]
    kinds = [message["type"] for message in told]
    per_game = ["start", *["act"] * (kinds.index("end") - 1), "end"]
    assert kinds[: len(per_game)] == per_game
    assert kinds[-1] == "bye"
    assert kinds.count("start") == kinds.count("end") == 2
    start, end = told[0], told[kinds.index("end")]
    assert start["players"] == ["seat0", "seat1"]
    assert 0 <= start["seed"] < 1 << 53
    assert (start["game"], start["seat"], start["options"]) == ("bank_dice", 0, {"rounds": 1})
    assert end["scores"] == list(match.games[0].scores)
    ids = [message["id"] for message in told if message["type"] == "act"]
    assert len(set(ids)) == len(ids)
    assert match.usage[0].exit == "exited"


@pytest.mark.parametrize("level", ["full", "none"])
def test_time_and_memory_of_every_bot_are_kept(tmp_path: Path, level: sandbox.Level) -> None:
    bots = {"big": "x = bytearray(b'1' * (100 << 20))" + HONEST, "small": HONEST}
    match = play(tmp_path, bots, rounds=1, level=level)
    big, small = match.usage
    assert big.max_rss_kb > 100 * 1024 > small.max_rss_kb > 1024
    assert min(big.cpu_s, small.cpu_s) > 0


def test_events_tell_the_whole_game_once(tmp_path: Path) -> None:
    match = play(tmp_path, {"a": LOGGING + HONEST, "b": HONEST}, rounds=3)
    told = [json.loads(line) for line in match.usage[0].stderr.splitlines()]
    events = [event for message in told for event in message.get("events", [])]
    assert [event["round"] for event in events if event["event"] == "round"] == [1, 2, 3]
    assert events[-1]["event"] == "round_end"


def test_names_are_told_where_they_are_not_hidden(tmp_path: Path) -> None:
    match = play(
        tmp_path, {"a": LOGGING + HONEST, "b": HONEST}, rounds=1, house=House(anonymous=False)
    )
    assert json.loads(match.usage[0].stderr.splitlines()[0])["players"] == ["a", "b"]


MEMORY = """
say({"type": "ready"})
while True:
    message = read()
    if message["type"] == "bye":
        break
    if message["type"] == "act":
        for event in message["events"]:
            if event["event"] == "roll":
                print(json.dumps([message["game_id"], event["dice"]]), file=sys.stderr)
        say({"id": message["id"], "action": "stay"})
"""


def rolls(match: MatchResult, entrant: str) -> list[dict[str, list[object]]]:
    """For each process of the entrant, the rolls by game id that it has seen."""
    sittings = []
    for usage in match.usage:
        if usage.entrant == entrant:
            games: dict[str, list[object]] = {}
            for line in usage.stderr.splitlines():
                game, dice = json.loads(line)
                games.setdefault(game, []).append(dice)
            sittings.append(games)
    return sittings


def test_no_process_meets_a_deal_twice(tmp_path: Path) -> None:
    bots = dict.fromkeys(("a", "b"), MEMORY)
    orders = (("a", "b"), ("b", "a"))
    match = play(tmp_path, bots, deals=4, orders=orders, rounds=2)
    first, second = rolls(match, "a")
    assert list(first.values()) == list(second.values()), "the orders share their luck"
    assert len({json.dumps(deal) for deal in first.values()}) == 4, "each deal once a process"
    assert not set(first) & set(second), "game ids tell nothing of the deal"


def test_without_confinement_each_order_has_luck_of_its_own(tmp_path: Path) -> None:
    bots = dict.fromkeys(("a", "b"), MEMORY)
    orders = (("a", "b"), ("b", "a"))
    house = House(shared_luck=False)
    match = play(tmp_path, bots, deals=4, orders=orders, rounds=2, house=house)
    first, second = rolls(match, "a")
    assert not {json.dumps(d) for d in first.values()} & {json.dumps(d) for d in second.values()}


PONDER = """
import threading
say({"type": "ready"})
def ponder():
    while True:
        pass
threading.Thread(target=ponder, daemon=True).start()
while True:
    message = read()
    if message["type"] == "bye":
        print(time.process_time(), file=sys.stderr)
        break
    if message["type"] == "act":
        say({"id": message["id"], "action": "stay"})
"""
SLOW = """
say({"type": "ready"})
while True:
    message = read()
    if message["type"] == "bye":
        break
    if message["type"] == "act":
        time.sleep(0.3)
        say({"id": message["id"], "action": "stay"})
"""


def test_a_waiting_bot_is_stopped_unless_it_may_ponder(tmp_path: Path) -> None:
    used = {}
    for ponder in (False, True):
        bots = {"thinker": PONDER, "slow": SLOW}
        match = play(tmp_path, bots, rounds=1, house=House(ponder=ponder))
        assert not match.games[0].faults
        used[ponder] = match.usage[0].cpu_s
    assert used[False] < used[True] / 2


LAST_WORDS = """
say({"type": "ready"})
while (message := read())["type"] != "bye":
    if message["type"] == "act":
        say({"id": message["id"], "action": "stay"})
os.close(1)
time.sleep(0.1)
os.write(2, b"so long")
sys.exit(3)
"""


def test_a_bot_that_closes_its_stdout_first_is_let_go(tmp_path: Path) -> None:
    match = play(tmp_path, {"slow": LAST_WORDS, "other": SLOW}, rounds=1)
    assert not match.games[0].faults
    assert [used.exit for used in match.usage] == ["exited", "exited"]
    assert match.usage[0].stderr == "so long"
