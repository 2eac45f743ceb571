"""Without the SDK: what a bot in any language has to do, in thirty lines of Python.

It reads one JSON object a line from stdin and writes one a line to stdout. It takes the middle one
of the listed actions, which makes sense in any game and is a good idea in none; so that the weekly
league stays short, it enters Bank only. Everything but messages goes to stderr.
"""

import json
import sys


def answer(message):
    """What is to be said to a message; None: nothing."""
    if message["type"] == "hello":
        return {"type": "ready", "name": "Plain Python", "games": ["bank_dice"]}
    if message["type"] == "act":
        legal = message["legal"]
        return {"id": message["id"], "action": legal[len(legal) // 2]}
    return None


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "bye":
        break
    said = answer(message)
    if said is not None:
        # Without flush=True the answer would wait in a buffer, and the referee for the answer.
        print(json.dumps(said), flush=True)
