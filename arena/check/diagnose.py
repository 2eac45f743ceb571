"""From the referee's verdict to the rule that a bot broke."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from arena.results import Fault, FaultKind, SeatFault

QUOTES = ("; it wrote: ", "; it wrote an unfinished line: ", "; its stderr ends: ")
"""What stands before a bot's own output in a fault's detail."""

CAUSES: Sequence[tuple[FaultKind, str, str]] = (
    ("start", "no ready message", "start-timeout"),
    ("start", "closed its stdout", "closed-stdout"),
    ("start", "memory", "memory"),
    ("start", "exited with status", "start-crash"),
    ("start", "ended by signal", "start-crash"),
    ("start", "longer than", "long-line"),
    ("start", "", "start-output"),
    ("timeout", "unfinished line", "unfinished-line"),
    ("timeout", "", "timeout"),
    ("crash", "closed its stdout", "closed-stdout"),
    ("crash", "", "crash"),
    ("limit", "memory", "memory"),
    ("limit", "", "cpu-time"),
    ("illegal", "", "illegal-action"),
    ("invalid", "longer than", "long-line"),
    ("invalid", "not UTF-8", "not-utf8"),
    ("invalid", 'no whole number "id"', "no-id"),
    ("invalid", 'no string "action"', "no-action"),
    ("invalid", '"note" is not', "bad-note"),
    ("invalid", "no request with id", "wrong-id"),
    ("invalid", "where no answer was due", "stray-output"),
    ("invalid", "an empty line", "not-json"),
    ("invalid", "not one JSON object", "not-json"),
    ("invalid", "is not JSON", "not-json"),
    ("invalid", "", "bad-answer"),
)
"""The first that fits a fault's kind and the words of its detail names the rule."""


class Diagnosis(NamedTuple):
    """The rule that was broken, what was wrong, and the bot's own output that shows it."""

    rule: str
    message: str
    line: str | None


def diagnose(fault: Fault | SeatFault) -> Diagnosis:
    """Which rule a fault of the referee broke."""
    message, line = _parted(fault.detail)
    rule = next(rule for kind, words, rule in CAUSES if kind == fault.kind and words in message)
    return Diagnosis(_refined(rule, line or ""), message, line)


def _refined(rule: str, line: str) -> str:
    """The rule, as far as the output itself tells more than the referee does.

    Whether chatter comes before an answer or after it depends on what else is waiting.
    """
    output = _object(line)
    number = output.get("id")
    match rule:
        case "start-output" if "type" in output:
            return "bad-ready"
        case "not-json" if not line.lstrip().startswith(("{", "[", '"')):
            return "stray-output"
        case "stray-output" if isinstance(number, int):
            return "answered-twice" if number > 0 else "wrong-id"
    return rule


def _parted(detail: str) -> tuple[str, str | None]:
    """What is wrong, and the bot's output."""
    action, illegal, _ = detail.partition(" is not legal here")
    if illegal:
        return detail, action
    for quote in QUOTES:
        message, found, line = detail.partition(quote)
        if found:
            return message + (" (an unfinished line)" if "unfinished" in quote else ""), line
    return detail, None


def _object(line: str) -> dict[str, Any]:
    """The JSON object in a line, empty where there is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
