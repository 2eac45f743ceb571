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
from threading import Condition, Thread
from time import monotonic, sleep

from multiprocessing_logging import MultiProcessingHandler

import sandbox
from arena.executors.core import Failure, Outcome, Play, Stop
from arena.executors.worker import INTERRUPT, Done, work
from arena.match import MatchSpec

GRACE_S = 1.5
"""How long running matches may take to end after a stop was requested."""
ENDING_S = 2.0
"""How long a worker may take to end its bots and then itself."""
ORPHAN_S = 0.05
"""How long what a killed worker has begun to build takes to die with it, if it does."""
RECORDS_S = 5.0
"""How long the log records of a match may be on their way after its result."""
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
        self._next: deque[MatchSpec] = deque()
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
            self._end_all()

    def _hand_out(self, source: Iterator[MatchSpec | None], play: Play) -> None:
        """Give every worker a match, and its next one too, so that it never waits for us.

        Near the end nothing is given in advance, so that nobody is idle while others have two.
        """
        while (place := self._idle()) is not None and self._read(source, 1):
            if place == len(self._workers):
                self._workers.append(_Worker(play))
            self._workers[place].give(self._next.popleft())
        for worker in self._workers:
            if len(worker.held) == 1 and self._read(source, self._jobs + 1):
                worker.give(self._next.popleft())

    def _idle(self) -> int | None:
        """The place of a worker that has nothing to do, or of one that could be started."""
        places = (place for place, worker in enumerate(self._workers) if not worker.held)
        return next(places, len(self._workers) if len(self._workers) < self._jobs else None)

    def _read(self, source: Iterator[MatchSpec | None], matches: int) -> bool:
        """Whether there are so many matches to be given, or more can be had."""
        while len(self._next) < matches and (spec := next(source, None)):
            self._next.append(spec)
        return len(self._next) >= matches

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
        worker.kill()
        _sweep()
        log.warning("a worker ended unexpectedly (exit code %s)", worker.process.exitcode)
        for place, spec in enumerate(worker.held):
            if place == 0:
                self._lost[spec.id] = self._lost.get(spec.id, 0) + 1
            if self._lost.get(spec.id, 0) >= TRIES:
                yield Outcome(spec, Failure(f"its worker died {TRIES} times", host=True))
            else:
                self._next.append(spec)

    def _wind_up(self, busy: list["_Worker"]) -> Iterator[Outcome]:
        """Take in what is running, if it ends soon, and nothing that begins after that."""
        until = monotonic() + GRACE_S
        while busy and (left := until - monotonic()) > 0:
            ready = wait([worker.pipe for worker in busy], left)
            for worker in [worker for worker in busy if worker.pipe in ready]:
                busy.remove(worker)
                with contextlib.suppress(EOFError, OSError):
                    outcome = worker.take()
                    if worker.held:
                        worker.interrupt()
                    yield outcome

    def _end_all(self) -> None:
        """End all workers by asking them, and those that do not listen by force."""
        busy = [worker for worker in self._workers if worker.held]
        for worker in self._workers:
            if worker.held:
                worker.interrupt()
            else:
                worker.dismiss()
        until = monotonic() + ENDING_S
        for worker in self._workers:
            worker.process.join(max(0.0, until - monotonic()))
            worker.kill()
        if busy:
            _sweep()


class _Into(logging.Handler):
    """Hands a worker's records to this process's own handlers, and counts them."""

    def __init__(self) -> None:
        super().__init__()
        self._arrived = 0
        self._more = Condition()

    def emit(self, record: logging.LogRecord) -> None:
        logging.getLogger(record.name).callHandlers(record)
        with self._more:
            self._arrived += 1
            self._more.notify_all()

    def wait_for(self, records: int, seconds: float) -> bool:
        """Whether so many have come, at last after so many seconds."""
        with self._more:
            return self._more.wait_for(lambda: self._arrived >= records, seconds)


class _Worker:
    """A worker process and the matches it holds, the running one first."""

    def __init__(self, play: Play) -> None:
        self.held: list[MatchSpec] = []
        self._into = _Into()
        self._log = MultiProcessingHandler("worker-log", sub_handler=self._into)
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
        """The outcome of the running match, which counts once all that it logged is here too.

        EOFError or OSError when the worker has died before that.
        """
        done: Done = self.pipe.recv()
        until = monotonic() + RECORDS_S
        while not self._into.wait_for(done.records, 0.2):
            if not self.process.is_alive():
                raise EOFError
            if monotonic() > until:
                log.warning("a worker's log is incomplete")
                break
        return Outcome(self.held.pop(0), done.result)

    def dismiss(self) -> None:
        """Ask it to end. Closing our end would not do: later workers hold copies of it."""
        with contextlib.suppress(OSError):
            self.pipe.send(None)

    def interrupt(self) -> None:
        """Have it end amid a match: it ends its bots first, also those it has only begun to start.

        Killed in that moment, it would leave half-built sandboxes behind.
        """
        if self.process.is_alive() and self.process.pid:
            os.kill(self.process.pid, INTERRUPT)

    def kill(self) -> None:
        """End it at once, if it has not ended; doing it twice is fine."""
        if self.pipe.closed:
            return
        self.process.kill()
        self.process.join()
        self.pipe.close()
        # On the side: where the worker died within a record this takes its time.
        Thread(target=self._log.close, daemon=True).start()


def _sweep() -> None:
    """Remove what workers left that had no time to do it themselves."""
    sleep(ORPHAN_S)
    sandbox.sweep()
