"""What a worker process does: play the matches that come through its pipe."""

import ctypes
import logging
import os
import signal
from multiprocessing.connection import Connection
from types import FrameType
from typing import NamedTuple

from arena.executors.core import Failure, Play
from arena.executors.inline import attempt
from arena.results import MatchResult

PR_SET_PDEATHSIG = 1
INTERRUPT = signal.SIGUSR1
"""Ends a worker amid a match."""
LEFT_TO_THE_PARENT = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE)


class Done(NamedTuple):
    """A match has ended; `records` is how many log records the worker has sent so far."""

    result: MatchResult | Failure
    records: int


class Counted(logging.Handler):
    """Passes records on and counts them."""

    def __init__(self, into: logging.Handler) -> None:
        super().__init__()
        self._into = into
        self.sent = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.sent += 1
        self._into.emit(record)


def work(
    pipe: Connection, parents_end: Connection, records: logging.Handler, play: Play, parent: int
) -> None:
    """Until None is received: receive a MatchSpec, play it, send what came of it as a Done."""
    parents_end.close()
    _die_with(parent)
    # Ctrl-C and a closed terminal reach the whole process group; what becomes of a running match
    # the parent decides. Not SIG_IGN, which the bots would inherit.
    for number in LEFT_TO_THE_PARENT:
        signal.signal(number, _nothing)
    signal.signal(INTERRUPT, _end)
    log = Counted(records)
    logging.getLogger().handlers[:] = [log]
    try:
        while (spec := pipe.recv()) is not None:
            result = attempt(spec, play)
            pipe.send(Done(result, log.sent))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has gone


def _nothing(number: int, frame: FrameType | None) -> None:
    """Let a signal pass."""


def _end(number: int, frame: FrameType | None) -> None:
    """End, and whatever is open at this moment: bots, and sandboxes that are being built."""
    signal.signal(number, _nothing)
    raise SystemExit


def _die_with(parent: int) -> None:
    """Be killed when the parent is, so that neither workers nor bots are left behind."""
    try:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return  # not Linux: there a worker may outlive a killed parent
    if os.getppid() != parent:
        os._exit(1)
