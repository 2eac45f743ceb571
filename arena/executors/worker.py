"""What a worker process does: play the matches that come through its pipe."""

import ctypes
import logging
import os
import signal
from multiprocessing.connection import Connection

from arena.executors.core import Play
from arena.executors.inline import attempt

PR_SET_PDEATHSIG = 1


def work(
    pipe: Connection, parents_end: Connection, records: logging.Handler, play: Play, parent: int
) -> None:
    """Until None is received: receive a MatchSpec, play it, send its result or Failure."""
    parents_end.close()
    _die_with(parent)
    # Ctrl-C reaches the whole process group; what becomes of a running match the parent decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    logging.getLogger().handlers[:] = [records]
    while (spec := pipe.recv()) is not None:
        pipe.send(attempt(spec, play))


def _die_with(parent: int) -> None:
    """Be killed when the parent is, so that neither workers nor bots are left behind."""
    try:
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):
        return  # not Linux: there a worker may outlive a killed parent
    if os.getppid() != parent:
        os._exit(1)
