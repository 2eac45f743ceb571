"""Going through a replay in a terminal by keys."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from arena.replay.steps import Replay, Step, lines_seen
from arena.replay.terminal import Ink, drawn

HELP = "→ ← step   ↑ ↓ round   Home End   number Enter: seek   n: next note or fault   s: seat   q"

NEXT = ("\x1b[C", "\x1bOC", " ", "l")
BACK = ("\x1b[D", "\x1bOD", "h", "\x7f")
FIRST = ("\x1b[H", "\x1bOH", "\x1b[1~", "g")
LAST = ("\x1b[F", "\x1bOF", "\x1b[4~", "G")
NEXT_CHAPTER = ("\x1b[B", "\x1bOB", "\x1b[6~", "j")
LAST_CHAPTER = ("\x1b[A", "\x1bOA", "\x1b[5~", "k")
QUIT = ("q", "Q", "\x1b", "\x04")
CLEAR = "\x1b[H\x1b[2J"
OTHER_SCREEN, OWN_SCREEN = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


class Place(NamedTuple):
    """Where the reader is: which step, seen by which seat, and what has been typed to seek."""

    at: int = 0
    seat: int | None = None
    typed: str = ""


def pressed(key: str, place: Place, replay: Replay) -> Place | None:
    """Where a key leads; None: out."""
    last = len(replay.steps) - 1
    at, seat, typed = place
    if key.isdecimal() and key.isascii():
        return Place(at, seat, typed + key)
    if key in ("\r", "\n"):
        return Place(min(last, int(typed)) if typed else min(last, at + 1), seat)
    if key in QUIT:
        return None
    if key == "s":
        following = 0 if seat is None else seat + 1
        return Place(at, following if following < len(replay.players) else None)
    return Place(_to(key, at, last, replay.steps, seat), seat)


def _to(key: str, at: int, last: int, steps: tuple[Step, ...], seat: int | None) -> int:
    """The step that a key leads to: single steps pass over those of which the seat is not told."""
    if key in NEXT:
        return next((n for n in range(at + 1, last) if lines_seen(steps[n], seat)), last)
    if key in BACK:
        return next((n for n in range(at - 1, 0, -1) if lines_seen(steps[n], seat)), 0)
    if key in FIRST:
        return 0
    if key in LAST:
        return last
    if key in NEXT_CHAPTER:
        return next((n for n in range(at + 1, last) if steps[n].chapter), last)
    if key in LAST_CHAPTER:
        return next((n for n in range(at - 1, 0, -1) if steps[n].chapter), 0)
    if key == "n":
        return next((n for n in range(at + 1, last + 1) if _remarkable(steps[n])), at)
    return at


def _remarkable(step: Step) -> bool:
    return any(line.note or line.fault for line in step.lines)


def browse(
    replay: Replay, place: Place, key: Callable[[], str], ink: Callable[[], Ink]
) -> Iterator[str]:
    """What to write to the terminal, until the reader leaves.

    `key` waits for a key; `ink` says what the terminal is like now.
    """
    yield OTHER_SCREEN
    try:
        here: Place | None = place
        while here is not None:
            seek = f"\n  seek: {here.typed}" if here.typed else ""
            brush = ink()
            board = drawn(replay, here.at, here.seat, brush)
            yield f"{CLEAR}{board}\n\n{brush(HELP[: brush.width], 'dim')}{seek}"
            here = pressed(key(), here, replay)
    finally:
        yield OWN_SCREEN
