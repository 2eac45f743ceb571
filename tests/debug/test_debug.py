"""The messages of then, byte for byte, and what a bot says to them now."""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache

import pytest

from arena.cli.shared.stored import sitting_of
from arena.debug import retold
from arena.ledger import Ledger
from tests.play.terminal import Terminal
from tests.tournament.league import BOT, League

LOGGER = """
import json, os, random, sys

log = open("{folder}/" + str(os.getpid()), "wb")
for line in sys.stdin.buffer:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({{"type": "ready", "concurrent": {concurrent}}}), flush=True)
    if message["type"] == "act":
        roll = message["observation"]["roll"]
        action = "bank" if roll >= {roll} else "stay"
        if {fails} and message["observation"]["round"] == 2 and roll == 2:
            {fails}
        print(json.dumps({{"id": message["id"], "action": action, "note": "so"}}), flush=True)
    if message["type"] == "bye":
        break
"""

NOISY = """
from arena.sdk import Bot, run

class Noisy(Bot):
    def act(self, observation, legal):
        return "bank", "\\x1b[2J\\nmore"

run(Noisy)
"""

FILE = """
seed: 7
records: {records}
games:
  - {{game: bank_dice, players: 3, deals: 4, options: {{rounds: 3}}}}
limits: {{move_s: 0.5}}
"""


class Logged(League):
    """A league of three bots that wrote down what they were told, in `told`."""

    told: list[bytes]


Made = Callable[..., Logged]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Plays such a league; one for each way to make it."""

    @cache
    def make(*, concurrent: bool = True, fails: str = "False", records: str = "all") -> Logged:
        root = tmp_path_factory.mktemp("debug")
        league = Logged(root / "league")
        (root / "told").mkdir()
        league.write(FILE.format(records=records))
        for name, roll in (("a", 3), ("b", 4), ("c", 5)):
            own = fails if name == "b" else "False"
            single = not concurrent and name == "c"
            source = LOGGER.format(
                folder=root / "told", concurrent=not single, roll=roll, fails=own
            )
            league.bot(name, source)
        league.run()
        league.told = [path.read_bytes() for path in (root / "told").iterdir()]
        return league

    return make


def told_then(league: Logged, entrant: str) -> list[bytes]:
    """What all processes of a bot read that were in a match."""
    own = f'"bot":"{entrant}"'.encode()
    return [log for log in league.told if own in log and b'"type":"act"' in log]


def retold_now(league: League, entrant: str) -> list[bytes]:
    """What the records say that the bot was told in the sitting of the first game."""
    with Ledger.read(league.boards / "cup") as ledger:
        recorded = ledger.game(next(iter(ledger.game_ids())))
        seat = recorded.result.entrants.index(entrant)
        sat = sitting_of(ledger, recorded)
        return [message.line for message in retold(sat, recorded.result.id, seat)]


@pytest.mark.parametrize("concurrent", [True, False])
def test_the_messages_of_a_sitting_are_those_of_then(made: Made, concurrent: bool) -> None:
    league = made(concurrent=concurrent)
    for entrant in ("a", "b", "c"):
        assert told_then(league, entrant) == [b"".join(retold_now(league, entrant))]


@pytest.mark.parametrize("concurrent", [True, False])
def test_others_play_on_with_the_fallback_of_one_that_failed(made: Made, concurrent: bool) -> None:
    league = made(concurrent=concurrent, fails="sys.exit(3)")
    for entrant in ("a", "c"):
        assert told_then(league, entrant) == [b"".join(retold_now(league, entrant))]
    (then,) = told_then(league, "b")
    *now, bye = retold_now(league, "b")
    assert bye == b'{"type":"bye"}\n'
    assert now
    assert b"".join(now).startswith(then)  # it died before it read the last of them


def games(league: League) -> list[str]:
    with Ledger.read(league.boards / "cup") as ledger:
        return list(ledger.game_ids())


def arena(league: League, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "arena", "debug", *words]
    return subprocess.run(command, cwd=league.root, capture_output=True, text=True, check=False)


def seat_of(league: League, game: str, entrant: str) -> str:
    with Ledger.read(league.boards / "cup") as ledger:
        return str(ledger.game(game).result.entrants.index(entrant))


def test_the_bot_that_played_answers_as_then(made: Made) -> None:
    league = made()
    for game in games(league):
        done = arena(league, game, "--seat", "1")
        assert (done.returncode, done.stderr) == (0, "")
        assert "all answered as then" in done.stdout


def test_one_game_or_the_sitting_can_be_printed_and_piped_into_a_bot(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    seat = seat_of(league, game, "a")
    own = arena(league, game, "--seat", seat, "--messages").stdout.splitlines()
    everything = arena(league, game, "--seat", seat, "--messages", "--sitting").stdout
    assert told_then(league, "a") == [everything.encode()]
    kinds = [json.loads(line)["type"] for line in own]
    assert (kinds[0], kinds[1], kinds[-2], kinds[-1]) == ("hello", "start", "end", "bye")
    assert set(kinds[2:-2]) == {"act"}
    assert set(own) <= set(everything.splitlines())
    answers = subprocess.run(
        [sys.executable, league.bots / "a.py"], input="\n".join(own), capture_output=True,
        text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    assert len(answers) == 1 + kinds.count("act")


def test_it_stops_at_the_first_different_answer_of_another_version(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    league.bot("other", BOT.format(limit=1))  # banks after the first roll, "a" after the third
    seat = seat_of(league, game, "a")
    done = arena(league, game, "--seat", seat, "--bot", "bots/other.py", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 1
    assert (found["requests"], found["same"]) == (1, False)
    assert (found["then"], found["now"]["action"]) == ({"action": "stay", "note": "so"}, "bank")
    assert found["message"]["observation"]["you"] == int(seat)
    text = arena(league, game, "--seat", seat, "--bot", "other").stdout
    assert "  then        stay – so\n  now         bank (after " in text


def test_a_note_cannot_act_on_the_terminal(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    league.bot("noisy", NOISY)
    seat = seat_of(league, game, "a")
    shown = arena(league, game, "--seat", seat, "--bot", "noisy").stdout
    assert "now         bank – \\x1b[2J\\nmore (after" in shown


@pytest.mark.parametrize(
    ("fails", "kind"),
    [
        ("sys.exit(3)", "crash"),
        ("__import__('time').sleep(9)", "timeout"),
        ("print('thinking', flush=True)", "invalid"),
    ],
)
@pytest.mark.parametrize("records", ["all", "faults"])
def test_a_fault_comes_again_and_a_mended_bot_is_told_apart(
    made: Made, fails: str, kind: str, records: str
) -> None:
    league = made(fails=fails, records=records, concurrent=False)
    with Ledger.read(league.boards / "cup") as ledger:
        failed = [
            (game, fault.seat)
            for game in ledger.game_ids()
            for fault in ledger.game(game).result.faults
            if not fault.earlier and fault.decision >= 0
        ]
    (game, seat), *_ = failed
    again = arena(league, game, "--seat", str(seat))
    assert again.returncode == 0
    assert f"  then        {kind}: " in again.stdout
    assert f"  now         {kind}: " in again.stdout
    mended = (league.bots / "b.py").read_text(encoding="utf-8").replace(f"if {fails}", "if False")
    league.bot("mended", mended)
    now = arena(league, game, "--seat", str(seat), "--bot", "mended")
    assert now.returncode == 1
    assert f"  then        {kind}: " in now.stdout
    assert "  now         stay – so (after " in now.stdout


def test_without_a_clock_a_slow_answer_is_waited_for(made: Made) -> None:
    league = made(fails="__import__('time').sleep(1)", concurrent=False)
    with Ledger.read(league.boards / "cup") as ledger:
        (game, *_) = [
            one
            for one in ledger.game_ids()
            if any(not f.earlier for f in ledger.game(one).result.faults)
        ]
    done = arena(league, game, "--seat", seat_of(league, game, "b"), "--no-clock", "--json")
    found = json.loads(done.stdout)
    assert found["then"]["fault"] == "timeout"
    assert found["now"]["action"] == "stay"
    assert found["seconds"] > 1


def test_it_can_be_confined_as_in_a_tournament(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    league.bot("spy", BOT.format(limit=1).replace("run(", "open('/etc/hostname')\nrun("))
    done = arena(league, game, "--seat", "0", "--bot", "spy", "--sandbox", "full")
    assert done.returncode == 1
    assert "  now         start: it has ended" in done.stdout
    assert "/etc/hostname" in done.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nosuchgame", "--seat", "0"], "no game 'nosuchgame'"),
        (["GAME", "--seat", "3"], "has seats 0 to 2, no seat 3"),
        (["GAME"], "--seat"),
        (["GAME", "--seat", "0", "--bot", "nobody"], "no bot of that name"),
        (["GAME", "--seat", "0", "-t", "nothing"], "no tournament 'nothing'"),
    ],
)
def test_mistakes_are_told_without_a_traceback(made: Made, words: list[str], says: str) -> None:
    league = made()
    game, *_ = games(league)
    done = arena(league, *(game if word == "GAME" else word for word in words))
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


# At a terminal.


def test_it_waits_before_a_request_for_a_debugger_to_be_attached(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    first = json.loads(arena(league, game, "--seat", "0", "--messages").stdout.splitlines()[2])
    words = ["debug", game, "--seat", "0", "--wait", str(first["id"])]
    running = Terminal(league.root, *words)
    assert f"request {first['id']} comes next; attach with: " in running.until("Enter sends it")
    running.type("")
    assert "all answered as then" in running.end()
    assert running.status == 0


def test_a_python_bot_runs_under_pdb_with_the_messages_of_then(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    league.bot("other", BOT.format(limit=60))
    words = ["debug", game, "--seat", "0", "--bot", "other", "--under", "pdb"]
    running = Terminal(league.root, *words)
    for awaited, typed in [
        ("(Pdb)", "break 8"),
        ("Breakpoint 1 at", "continue"),
        ("(Pdb)", "p 'roll', observation['roll']"),
        ("('roll', 1)", "quit"),
    ]:
        running.until(awaited)
        running.type(typed)
    running.end()


def test_a_debugger_without_a_terminal_is_refused(made: Made) -> None:
    league = made()
    game, *_ = games(league)
    command = [sys.executable, "-m", "arena", "debug", game, "--seat", "0", "--under", "pdb"]
    done = subprocess.run(
        command, cwd=league.root, capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "arena: pdb needs a terminal to be typed at; here is none\n"
