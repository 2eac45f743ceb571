"""How long a bot may think, fair on a busy machine.

What counts against a bot is the time since its clock started, less the time its threads were
ready to run while other processes had the processors, but never less than the processor time it
used itself; so more threads bring no more time. The referee's own lateness does not count either.
A reading takes a look into /proc, so it is taken only of bots that are slow to answer: once after
a first slice of the limit, and again when the limit is reached. Where a budget is kept, it is
taken at once.
"""

from typing import NamedTuple, Protocol

SLICE = 0.1
"""The share of the limit after which the first reading is taken."""
NEARLY = 0.999
"""The share of the limit that counts as all of it: timers are no finer."""
HARD = 8.0
"""So many times its limit a bot may take on the wall clock before the machine is at fault."""
HARD_LEAST_S = 5.0
"""The machine is given that long even where limits are very short."""


class Measured(Protocol):
    """A process whose use of the processors can be read."""

    def cpu_s(self) -> float: ...
    def waited_s(self) -> float | None: ...


class HostFault(Exception):
    """The machine, not a bot, spoiled a match: it is to be played again."""


class _Reading(NamedTuple):
    at: float
    cpu_s: float
    waited_s: float | None


class Clock:
    """The clock of one bot. Times are seconds of the monotonic clock.

    `alone` False: the bot may have several processes. Then its waits count too, as it could be
    kept waiting by its own ones.
    """

    __slots__ = ("_alone", "_base", "_limit", "_measured", "_spared", "_started", "alarm")

    def __init__(self, measured: Measured, *, alone: bool = True) -> None:
        self._measured = measured
        self._alone = alone
        self._started = 0.0
        self._spared = 0.0
        self._base: _Reading | None = None
        self.alarm = float("inf")

    def start(self, limit: float, now: float, *, exact: bool = False) -> None:
        """A decision that may take `limit` seconds is asked for now.

        `exact`: `taken` is to be fair however soon the answer comes.
        """
        self._started = now
        self._limit = limit
        self._spared = 0.0
        self._base = self._read(now) if exact else None
        self.alarm = now + limit * (1.0 if exact else SLICE)

    def stop(self) -> None:
        """Nothing is asked of the bot."""
        self.alarm = float("inf")

    def spare(self, seconds: float) -> None:
        """Do not count this time: the referee itself did not run."""
        self._spared += seconds

    def expired(self, now: float) -> bool:
        """The alarm has gone off: whether the time is really up; if not, it is set anew.

        Raises HostFault when the bot waited so long for a processor that nothing can be said.
        """
        elapsed = now - self._started - self._spared
        if self._base is None:
            self._base = self._read(now)
            self.alarm = now + max(self._limit - elapsed, self._limit * SLICE)
            return False
        counted = self.taken(now)
        if counted >= self._limit * NEARLY:
            return True
        if elapsed > max(self._limit * HARD, HARD_LEAST_S):
            raise HostFault(
                f"a bot waited for a processor for most of {elapsed:.1f} s: the machine is "
                "overloaded"
            )
        self.alarm = now + self._limit - counted
        return False

    def taken(self, now: float) -> float:
        """The time that counts until now, the part before the first reading in proportion."""
        elapsed = now - self._started - self._spared
        if self._base is None or elapsed <= 0:
            return max(elapsed, 0.0)
        since, cpu_before, waited_before = self._base
        _, cpu_s, waited_s = self._read(now)
        measured = now - since
        if measured <= 0 or waited_s is None or waited_before is None:
            return elapsed
        ran = max(measured - (waited_s - waited_before), cpu_s - cpu_before)
        return elapsed * min(1.0, ran / measured)

    def _read(self, now: float) -> _Reading:
        waited = self._measured.waited_s() if self._alone else None
        return _Reading(now, self._measured.cpu_s(), waited)
