"""Ctrl-C and its relatives: the first asks for an orderly end, the second ends at once."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from arena.executors import Stop

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def stopped_by_signals(stop: Stop) -> Iterator[list[int]]:
    """Within, signals request `stop`; yields the list of those that came."""
    came: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if came:
            os._exit(128 + number)  # workers and bots die with this process
        came.append(number)
        stop.request()

    before = {number: signal.signal(number, ask) for number in ENDING}
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
