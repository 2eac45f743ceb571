"""A replay as one page: the table drawn at every step, and all that happened as text."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from arena.publish.pages import page
from arena.replay import Board, Replay, SeatBoard, Step
from arena.texts import literal


class Chapter(NamedTuple):
    """Steps by number under a heading; it is empty before the first."""

    title: str
    steps: list[tuple[int, Step]]


def replay_page(replay: Replay, back: tuple[str, str] | None = None) -> bytes:
    """The page. `back`: the address and the title of the page that it belongs to."""
    result = replay.recorded.result
    return page(
        "replay.html",
        title=replay.title,
        game=result.id,
        options=replay.recorded.spec.options,
        players=replay.players,
        ranks=result.ranks,
        scores=result.scores,
        chapters=_chapters(replay.steps),
        last=len(replay.steps) - 1,
        hidden=_has_hidden(replay.steps),
        table=_harmless(_table(replay)),
        back=back,
    )


def _chapters(steps: Iterable[Step]) -> list[Chapter]:
    chapters: list[Chapter] = []
    for number, step in enumerate(steps):
        if step.chapter or not chapters:
            chapters.append(Chapter(step.chapter, []))
        chapters[-1].steps.append((number, step))
    return chapters


def _has_hidden(steps: Iterable[Step]) -> bool:
    return any(line.to is not None for step in steps for line in step.lines)


class _Parts:
    """Each different part of the boards once; boards name parts by number."""

    def __init__(self) -> None:
        self.listed: list[Any] = []
        self._known: dict[bytes, int] = {}

    def number(self, part: object) -> int:
        """The number of that part."""
        key = msgspec.json.encode(part)
        if key not in self._known:
            self._known[key] = len(self.listed)
            self.listed.append(msgspec.json.decode(key))
        return self._known[key]


def _table(replay: Replay) -> dict[str, Any]:
    """What the script draws from: see `board.py` for the pieces."""
    parts = _Parts()
    boards = [_board(step.board, parts) for step in replay.steps]
    return {"players": list(replay.players), "parts": parts.listed, "boards": boards}


def _board(board: Board, parts: _Parts) -> list[Any]:
    return [
        parts.number(board.facts),
        [parts.number(zone) for zone in board.zones],
        [parts.number(one) for one in _seats(board.seats, parts)],
    ]


def _seats(seats: Iterable[SeatBoard], parts: _Parts) -> Iterator[dict[str, Any]]:
    for seat in seats:
        told: dict[str, Any] = msgspec.to_builtins(seat)
        yield {**told, "zones": [parts.number(zone) for zone in seat.zones]}


def _harmless(value: Any) -> Any:
    """The same with every text made harmless."""
    match value:
        case str():
            return literal(value)
        case list():
            return [_harmless(item) for item in value]
        case dict():
            return {key: _harmless(item) for key, item in value.items()}
    return value
