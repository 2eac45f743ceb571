"""Bots that other systems judged wrongly, hung on, or let take others down with them."""

import json
from pathlib import Path

import pytest

from arena.ledger import Ledger
from arena.tournament import Settings
from tests.crash.harness import all_processes
from tests.referee.table import HONEST, PRELUDE, play
from tests.tournament.league import League

INPUT = """
import json
input(); print('{"type": "ready"}')
while True:
    message = json.loads(input())
    if message["type"] == "act": print(json.dumps({"id": message["id"], "action": "bank"}))
    if message["type"] == "bye": break
"""
FOR_LINE = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello": print('{"type": "ready"}')
    if message["type"] == "act": print(json.dumps({"id": message["id"], "action": "bank"}))
    if message["type"] == "bye": break
"""
READLINE = """
import json, sys
while line := sys.stdin.readline():
    message = json.loads(line)
    if message["type"] == "hello": print('{"type": "ready"}')
    if message["type"] == "act": print(json.dumps({"id": message["id"], "action": "bank"}))
    if message["type"] == "bye": break
"""
PERL = """#!/usr/bin/perl
while (<STDIN>) {
    if (/"type":"hello"/) { print "{\\"type\\":\\"ready\\"}\\n"; }
    if (/"id":(\\d+)/) { print "{\\"id\\":$1,\\"action\\":\\"bank\\"}\\n"; }
    last if /"type":"bye"/;
}
"""
AWK = """#!/usr/bin/awk -f
/"type":"hello"/ { print "{\\"type\\":\\"ready\\"}" }
/"type":"act"/ { match($0, /"id":[0-9]+/)
                 print "{" substr($0, RSTART, RLENGTH) ",\\"action\\":\\"bank\\"}" }
"""
NODE = """
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log('{"type": "ready"}');
  if (message.type === "act") console.log(JSON.stringify({id: message.id, action: "bank"}));
  if (message.type === "bye") process.exit();
});
"""


SEVEN = "seed: 7\ngames: [{game: bank_dice, players: 7, deals: 2, options: {rounds: 2}}]\n"


def put(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def faults(league: League) -> dict[str, dict[str, int]]:
    board = json.loads((league.boards / "cup.json").read_bytes())
    return {
        row["id"]: {kind: count for kind, count in row["faults"].items() if count}
        for row in board["overall"]
    }


def test_python_bots_need_not_flush_and_others_are_told_that_they_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    league = League(tmp_path / "league")
    league.write(
        "seed: 7\nlimits: {start_s: 2}\n"
        "games: [{game: bank_dice, players: 6, deals: 1, options: {rounds: 2}}]\n"
    )
    for name, source in {"input": INPUT, "for_line": FOR_LINE, "readline": READLINE}.items():
        league.bot(name, source)
    put(league.bots / "perl.pl", PERL)
    put(league.bots / "awk", AWK)
    put(league.bots / "node.js", NODE)
    league.run(Settings(jobs=1, level="full"))
    failed = faults(league)
    assert [failed[name] for name in ("input", "for_line", "readline")] == [{}, {}, {}]
    assert failed["perl"] == {"start": 1}
    log = (league.boards / "cup/run.log").read_text()
    assert log.count("must end the line and flush its stdout") >= 1


def test_a_crash_is_the_bots_own_whatever_the_others_are_called(tmp_path: Path) -> None:
    league = League(tmp_path / "league")
    league.limits(a=20, ab=60)
    league.bot("abc", "raise SystemExit(3)")
    league.run()
    assert faults(league) == {"a": {}, "ab": {}, "abc": {"start": 1}}


def test_a_slow_start_has_a_budget_of_its_own(tmp_path: Path) -> None:
    slow = HONEST.replace('say({"type": "ready"})', 'time.sleep(1.2); say({"type": "ready"})')
    bots = {"slow": slow, "also": slow, "good": HONEST}
    match = play(tmp_path, bots, rounds=1, limits={"move_s": 0.3, "start_s": 10.0})
    assert not match.games[0].faults
    assert match.usage[0].start_s > 1.0


def test_when_one_bot_fails_the_others_play_on_and_learn_the_result(tmp_path: Path) -> None:
    told = HONEST.replace(
        '    if message["type"] == "bye":\n',
        '    if message["type"] in ("end", "bye"): print(json.dumps(message), file=sys.stderr)\n'
        '    if message["type"] == "bye":\n',
    )
    leaver = HONEST.replace("        bank = message", "        sys.exit(4)\n        bank = message")
    bots = {"a": told, "b": told, "leaver": leaver, "c": told}
    match = play(tmp_path, bots, rounds=4)
    assert [fault.seat for fault in match.games[0].faults] == [2]
    assert match.games[0].ranks[2] == 4
    for usage in match.usage:
        if usage.entrant != "leaver":
            end, bye = map(json.loads, usage.stderr.splitlines())
            assert tuple(end["ranks"]) == match.games[0].ranks
            assert (bye["type"], usage.exit) == ("bye", "exited")


FORKING = """#!/bin/sh
(setsid sleep 1000 &) &
setsid sh -c 'sleep 1000 & sleep 1000' &
python3 -u bot.py
"""


def test_no_process_of_a_bot_outlives_its_match(tmp_path: Path) -> None:
    league = League(tmp_path / "league")
    league.write(
        "seed: 7\nlimits: {processes: 16}\n"
        "games: [{game: bank_dice, players: 2, deals: 1, options: {rounds: 1}}]\n"
    )
    league.limits(a=20, b=40)
    folder = league.bots / "forks"
    folder.mkdir()
    put(folder / "bot.yaml", "command: [./start.sh]\n")
    put(folder / "start.sh", FORKING)
    put(folder / "bot.py", PRELUDE + HONEST)
    before = set(all_processes())
    assert league.run(Settings(jobs=1, level="full")).played == 3
    assert faults(league)["forks"] == {}
    left = [pid for pid in set(all_processes()) - before if _command(pid).startswith(b"sleep")]
    assert left == []


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def test_a_bot_that_fails_comes_last_and_the_table_says_why(tmp_path: Path) -> None:
    league = League(tmp_path / "league")
    league.write(SEVEN)
    league.limits(a=20, b=60, c=90, d=120, e=150, f=200)
    league.bot("gone", "import os\nos._exit(7)")
    league.run()
    board = json.loads((league.boards / "cup.json").read_bytes())
    last = board["overall"][-1]
    assert (last["id"], last["win_share"]) == ("gone", 0.0)
    assert last["faults"]["start"] == 1
    assert "1 start" in (league.boards / "cup.md").read_text()
    with Ledger.read(league.boards / "cup") as ledger:
        told = {f.detail for match in ledger.matches() for g in match.games for f in g.faults}
    assert told == {"it exited with status 7 before the bye message"}


def test_a_bot_may_be_called_anything_and_call_itself_anything(tmp_path: Path) -> None:
    league = League(tmp_path / "league")
    league.write(SEVEN)
    league.limits(b=60, c=90)
    names = ["\x1b[31mred", "../../x", "<svg/onload=alert(1)>", "a|b\nc"]
    source = PRELUDE + HONEST
    for number, name in enumerate(names):
        ready = json.dumps({"type": "ready", "name": name})
        league.bot(f"n{number}", source.replace('{"type": "ready"}', ready))
    league.bot("日本語 bot", source)
    league.run()
    root = {path.name for path in league.root.rglob("*")}
    assert not any("svg" in name or "red" in name for name in root)
    board = json.loads((league.boards / "cup.json").read_bytes())
    shown = {row["id"]: row["name"] for row in board["overall"]}
    assert shown["n0"] == "n0", "a name with a control character is none"
    assert shown["n1"] == "../../x"
    assert "日本語 bot" in shown.values()
    page = (league.boards / "cup.html").read_text()
    assert "<svg/onload" not in page
    assert "\x1b" not in page
