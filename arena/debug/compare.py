"""Tell a bot what a seat was told then, until it says something else."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec

from arena import wire
from arena.debug.retell import Message, Reply
from arena.debug.talk import Talk
from arena.games.core import Game
from arena.results import Fault


class Heard(NamedTuple):
    """What the bot said, and how long it took, in seconds."""

    reply: Reply
    seconds: float


class Compared(NamedTuple):
    """How far it came: `requests` that it was asked, and the last of them.

    `heard` None: it was asked nothing. `same`: whether all replies were those of then.
    """

    requests: int
    same: bool
    message: Message | None = None
    heard: Heard | None = None


def compare(
    messages: Sequence[Message],
    talk: Talk,
    game: Game,
    limits: dict[str, float | None],
    pause: Callable[[Message], None] = lambda message: None,
) -> Compared:
    """Tell the bot the messages one by one, waiting for each reply, until one differs.

    `limits`: start_s and move_s, None for no limit. `pause` is called before each request.
    """
    requests = 0
    last: tuple[Message, Heard] | None = None
    for place, message in enumerate(messages):
        if message.expected is not None:
            pause(message)
        said = monotonic()
        talk.say(message.line)
        if place == 0:
            ready = _ready(talk, limits["start_s"])
            if ready is not None:
                return Compared(0, False, message, Heard(ready, monotonic() - said))
        if message.expected is None:
            continue
        requests += 1
        reply = _reply(talk, message, limits["move_s"], game)
        last = message, Heard(reply, monotonic() - said)
        if not _same(message.expected, reply, game):
            return Compared(requests, False, *last)
        if isinstance(reply, Fault):
            break
    return Compared(requests, True, *last) if last else Compared(0, True)


def _ready(talk: Talk, seconds: float | None) -> Fault | None:
    """Wait for `ready`; why there is none."""
    line = _line(talk, seconds)
    if isinstance(line, Fault):
        return Fault("start", line.detail)
    try:
        wire.read_ready(line)
    except wire.WireError as error:
        return Fault("start", f"{error}; it wrote: {wire.shown(line)}")
    return None


def _reply(talk: Talk, message: Message, seconds: float | None, game: Game) -> Reply:
    line = _line(talk, seconds)
    if isinstance(line, Fault):
        return line
    try:
        request, answer = wire.read_reply(line)
    except wire.WireError as error:
        return Fault("invalid", f"{error}; it wrote: {wire.shown(line)}")
    if request != message.request:
        return Fault("invalid", f"no request with id {request} is open, but {message.request} is")
    asked = msgspec.json.decode(message.line)
    if game.canonical(answer.action) not in asked["legal"] and "legal_truncated" not in asked:
        return Fault("illegal", f"{answer.action[:200]!a} is not legal here")
    return answer


def _line(talk: Talk, seconds: float | None) -> bytes | Fault:
    try:
        line = talk.hear(seconds)
    except EOFError:
        return Fault("crash", f"it has ended: {talk.ended()}")
    if line is None:
        return Fault("timeout", f"no answer within {seconds:g} s")
    if len(line) > wire.MAX_LINE:
        return Fault("invalid", f"a line longer than {wire.MAX_LINE} bytes")
    return line


def _same(then: Reply, now: Reply, game: Game) -> bool:
    """Whether it is the same action, however written, or the same kind of fault."""
    if isinstance(then, Fault):
        return isinstance(now, Fault) and now.kind == then.kind
    return not isinstance(now, Fault) and game.canonical(now.action) == then.action
