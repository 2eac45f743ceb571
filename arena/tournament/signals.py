"""Ctrl-C and its relatives: the first asks for an orderly end, the second ends at once."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self

from arena.executors import Stop

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SHOW_CURSOR = b"\x1b[?25h\n"


class Stopped(BaseException):
    """The run was told to end by the signal of that number before it had begun to play."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Signals:
    """Within, the first signal raises Stopped or, once there is a `stop`, requests that.

    Signals that are ignored, as after `nohup`, stay so.
    """

    def __init__(self) -> None:
        self.came: list[int] = []
        self.stop: Stop | None = None
        self._before: dict[int, object] = {}

    def __enter__(self) -> Self:
        for number in ENDING:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            _leave(128 + number)
        self.came.append(number)
        if self.stop is None:
            raise Stopped(number)
        self.stop.request()


@contextmanager
def stopped_by_signals(stop: Stop) -> Iterator[list[int]]:
    """Within, signals request `stop`; yields the list of those that came."""
    with Signals() as signals:
        signals.stop = stop
        yield signals.came


def _leave(code: int) -> None:
    """End this process here and now; workers and bots die with it."""
    if os.isatty(2):
        os.write(2, SHOW_CURSOR)  # a progress bar may have hidden it
    os._exit(code)
