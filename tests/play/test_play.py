"""`arena play` as it is used: at a terminal, without colours, and with moves piped in."""

import re
import subprocess
import sys
from pathlib import Path
from time import sleep

import msgspec
import pytest

from tests.bots.tables import BOTS
from tests.play.terminal import Terminal

THEIRS, MINE = r"[▶ ] random_any-\d +\d+ Benj", r"[▶ ] Human +\d+ Benj"
ESCAPE = "\x1b["


def arena(
    *words: str, moves: str = "", cwd: Path = BOTS.parent
) -> subprocess.CompletedProcess[str]:
    """`arena play WORDS` with moves piped in."""
    command = [sys.executable, "-m", "arena", "play", *words, "--sandbox", "none"]
    return subprocess.run(
        command, input=moves, cwd=cwd, capture_output=True, text=True, check=False
    )


BANK = ("bank_dice", "bank_early", "--seed", "3", "-o", "rounds=1")


def test_moves_can_be_piped_in_and_the_record_written(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = arena(*BANK, "--record", str(record), moves="stay\n2\nst\nbank\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert ESCAPE not in done.stdout
    assert "The game is over:" in done.stdout
    assert "Human takes" in done.stdout
    assert "--seed 3" in done.stdout
    events = [msgspec.json.decode(line) for line in record.read_bytes().splitlines()]
    mine = [e["action"] for e in events if e["event"] == "action" and e["player"] == 0]
    assert mine == ["stay", "stay", "stay", "bank"]
    assert events[-1]["event"] == "end"


def test_the_same_moves_and_seed_give_the_same_game() -> None:
    moves = "stay\nstay\nstay\nbank\n"
    assert arena(*BANK, moves=moves).stdout == arena(*BANK, moves=moves).stdout


def test_what_is_mistyped_is_told_and_asked_again() -> None:
    done = arena(*BANK, moves="fold\n99\n0\n\n?\nrules\n/ba\nb\nbank\n")
    assert done.returncode == 0
    assert "'fold' is not possible here; type one of 1 to 2, ? for help" in done.stdout
    assert "'99' is not possible here" in done.stdout
    assert "'0' is not possible here" in done.stdout
    assert "u                  take the last move back" in done.stdout
    assert "docs/games/bank_dice.md" in done.stdout
    assert "bank_dice> /ba\n\n  1 bank\n" in done.stdout


def test_no_more_moves_and_q_leave_the_game_unfinished() -> None:
    for moves in ("stay\n", "stay\nq\n"):
        done = arena(*BANK, moves=moves)
        assert done.returncode == 1
        assert "the game was not finished (--seed 3)" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_hint_is_what_the_bot_does_in_that_place() -> None:
    words = (*BANK, "--hint", "bank_early", "--hint", "bank_target")
    done = arena(*words, moves="h\nstay\nstay\nh\nh bank_target\nh nobody\nbank\n")
    assert done.stdout.count("bank_early would play stay") == 1
    assert "bank_early would play bank" in done.stdout
    assert "bank_target would play stay" in done.stdout
    assert "no bot 'nobody' is here; there are bank_early, bank_target" in done.stdout


def test_a_hint_knows_the_game_so_far_and_what_was_taken_back() -> None:
    """The bot asked for hints remembers, and says what it has been asked."""
    words = ("banking_benjamins", "benjamins_builder", "--seed", "6", "--hint", "benjamins_banker")
    done = arena(*words, moves="h\nh\nbuild\nu\nh\nq\n")
    hints = re.findall(r"benjamins_banker would play (\S+)", done.stdout)
    assert len(hints) == 3
    assert len(set(hints)) == 1


def test_cards_of_others_lie_face_down() -> None:
    done = arena("banking_benjamins", "random_any", "random_any", "--seed", "6", moves="1\n1\nq\n")
    lines = done.stdout.splitlines()
    hands = [lines[at + 1] for at, line in enumerate(lines) if re.match(THEIRS, line)]
    assert len(hands) >= 4
    assert all(re.fullmatch(r"    Hand( +\[▒▒\])*(  –)?", hand) for hand in hands), hands
    own = [lines[at + 1] for at, line in enumerate(lines) if re.match(MINE, line)]
    assert own
    assert all("▒" not in hand for hand in own)


def test_the_person_may_sit_anywhere_and_bots_of_one_name_get_numbers() -> None:
    words = ("bank_or_bust_money", "money_stick", "money_stick", "--seat", "1", "--name", "Ann")
    done = arena(*words, "--seed", "1", moves="1\nq\n")
    found = re.findall(r"^[▶ ] (\S+) +\$", done.stdout, re.MULTILINE)
    assert found[:3] == ["money_stick-1", "Ann", "money_stick-2"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "random_any"], "no game 'chess'; there are bank_dice"),
        (["bank_or_bust_money", "random_any"], "is for 3 to 8 players: name 2 to 7 bots, not 1"),
        (["bank_dice", "random_any", "--seat", "2"], "the seats 0 to 1 at this table, no seat 2"),
        (["bank_dice", "nobody"], "no bot of that name in bots/"),
        (["bank_dice", "random_any", "-o", "rounds=none"], "rounds: None is not a whole number"),
        (["bank_dice"], "Missing argument 'BOT...'"),
    ],
)
def test_mistakes_are_told_without_a_traceback(words: list[str], says: str) -> None:
    done = arena(*words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


# At a terminal.


def at_terminal(**environment: str) -> Terminal:
    return Terminal(BOTS.parent, "play", *BANK, "--sandbox", "none", **environment)


def test_at_a_terminal_with_colours() -> None:
    game = at_terminal()
    assert ESCAPE in game.until("bank_dice> ")
    game.type("h")
    game.until("bank_early would play stay")
    for _ in range(2):
        game.until("bank_dice> ")
        game.type("stay")
    game.until("bank_dice> ")
    game.type("ban")
    shown = game.end()
    assert game.status == 0
    assert "The game is over:" in shown
    assert shown.count("bank_dice> ") == 4  # what is typed is echoed by the terminal, not by us


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_at_a_terminal_without_colours(environment: dict[str, str]) -> None:
    game = at_terminal(**environment)
    assert "\x1b[1" not in game.until("bank_dice> ")
    game.type("bank")
    assert "The game is over:" in game.end()


def test_typing_can_be_corrected_before_enter() -> None:
    game = at_terminal()
    game.until("bank_dice> ")
    game.type("stay\x7f\x7f\x7f\x7fbank")
    assert "you play bank" in game.end()


@pytest.mark.parametrize(("key", "status"), [("\x04", 1), ("\x03", 130)])
def test_leaving_by_key(key: str, status: int) -> None:
    game = at_terminal()
    game.until("bank_dice> ")
    # A signal between the prompt and the wait for keys is Python's own to lose.
    sleep(0.5)
    game.press(key)
    assert "Traceback" not in game.end()
    assert game.status == status
