"""Matches in worker processes that are watched: one that dies is replaced, its matches replayed.

Each worker has a pipe of its own to the parent and, for its log, a queue of its own, so that one
that is killed at the worst moment cannot hold up another.
"""

import contextlib
import logging
import multiprocessing
import os
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import monotonic

from multiprocessing_logging import MultiProcessingHandler

from arena.executors.core import Failure, Outcome, Play, Stop
from arena.executors.worker import work
from arena.match import MatchSpec

AHEAD = 2
"""Matches that a worker holds: the one it plays and the next, so that it never waits for us."""
GRACE_S = 3.0
"""How long running matches may take to end after a stop was requested."""
TRIES = 3
"""How often a match may take its worker down with it before it is given up."""
START_METHOD = "fork"

log = logging.getLogger("arena.executors")


def executor(jobs: int) -> "Processes":
    """With that many workers."""
    return Processes(jobs)


class Processes:
    """See the module."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._workers: list[_Worker] = []
        self._again: deque[MatchSpec] = deque()
        self._lost: dict[str, int] = {}

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes as they come."""
        if multiprocessing.get_start_method(allow_none=True) != START_METHOD:
            multiprocessing.set_start_method(START_METHOD, force=True)
        source = iter(specs)
        try:
            while True:
                if not stop.requested:
                    self._hand_out(source, play)
                busy = [worker for worker in self._workers if worker.held]
                if not busy:
                    return
                if stop.requested:
                    yield from self._wind_up(busy)
                    return
                yield from self._collect(busy, stop)
        finally:
            for worker in self._workers:
                worker.end()

    def _hand_out(self, source: Iterator[MatchSpec | None], play: Play) -> None:
        """Give every worker what it can hold, the idle ones first."""
        for level in range(AHEAD):
            for place in range(self._jobs):
                if place < len(self._workers) and len(self._workers[place].held) > level:
                    continue
                spec = self._again.popleft() if self._again else next(source, None)
                if spec is None:
                    return
                if place == len(self._workers):
                    self._workers.append(_Worker(play))
                self._workers[place].give(spec)

    def _collect(self, busy: list["_Worker"], stop: Stop) -> Iterator[Outcome]:
        """Wait until something happens, and tell what did."""
        signs: list[Connection | int] = [stop.fileno()]
        for worker in busy:
            signs += [worker.pipe, worker.process.sentinel]
        ready = wait(signs)
        for worker in busy:
            if worker.pipe in ready or worker.process.sentinel in ready:
                try:
                    yield worker.take()
                except (EOFError, OSError):
                    yield from self._bury(worker)

    def _bury(self, worker: "_Worker") -> Iterator[Outcome]:
        """A worker died: play its matches again, unless one keeps taking workers down."""
        self._workers.remove(worker)
        worker.end()
        log.warning("a worker ended unexpectedly (exit code %s)", worker.process.exitcode)
        for place, spec in enumerate(worker.held):
            if place == 0:
                self._lost[spec.id] = self._lost.get(spec.id, 0) + 1
            if self._lost.get(spec.id, 0) >= TRIES:
                yield Outcome(spec, Failure(f"its worker died {TRIES} times", host=True))
            else:
                self._again.append(spec)

    def _wind_up(self, busy: list["_Worker"]) -> Iterator[Outcome]:
        """Take back what has not begun, and what is running if it ends soon."""
        until = monotonic() + GRACE_S
        for worker in busy:
            del worker.held[1:]
        while busy and (left := until - monotonic()) > 0:
            ready = wait([worker.pipe for worker in busy], left)
            for worker in [worker for worker in busy if worker.pipe in ready]:
                busy.remove(worker)
                try:
                    yield worker.take()
                except (EOFError, OSError):
                    continue


class _Into(logging.Handler):
    """Hands a worker's records to this process's own handlers."""

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).callHandlers(record)


class _Worker:
    """A worker process and the matches it holds, the running one first."""

    def __init__(self, play: Play) -> None:
        self.held: list[MatchSpec] = []
        self._log = MultiProcessingHandler("worker-log", sub_handler=_Into())
        ours, theirs = multiprocessing.Pipe()
        self.pipe: Connection = ours
        self.process: BaseProcess = multiprocessing.Process(
            target=work, args=(theirs, ours, self._log, play, os.getpid()), daemon=False
        )
        self.process.start()
        theirs.close()

    def give(self, spec: MatchSpec) -> None:
        """One more match to play."""
        self.held.append(spec)
        with contextlib.suppress(OSError):  # it died; noticed where results are awaited
            self.pipe.send(spec)

    def take(self) -> Outcome:
        """The outcome of the running match. EOFError or OSError when the worker has died."""
        result = self.pipe.recv()
        return Outcome(self.held.pop(0), result)

    def end(self) -> None:
        """End it: at once where it still plays, by itself where it is idle."""
        if self.held:
            self.process.kill()
        with contextlib.suppress(OSError):
            # Closing our end would not do: workers started later hold copies of it.
            self.pipe.send(None)
        self.pipe.close()
        self.process.join()
        self._log.close()
