"""The events of one game: what the record keeps, and what each seat is told of them."""

from collections.abc import Sequence
from functools import lru_cache

from arena.games.core import Action, Event, Seat
from arena.results import Fault
from arena.wire import encode

KEPT_LINES = 1 << 14
"""How many encoded action events are remembered: most games have few different ones."""


class EventLog:
    """Events in the order they happened, each encoded once.

    A line of the record may hold members that no player is told: notes, details, times.
    """

    __slots__ = ("_ms", "_private", "_recorded", "_seen", "_told", "lines")

    def __init__(self, seats: int) -> None:
        self.lines: list[bytes] = []
        self._private: dict[int, Sequence[Seat]] = {}
        self._recorded: dict[int, bytes] = {}
        self._ms: dict[int, int] = {}
        self._seen = [0] * seats
        self._told: tuple[int, int, bytes] = (0, 0, b"[]")

    def emit(self, events: Sequence[Event]) -> None:
        """Events of the game itself."""
        for event in events:
            if "to" in event:
                self._private[len(self.lines)] = event["to"]
            self.lines.append(encode(event))

    def fault(self, seat: Seat, fault: Fault) -> None:
        """A seat failed; the detail is for the record."""
        event: Event = {"event": "fault", "player": seat, "fault": fault.kind}
        if fault.earlier:
            event["earlier"] = True
        self._recorded[len(self.lines)] = encode({**event, "detail": fault.detail})
        self.lines.append(encode(event))

    def action(self, seat: Seat, action: Action, secret: bool, fallback: bool = False) -> None:
        """A seat's decision, shown to that seat alone where it is secret."""
        if secret:
            self._private[len(self.lines)] = (seat,)
        self.lines.append(_action_line(seat, action, secret, fallback))

    def note(self, note: str) -> None:
        """The note that came with the action last written, for the record."""
        line = len(self.lines) - 1
        self._recorded[line] = b'%b,"note":%b}' % (self.lines[line][:-1], encode(note))

    def took(self, ms: int) -> None:
        """The milliseconds of the action last written, for the record."""
        self._ms[len(self.lines) - 1] = ms

    def told(self, seat: Seat) -> bytes:
        """The encoded list of what the seat may know of what happened since it was last told.

        The same object for seats that are told the same.
        """
        since, until = self._seen[seat], len(self.lines)
        self._seen[seat] = until
        if self._private and any(line >= since for line in reversed(self._private)):
            return b"[%b]" % b",".join(self._visible(seat, since))
        told_since, told_until, told = self._told
        if told_since != since or told_until != until:
            told = b"[%b]" % b",".join(self.lines[since:])
            self._told = (since, until, told)
        return told

    def _visible(self, seat: Seat, since: int) -> list[bytes]:
        private = self._private
        return [
            line
            for i, line in enumerate(self.lines[since:], since)
            if i not in private or seat in private[i]
        ]

    def record(self, *, timing: bool) -> list[bytes]:
        """The record's lines; `timing`: with the milliseconds that decisions took."""
        lines = self.lines.copy()
        for i, line in self._recorded.items():
            lines[i] = line
        if timing:
            for i, ms in self._ms.items():
                lines[i] = b'%b,"ms":%d}' % (lines[i][:-1], ms)
        return lines


@lru_cache(KEPT_LINES)
def _action_line(seat: Seat, action: Action, secret: bool, fallback: bool) -> bytes:
    event: Event = {"event": "action", "player": seat, "action": action}
    if fallback:
        event["fallback"] = True
    if secret:
        event["to"] = [seat]
    return encode(event)
