"""Bots with one mistake each, for `arena check` to find."""

from pathlib import Path

SCRIPT = """
import json, os, sys, time
{top}
def say(**message):
    sys.stdout.write(json.dumps(message) + "\\n")
    {flush}
def choose(message):
    seen = message["observation"]
    if seen.get("bank", 0) >= 120 and "bank" in message["legal"]:
        return "bank"
    return message["legal"][-1]
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        {hello}
    elif kind == "start":
        {start}
    elif kind == "act":
        {act}
    elif kind == "end":
        {end}
    elif kind == "bye":
        {bye}
"""
READY = 'say(type="ready", concurrent=True)'
ANSWER = 'say(id=message["id"], action=choose(message))'


def script(
    *,
    top: str = "",
    hello: str = READY,
    start: str = "pass",
    act: str = ANSWER,
    end: str = "pass",
    bye: str = "break",
    flush: str = "sys.stdout.flush()",
) -> str:
    """A good bot, but for the parts that are given; several statements stand on lines of theirs."""
    parts = {"hello": hello, "start": start, "act": act, "end": end, "bye": bye}
    indented = {key: part.strip().replace("\n", "\n        ") for key, part in parts.items()}
    return SCRIPT.format(top=top, flush=flush, **indented)


def once(statement: str, otherwise: str = ANSWER) -> str:
    """Do that from the fourth roll on, and play well before."""
    return f'if message["observation"]["roll"] > 3:\n    {statement}\nelse:\n    {otherwise}'


GOOD = script()

PLANTED: dict[str, tuple[str, str]] = {
    "missing module": ("start-crash", script(top="import no_such_module")),
    "syntax": ("start-crash", "for ever:\n"),
    "killed at the start": ("start-crash", "import os\nos.kill(os.getpid(), 9)\n"),
    "never ready": ("start-timeout", script(hello="pass")),
    "greets": ("start-output", script(hello=f'print("Hello, I am a bot")\n{READY}')),
    "ready without type": ("start-output", script(hello='say(ready=True)')),
    "concurrent is text": ("bad-ready", script(hello='say(type="ready", concurrent="yes")')),
    "games is text": ("bad-ready", script(hello='say(type="ready", games="bank_dice")')),
    "buffers": ("unflushed", script(top='sys.stdout = open(1, "w", 65536)', flush="pass")),
    "buffers its answers": (
        "unflushed",
        script(
            top="held = []",
            act='held.append({"id": message["id"], "action": "stay"})',
            bye="break",
        )
        + "\nfor answer in held: say(**answer)\n",
    ),
    "reads all first": ("unflushed", script(top="sys.stdin = sys.stdin.readlines()")),
    "no newline": (
        "unfinished-line",
        script(act='os.write(1, json.dumps({"id": message["id"], "action": "stay"}).encode())'),
    ),
    "sleeps": ("timeout", script(act=once("time.sleep(9)"))),
    "loops": ("timeout", script(act=once("while True: pass"))),
    "raises": ("crash", script(act=once("raise ValueError(message['id'])"))),
    "segmentation fault": ("crash", script(act=once("os.kill(os.getpid(), 11)"))),
    "exits": ("crash", script(act=once("sys.exit()"))),
    "crashes at the end of a game": ("crash", script(end="1 / 0")),
    "closes stdout": ("closed-stdout", script(act=once("os.close(1); time.sleep(9)"))),
    "eats memory": ("memory", script(act=once('x = [bytearray(1 << 20) for _ in range(1 << 20)]'))),
    "thinks aloud": ("stray-output", script(act=f'{ANSWER}\nprint("thinking")')),
    "talks at the end": ("stray-output", script(end='print("good game")')),
    "answers twice": ("answered-twice", script(act=f"{ANSWER}\n{ANSWER}")),
    "answers in words": ("stray-output", script(act='print(choose(message))')),
    "debug output": ("not-json", script(act=f'print(message["observation"])\n{ANSWER}')),
    "pretty printed": (
        "not-json",
        script(act='print(json.dumps({"id": message["id"], "action": "stay"}, indent=1))'),
    ),
    "latin-1": ("not-utf8", script(act='os.write(1, b\'{"id":1,"action":"\\xe4"}\\n\')')),
    "long line": ("long-line", script(act='say(id=message["id"], action="stay", pad="x" * 99999)')),
    "no id": ("no-id", script(act='say(action=choose(message))')),
    "id is text": ("no-id", script(act='say(id=str(message["id"]), action=choose(message))')),
    "no action": ("no-action", script(act='say(id=message["id"], move=choose(message))')),
    "action is a number": ("no-action", script(act='say(id=message["id"], action=0)')),
    "long note": (
        "bad-note",
        script(act='say(id=message["id"], action=choose(message), note="x" * 501)'),
    ),
    "repeated key": (
        "bad-answer",
        script(act='i = message["id"]\nprint(f\'{{"id":{i},"id":{i},"action":"stay"}}\')'),
    ),
    "answers a list": ("bad-answer", script(act='print(json.dumps([message["id"], "stay"]))')),
    "not a number": (
        "not-json",
        script(act='say(id=message["id"], action="stay", value=float("nan"))'),
    ),
    "counts by itself": (
        "answered-twice",
        script(top="n = 0", start="n = 0", act="n += 1\nsay(id=n, action=choose(message))"),
    ),
    "no request of that id yet": (
        "wrong-id",
        script(act='say(id=message["id"] + 1, action=choose(message))'),
    ),
    "id of the greeting": ("wrong-id", script(act="say(id=0, action=choose(message))")),
    "illegal": ("illegal-action", script(act=once('say(id=message["id"], action="double")'))),
    "shouts": (
        "illegal-action",
        script(act='say(id=message["id"], action=choose(message).upper())'),
    ),
    "mixes games up": (
        "not-concurrent",
        script(top="n = 0", start="n = 0",
               act='n += 1\nsay(id=message["id"], action="bank" if n % 5 == 0 else "stay")'),
    ),
    "knows one game only": (
        "not-concurrent",
        script(top="now = None", start='now = message["game_id"]',
               act=f'assert now == message["game_id"]\n{ANSWER}'),
    ),
    "plays chess, too": (
        "unknown-game",
        script(hello='say(type="ready", concurrent=True, games=["bank_dice", "chess"])'),
    ),
    "starts slowly": ("slow-start", script(hello=f"time.sleep(0.7)\n{READY}")),
    "thinks long": (
        "slow-decision",
        script(top="thought = 0", act=f"if not thought: time.sleep(0.8)\nthought = 1\n{ANSWER}"),
    ),
    "needs much memory": ("memory-high", script(top="x = b'x' * (108 << 20)")),
    "never forgets": ("memory-grows", script(top="x = []", start='x.append(b"x" * (6 << 20))')),
    "stays": ("no-exit", script(bye="time.sleep(9)")),
    "fails at the end": ("exit-status", script(bye="sys.exit(3)")),
    "writes a novel to stderr": (
        "chatty-stderr", script(act=f'print("la " * 2000, file=sys.stderr)\n{ANSWER}'),
    ),
    "draws lots": (
        "not-deterministic",
        script(
            top="import random",
            act='say(id=message["id"], action=random.choice(message["legal"]))',
        ),
    ),
    "hashes": (
        "not-deterministic",
        script(
            top="def luck(n): return hash(str(n)) % 2",
            act='say(id=message["id"], '
            'action=message["legal"][luck(message["observation"]["bank"])])',
        ),
    ),
    "believes in itself": (
        "odd-position",
        script(
            top="last = {}",
            act="""
for event in message["events"]:
    if event["event"] == "action" and event["player"] == message["observation"]["you"]:
        assert event["action"] == last[message["game_id"]]
last[message["game_id"]] = choose(message)
say(id=message["id"], action=last[message["game_id"]])""",
        ),
    ),
    "knows all members": (
        "unknown-member",
        script(start='assert len(message) == 7, message'),
    ),
}  # fmt: skip
"""By what is wrong: the rule that must be found, and the bot's source."""


def write(folder: Path, source: str) -> Path:
    """The bot, as a file."""
    path = folder / "bot.py"
    path.write_text(source)
    return path
