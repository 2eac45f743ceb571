"""The SDK over pipes, against hand-written messages."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena import sdk
from tests.sdk.conftest import BYE, HELLO, Play, act, end, lines, start

HEAD = "from arena.sdk import Bot, run\nclass Mine(Bot):\n"
FIRST = HEAD + "    def act(self, observation, legal):\n        return legal[0]\nrun(Mine)\n"


def bot(body: str, members: str = "") -> str:
    """The source of a bot with that body of `act`."""
    indented = "".join(f"        {line}\n" for line in body.splitlines())
    rest = "".join(f"    {line}\n" for line in members.splitlines())
    return f"{HEAD}{rest}    def act(self, observation, legal):\n{indented}run(Mine)\n"


def test_a_bot_of_four_lines_plays(play: Play) -> None:
    played = play(FIRST, [HELLO, start(), act(1), act(2), end(), BYE])
    assert played.answers == [
        {"type": "ready", "concurrent": True},
        {"id": 1, "action": "bank"},
        {"id": 2, "action": "bank"},
    ]
    assert (played.status, played.stderr) == (0, "")


def test_ready_says_what_the_class_says(play: Play) -> None:
    members = "games = ('bank_dice',)\nname = 'Möwe'\nversion = '2'\nauthor = 'Ada'"
    played = play(bot("return 'bank'", f"{members}\nconcurrent = False"), [HELLO, BYE])
    assert played.answers == [
        {
            "type": "ready",
            "concurrent": False,
            "games": ["bank_dice"],
            "name": "Möwe",
            "version": "2",
            "author": "Ada",
        }
    ]


def test_the_attributes_of_a_game(play: Play) -> None:
    body = (
        "return str((self.game, self.options, self.players, self.seat, self.seed, self.limits,"
        " self.events, self.legal_truncated, observation))"
    )
    event = {"event": "roll", "roll": 1}
    messages = [HELLO, start(), act(1, events=[event]), act(2, legal_truncated=True), BYE]
    _, first, second = play(bot(body), messages).answers
    told = ("bank_dice", {"rounds": 3}, ["seat0", "seat1"], 1, 7, {"move_s": 1})
    assert first["action"] == str((*told, [event], False, {"bank": 1}))
    assert second["action"] == str((*told, [], True, {"bank": 2}))


def test_a_note_goes_along_and_is_cut_to_its_limit(play: Play) -> None:
    body = "return legal[1], 'ü' * observation['bank']"
    _, short, long = play(bot(body), [HELLO, start(), act(3), act(501), BYE]).answers
    assert short == {"id": 3, "action": "stay", "note": "üüü"}
    assert long == {"id": 501, "action": "stay", "note": "ü" * 500}


def test_no_note_is_no_note(play: Play) -> None:
    answers = play(bot("return 'bank', None"), [HELLO, start(), act(3), BYE]).answers
    assert answers[1] == {"id": 3, "action": "bank"}


def test_a_text_like_action_is_an_action(play: Play) -> None:
    body = "import enum\nreturn enum.StrEnum('Call', ['bank']).bank"
    assert play(bot(body), [HELLO, start(), act(3), BYE]).answers[1]["action"] == "bank"


def test_every_game_has_an_object_of_its_own(play: Play) -> None:
    members = "def start(self):\n    self.asked = 0"
    body = "self.asked += 1\nreturn f'{self.seat} {self.asked}'"
    messages = [HELLO, start("a", seat=0), start("b"), act(1, "a"), act(2, "b"), act(3, "a")]
    messages += [end("a"), start("a", seat=2), act(4, "a"), BYE]
    answers = play(bot(body, members), messages).answers[1:]
    assert [answer["action"] for answer in answers] == ["0 1", "1 1", "0 2", "2 1"]


def test_a_bot_may_have_an_init_without_arguments(play: Play) -> None:
    members = "def __init__(self):\n    self.asked = 5"
    answers = play(bot("return str(self.asked)", members), [HELLO, start(), act(1), BYE]).answers
    assert answers[1]["action"] == "5"


def test_rng_draws_the_same_for_the_same_seed(play: Play) -> None:
    body = "return str([self.rng.random(), self.rng.random()])"
    messages = [HELLO, start("a", 1), start("b", 1), start("c", 2)]
    messages += [act(1, "a"), act(2, "b"), act(3, "c"), act(4, "a"), BYE]
    a, b, c, again = (answer["action"] for answer in play(bot(body), messages).answers[1:])
    assert a == b
    assert len({a, c, again}) == 3


def test_rng_is_the_librarys_also_where_a_file_of_the_bot_is_called_random(
    play: Play, folder: Path
) -> None:
    (folder / "random.py").write_text("raise SystemExit('not the library')")
    played = play(bot("return str(self.rng.random())"), [HELLO, start("a", 1), act(1, "a"), BYE])
    assert played.status == 0
    assert float(played.answers[1]["action"]) < 1


def test_end_brings_the_result_and_the_last_events(play: Play) -> None:
    members = "def end(self, result):\n    print(result['ranks'], self.events)"
    played = play(
        bot("return 'bank'", members), [HELLO, start(), end(events=[{"event": "x"}]), BYE]
    )
    assert played.stderr == "[1, 2] [{'event': 'x'}]\n"


def test_what_a_bot_prints_goes_to_stderr_from_the_first_line_on(play: Play) -> None:
    source = (
        "from arena.sdk import Bot, run\nimport os, subprocess, sys\n"
        "print('imported →')\nos.write(1, b'low\\n')\nsubprocess.run(['echo', 'child'])\n"
        "class Mine(Bot):\n    def act(self, observation, legal):\n        print('acting')\n"
        "        sys.__stdout__.write('more\\n')\n        return 'bank'\n"
        "run(Mine)\nprint('after')\n"
    )
    played = play(source, [HELLO, start(), act(1), BYE])
    assert [list(answer) for answer in played.answers] == [["type", "concurrent"], ["id", "action"]]
    assert played.stdout.count(b"\n") == 2
    assert played.stderr == "imported →\nlow\nchild\nacting\nmore\nafter\n"


def test_a_bot_cannot_read_the_protocol_by_accident(play: Play) -> None:
    body = "try:\n    return input()\nexcept EOFError:\n    return 'nothing'"
    assert play(bot(body), [HELLO, start(), act(1), BYE]).answers[1]["action"] == "nothing"


def test_an_exception_shows_message_and_traceback_after_the_answers_that_were_ready(
    play: Play,
) -> None:
    body = "if observation['bank'] == 3:\n    raise ValueError('three')\nreturn 'bank'"
    played = play(bot(body), [HELLO, start(), act(1), act(2), act(3), act(4), BYE])
    assert [answer.get("id") for answer in played.answers] == [None, 1, 2]
    assert played.status == 1
    assert played.stderr.startswith(f"The bot failed at {lines([act(3)]).decode()}Traceback")
    assert played.stderr.splitlines()[-1] == "ValueError: three"
    assert "sdk.py" not in played.stderr


def test_the_message_shown_has_the_events_nobody_looked_at_and_an_end(play: Play) -> None:
    sent = act(1, events=[{"event": "roll", "roll": i} for i in range(500)])
    played = play(bot("raise ValueError"), [HELLO, start(), sent, BYE])
    first = played.stderr.splitlines()[0]
    text = lines([sent]).decode()
    assert first == f"The bot failed at {text[: sdk.MAX_SHOWN]}"
    assert '"events":[{"event":"roll","roll":0}' in first
    assert len(text) > sdk.MAX_SHOWN


def test_attributes_of_a_bots_own_may_have_any_private_name(play: Play) -> None:
    members = "def start(self):\n    self._events, self._unread, self._rng = [], (), None"
    body = (
        "self._events += self.events\nself.rng.random()\n"
        "return str((self._events, self._unread, self._rng, self.events))"
    )
    one, two = {"event": "one"}, {"event": "two"}
    messages = [HELLO, start(), act(1, events=[one]), act(2, events=[two]), BYE]
    answers = play(bot(body, members), messages).answers[1:]
    assert [answer["action"] for answer in answers] == [
        str(([one], (), None, [one])),
        str(([one, two], (), None, [two])),
    ]


def test_events_are_there_also_where_the_class_has_an_attribute_of_that_name(play: Play) -> None:
    event = {"event": "roll"}
    messages = [HELLO, start(), act(1, events=[event]), act(2), BYE]
    answers = play(bot("return str(self.events)", "events = []"), messages).answers[1:]
    assert [answer["action"] for answer in answers] == [str([event]), "[]"]


@pytest.mark.parametrize("answer", ["None", "3", "('bank', 3)", "['bank']", "b'bank'", "()"])
def test_what_is_no_answer_is_named(play: Play, answer: str) -> None:
    played = play(bot(f"return {answer}"), [HELLO, start(), act(1), BYE])
    assert played.status == 1
    wanted = f"act must return one of the legal actions or (action, note), not {answer}"
    assert played.stderr.splitlines()[-1] == f"TypeError: {wanted}"


def test_a_bot_without_act_is_told_so(play: Play) -> None:
    played = play(HEAD + "    pass\nrun(Mine)\n", [HELLO, start(), act(1), BYE])
    assert played.stderr.splitlines()[-1].startswith("NotImplementedError: Mine needs a method act")


def test_a_bot_that_exits_in_act_still_sends_what_was_ready(play: Play) -> None:
    body = "if observation['bank'] == 2:\n    exit(9)\nreturn 'bank'"
    played = play(bot(body), [HELLO, start(), act(1), act(2), BYE])
    assert [answer.get("id") for answer in played.answers] == [None, 1]
    assert (played.status, played.stderr) == (9, "")


def test_the_end_of_the_input_is_a_goodbye(play: Play) -> None:
    played = play(FIRST, [HELLO, start(), act(1)])
    assert len(played.answers) == 2
    assert (played.status, played.stderr) == (0, "")


def test_unknown_messages_and_members_are_ignored(play: Play) -> None:
    messages = [
        HELLO | {"new": 1},
        {"type": "news"},
        start(new=[2]),
        act(1, new=3),
        end(new=4),
        BYE,
    ]
    assert [answer.get("id") for answer in play(FIRST, messages).answers] == [None, 1]


def test_run_does_nothing_in_a_file_that_is_imported(play: Play, folder: Path) -> None:
    (folder / "mine.py").write_text(FIRST)
    source = "from mine import Mine\nfrom arena.sdk import run\nprint('here')\nrun(Mine)"
    played = play(source, [HELLO, start(), act(1), BYE])
    assert played.answers[1] == {"id": 1, "action": "bank"}
    assert played.stderr == "here\n"


def test_answers_that_take_long_are_not_held_back(folder: Path, command: list[str]) -> None:
    body = "import time\ntime.sleep(0.02 if observation['bank'] < 3 else 60)\nreturn 'bank'"
    (folder / "bot.py").write_text(bot(body))
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([HELLO, start(), act(1), act(2), act(3)]))
        process.stdin.flush()
        got = [json.loads(process.stdout.readline()) for _ in range(3)]
        process.kill()
    assert [answer.get("id") for answer in got] == [None, 1, 2]


def test_what_one_read_brought_is_answered_with_one_write(folder: Path, command: list[str]) -> None:
    (folder / "bot.py").write_text(FIRST)
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines([HELLO, start()]))
        process.stdout.readline()
        process.stdin.write(lines([act(i) for i in range(50)]))
        first = os.read(process.stdout.fileno(), 1 << 16)
        process.kill()
    assert first.count(b"\n") == 50


def test_messages_may_come_in_pieces_and_in_masses(folder: Path, command: list[str]) -> None:
    (folder / "bot.py").write_text(bot("return observation['text']"))
    many = [act(i, observation={"text": "é" * (i % 97) * 20}) for i in range(2000)]
    sent = lines([HELLO, start(), *many, BYE])
    done = subprocess.run(command, cwd=folder, input=sent, capture_output=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers[1:] == [{"id": m["id"], "action": m["observation"]["text"]} for m in many]


def test_a_message_larger_than_the_buffer_is_read_whole(play: Play) -> None:
    listed = [f"build:{i}" for i in range(20_000)]
    answers = play(bot("return legal[-1]"), [HELLO, start(), act(1, legal=listed), BYE]).answers
    assert answers[1]["action"] == "build:19999"


def test_a_referee_that_went_away_is_no_error(folder: Path, command: list[str]) -> None:
    (folder / "bot.py").write_text(FIRST)
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(lines([HELLO]))
        process.stdin.flush()
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
@pytest.mark.parametrize("order", [lambda keys: keys, sorted, lambda keys: sorted(keys)[::-1]])
@pytest.mark.parametrize("nested", [[], [{"events": [1]}, {"text": ',"events":['}]])
def test_a_request_reads_the_same_however_it_is_written(
    order: Callable[[list[str]], list[str]], separators: tuple[str, str], nested: list[Any]
) -> None:
    message = act(1, events=[{"event": "roll"}, *nested], observation={"x": nested, "y": {}})
    written = {key: message[key] for key in order(list(message))}
    text = json.dumps(written, separators=separators)
    scan, _ = sdk._json()
    read, events_at = sdk._read(scan, text)
    bot = sdk.Bot()
    if events_at:
        bot._arena_unread = (scan, text, events_at)
    else:
        bot.events = read["events"]
    assert {**read, "events": bot.events} == message
    assert bot.events is bot.events


def test_events_are_left_until_somebody_looks() -> None:
    text = json.dumps(act(1, events=[{"event": "roll"}]), separators=(",", ":"))
    read, events_at = sdk._read(sdk._json()[0], text)
    assert "events" not in read
    assert text[events_at:] == '[{"event":"roll"}]}'
