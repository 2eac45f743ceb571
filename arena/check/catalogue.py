"""All that can be found wrong with a bot: one rule each, with what to change."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Severity = Literal["error", "warning"]


class Rule(NamedTuple):
    """`error`: the referee fails a bot for it, or its results would not be right."""

    severity: Severity
    title: str
    advice: str


def _errors(*rules: tuple[str, str, str]) -> dict[str, Rule]:
    return {name: Rule("error", title, advice) for name, title, advice in rules}


def _warnings(*rules: tuple[str, str, str]) -> dict[str, Rule]:
    return {name: Rule("warning", title, advice) for name, title, advice in rules}


RULES: Mapping[str, Rule] = {
    **_errors(
        ("build-failed", "its build commands fail",
         "Correct what the compiler says. A build has no network and writes only to its own "
         "folder and /tmp; programs are looked for in /usr/local/bin, /usr/bin and /bin."),
        ("start-crash", "it ends before it is ready",
         "Run it by hand and type the hello message: it must stay, and answer with ready."),
        ("start-timeout", "it is not ready in time",
         "Answer hello with {\"type\":\"ready\"} first, and load what takes long after that or "
         "not at all."),
        ("start-output", "something else than ready comes first on its stdout",
         "Print greetings and logs to stderr: the first line on stdout must be "
         "{\"type\":\"ready\"}."),
        ("bad-ready", "its ready message is wrong",
         "Send {\"type\":\"ready\"} with \"concurrent\": true or false and \"games\": a list of "
         "ids, or leave them out."),
        ("no-games", "it plays none of the games there are",
         "Name games that exist under \"games\", or leave it out to play them all."),
        ("unflushed", "its answers stay in a buffer of its own",
         "Flush stdout after every line, and answer as soon as a line is there instead of "
         "waiting for more input."),
        ("unfinished-line", "an answer has no end of line",
         "End every answer with a newline, and flush."),
        ("timeout", "it takes longer than a decision may",
         "Look at a clock while searching and answer with the best action so far."),
        ("crash", "it ends in the middle of a game",
         "Read the traceback; the position that did it is told with the finding."),
        ("closed-stdout", "it closes its stdout and lives on",
         "Keep stdout open until the bye message."),
        ("memory", "it needs more memory than it may",
         "Keep less: forget games that have ended, bound caches."),
        ("cpu-time", "it uses up its processor time", "Do not compute while nothing is asked."),
        ("stray-output", "it writes to stdout what is no answer",
         "Print to stderr: stdout is for one line {\"id\":…,\"action\":\"…\"} for each request."),
        ("answered-twice", "it answers a request that it has answered already",
         "Send one answer for each request, with that request's id: ids count on through all "
         "games of the process."),
        ("not-json", "an answer is not one JSON object on a line",
         "Write {\"id\":…,\"action\":\"…\"} with a JSON writer, on one line, and print all else "
         "to stderr."),
        ("not-utf8", "an answer is not UTF-8", "Write stdout as UTF-8, or as plain ASCII."),
        ("long-line", "a line is longer than 64 KiB", "Send the id, the action, a short note."),
        ("no-id", "an answer has no whole number as its id", "Echo the id of the request."),
        ("no-action", "an answer has no text as its action",
         "Send one of the actions that the request lists under \"legal\"."),
        ("bad-note", "the note of an answer is too long or no text",
         "Cut it to 500 characters."),
        ("bad-answer", "an answer is not as the protocol has it",
         "Send {\"id\":…,\"action\":\"…\"}, with a \"note\" if you like."),
        ("wrong-id", "an answer has the id of no open request",
         "Echo the id of the request; of a concurrent bot several may be open."),
        ("illegal-action", "an action is not legal",
         "Choose from the request's \"legal\": it is complete unless \"legal_truncated\" says "
         "otherwise."),
        ("not-concurrent", "it says that it plays several games at once, and cannot",
         "Keep what is remembered by game_id, or say \"concurrent\": false."),
    ),
    **_warnings(
        ("unknown-game", "it names a game that does not exist", "Correct the id, or remove it."),
        ("games-differ", "bot.yaml and its ready message name different games",
         "Name the games in one place; bot.yaml is what counts."),
        ("slow-start", "it takes long to be ready",
         "Import and load less: the start is paid in every sitting."),
        ("slow-decision", "a decision comes close to the limit",
         "Leave a margin: the machine of the tournament may be slower than this one."),
        ("memory-high", "it comes close to its limit of memory",
         "Keep less: the games here are fewer than those of a match."),
        ("memory-grows", "its memory grows with every game",
         "Forget a game when its end message comes."),
        ("no-exit", "it does not exit after the bye message",
         "End the program when bye comes or stdin is closed; it is killed after 1 s."),
        ("exit-status", "it ends with an error after its last game",
         "End with status 0: what is wrong shows on its stderr."),
        ("chatty-stderr", "it writes very much to stderr",
         "Write less: it costs time, and only the end of it is kept."),
        ("not-deterministic", "asked the same again, it answers differently",
         "Draw at random from the game's seed only, and do not depend on the clock, on process "
         "ids or on the order of sets."),
        ("odd-position", "it fails in a position that its own actions did not lead to here",
         "Take what there is from the observation and the events, not from what it answered."),
        ("unknown-member", "it fails when a message has a member that it does not know",
         "Pass over members you do not know: later versions may add some."),
    ),
}  # fmt: skip
"""By id."""
