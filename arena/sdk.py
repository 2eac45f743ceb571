"""Write a bot in Python: a class with one method, and one call that plays it.

    from arena.sdk import Bot, run

    class Careful(Bot):
        def act(self, observation, legal):
            return legal[0]

    run(Careful)

Standard library only, and as little of it as can be: a bot's start is paid in every sitting.
`print` in a bot goes to stderr, because stdout belongs to the protocol.
"""

import sys
from time import monotonic

if sys.platform == "win32":
    import nt as system
else:
    import posix as system  # `os` alone would add a tenth to Python's start

TYPE_CHECKING = False  # `typing` alone takes as long to import as Python to start
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random
    from typing import Any

    Json = Any
    Answer = str | tuple[str, str | None]
    Scan = Callable[[str, int], tuple[Json, int]]
    Quote = Callable[[str], str]

CHUNK = 1 << 16
"""Bytes read at once: as many as a pipe holds."""
HOLD_S = 0.002
"""How long answers may be held to be written together."""
MAX_NOTE = 500
MAX_SHOWN = 4000
REQUEST = '{"type":"act"'
EVENTS = ',"events":'
"""Before what is half of a request's length, and of the time to read it, where it comes last."""
OTHERS = 5
"""A request has so many members beside `events`: it was the last where they all came before it."""


class Bot:
    """A player of one game. Every game gets an object of its own, so `self` is its memory.

    Write `act`; `start` and `end` where wanted. The attributes are set before `start` is called.
    """

    games: "Sequence[str] | None" = None
    """Ids of the games it plays; None: any."""
    name: str | None = None
    version: str | None = None
    author: str | None = None
    concurrent: bool = True
    """False: one game at a time, which is slower (for bots whose games share memory)."""

    game: str
    """Id of the game that is played."""
    options: "dict[str, Json]"
    players: list[str]
    """What the players are called, by seat."""
    seat: int
    seed: int
    """The bot's own number for this game; `rng` is seeded from it."""
    limits: "dict[str, Json]"
    """start_s, move_s, game_s (seconds; None: no limit) and memory_mb."""
    legal_truncated: bool
    """Whether more actions are legal than are listed."""

    # Named so that no author's own attribute meets them.
    _arena_rng: "Random | None" = None
    _arena_events: "list[dict[str, Json]]"
    _arena_unread: "tuple[Scan, str, int] | None" = None

    @property
    def events(self) -> "list[dict[str, Json]]":
        """What happened, as far as this seat may know, since the last message of this game."""
        if self._arena_unread is not None:  # many bots never look
            scan, text, at = self._arena_unread
            self.events = scan(text, at)[0]
        return self._arena_events

    @events.setter
    def events(self, events: "list[dict[str, Json]]") -> None:
        self._arena_events, self._arena_unread = events, None

    @property
    def rng(self) -> "Random":
        """A generator that draws the same again when the game is played again."""
        if self._arena_rng is None:
            from random import Random  # takes milliseconds: only who draws shall pay them

            self._arena_rng = Random(self.seed)
        return self._arena_rng

    def start(self) -> None:
        """The game begins."""

    def act(self, observation: "dict[str, Json]", legal: list[str]) -> "Answer":
        """One of the `legal` actions, or `(action, note)` with a note for the replay."""
        raise NotImplementedError(f"{type(self).__name__} needs a method act(observation, legal)")

    def end(self, result: "dict[str, Json]") -> None:
        """The game is over: `ranks`, `scores` and `tiebreaks` by seat."""


def run(bot: type[Bot]) -> None:
    """Play until the referee says goodbye. Does nothing in a file that is imported, not started."""
    if sys._getframe(1).f_globals.get("__name__") != "__main__":
        return
    if system.isatty(0):
        print("This bot waits for a referee's messages, one JSON object a line.", file=sys.stderr)
    source, sink = _stdio or _take_stdio()
    try:
        _play(_Games(bot), source, sink)
    except BrokenPipeError:
        return  # the referee is gone, and with it whoever would read a complaint


class _Games:
    """The games in play in this process, and the answers that are not written yet."""

    def __init__(self, bot: type[Bot]) -> None:
        self.bot = bot
        self.scan, self.quoted = _json()
        self.open: dict[str, Bot] = {}
        self.answers: list[str] = []
        self.limits: dict[str, Json] = {}

    def take(self, message: "dict[str, Json]") -> None:
        """Any message but a request."""
        match message["type"]:
            case "hello":
                self.limits = message.get("limits", {})
                self.answers.append(_ready(self.bot, self.quoted))
            case "start":
                self._start(message)
            case "end":
                bot = self.open.pop(message["game_id"])
                bot.events = message["events"]
                bot.end(message)

    def _start(self, message: "dict[str, Json]") -> None:
        bot = self.open[message["game_id"]] = self.bot()
        bot.game, bot.options = message["game"], message["options"]
        bot.players, bot.seat = message["players"], message["seat"]
        bot.seed, bot.limits = message["seed"], self.limits
        bot.events, bot.legal_truncated = [], False
        bot.start()


def _play(games: _Games, source: int, sink: int) -> None:
    """Answer what comes from `source` until `bye` or its end.

    What one read brought is answered with one write, if that does not take long: a write, and the
    referee's waking up for it, cost more than a simple bot's decision.
    """
    scan, quoted, playing, answers = games.scan, games.quoted, games.open, games.answers
    lazy = games.bot.events is Bot.events  # else events put off would never be seen
    line = rest = b""
    while chunk := system.read(source, CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        held_since = monotonic()
        try:
            for line in lines:
                text = line.decode()
                message, events_at = _read(scan, text) if lazy else (scan(text, 0)[0], 0)
                if message["type"] != "act":
                    if message["type"] == "bye":
                        return
                    games.take(message)
                    continue
                bot = playing[message["game_id"]]
                if events_at:
                    bot._arena_unread = (scan, text, events_at)
                else:
                    bot.events = message["events"]
                bot.legal_truncated = "legal_truncated" in message
                answer = bot.act(message["observation"], message["legal"])
                if answer.__class__ is str:
                    answers.append(f'{{"id":{message["id"]},"action":{quoted(answer)}}}\n')
                else:
                    answers.append(_answer(message["id"], answer, quoted))
                if monotonic() - held_since > HOLD_S:
                    _write(sink, answers)
                    held_since = monotonic()
        except Exception:
            shown = line.decode(errors="replace")[:MAX_SHOWN]
            print("The bot failed at", shown, file=sys.stderr)
            raise
        finally:
            _write(sink, answers)


def _read(scan: "Scan", text: str) -> "tuple[dict[str, Json], int]":
    """A message, and where its events are if they were left for who looks at them, else 0."""
    at = text.find(EVENTS) if text.startswith(REQUEST) else -1
    if at > 0 and text.find(EVENTS, at + 1) < 0 and text.endswith("]}"):
        message = scan(f"{text[:at]}}}", 0)[0]
        if len(message) >= OTHERS:
            return message, at + len(EVENTS)
    return scan(text, 0)[0], 0


def _answer(request: int, answer: object, quoted: "Quote") -> str:
    """The line of an answer that is not just a str. TypeError where it is no answer."""
    match answer:
        case (str() as action) | (str() as action, None):
            return f'{{"id":{request},"action":{quoted(action)}}}\n'
        case (str() as action, str() as note):
            short = quoted(note[:MAX_NOTE])
            return f'{{"id":{request},"action":{quoted(action)},"note":{short}}}\n'
    raise TypeError(f"act must return one of the legal actions or (action, note), not {answer!r}")


def _ready(bot: type[Bot], quoted: "Quote") -> str:
    members = ['"type":"ready"', f'"concurrent":{"true" if bot.concurrent else "false"}']
    if bot.games is not None:
        members.append(f'"games":[{",".join(map(quoted, bot.games))}]')
    for key in ("name", "version", "author"):
        word = getattr(bot, key)
        if word is not None:
            members.append(f'"{key}":{quoted(str(word))}')
    return f"{{{','.join(members)}}}\n"


def _write(sink: int, answers: list[str]) -> None:
    """Write all that is ready."""
    if answers:
        lines = "".join(answers).encode()
        answers.clear()
        while lines:
            lines = lines[system.write(sink, lines) :]


def _take_stdio() -> tuple[int, int]:
    """The protocol's descriptors. From here on fd 1 is stderr, and there is nothing in fd 0.

    So whatever prints or reads, in Python or in a C library, cannot disturb the protocol.
    """
    source, sink = system.dup(0), system.dup(1)
    empty, end = system.pipe()
    system.close(end)
    system.dup2(empty, 0)
    system.close(empty)
    system.dup2(2, 1)
    return source, sink


class _Plain:
    """What json's scanner asks for: JSON as it is, without hooks."""

    strict = True
    object_hook = object_pairs_hook = array_hook = None
    parse_int = int
    parse_float = parse_constant = float


def _json() -> "tuple[Scan, Quote]":
    """How to read the value at an index of a text, and how to write a string.

    Taken from what lies below `json` where it is there: `json` takes as long to import as Python
    to start.
    """
    try:
        from _json import encode_basestring_ascii, make_scanner

        return make_scanner(_Plain), encode_basestring_ascii  # type: ignore[arg-type]
    except (ImportError, AttributeError, TypeError):
        from json import JSONDecoder, dumps

        return JSONDecoder().raw_decode, dumps


# A launched bot's stdout is taken away here, and not by `run`, so that it can print before that.
_stdio = _take_stdio() if hasattr(sys.modules["__main__"], "__arena__") else None
