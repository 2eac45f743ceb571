"""How long a bot may think, fair on a busy machine.

What counts against a bot is the time since its clock started, less the time its threads were
ready to run while other processes had the processors, but never less than the processor time it
used itself. A reading of that takes a look into /proc, so it is taken only of bots that are slow
to answer: once after a first slice of the limit, and again when the limit is reached.
"""

from typing import Protocol

import sandbox

SLICE = 0.1
"""The share of the limit after which the first reading is taken."""
HARD = 8.0
"""So many times its limit a bot may take on the wall clock before the machine is at fault."""


class Measured(Protocol):
    """A process whose use of the processors can be read."""

    def usage(self) -> sandbox.Usage: ...


class HostFault(Exception):
    """The machine, not a bot, spoiled a match: it is to be played again."""


class Clock:
    """The clock of one bot. Times are seconds of the monotonic clock."""

    __slots__ = ("_base", "_limit", "_measured", "_spared", "alarm", "started")

    def __init__(self, measured: Measured) -> None:
        self._measured = measured
        self.started = 0.0
        self.alarm = float("inf")

    def start(self, limit: float, now: float) -> None:
        """A decision that may take `limit` seconds is asked for now."""
        self.started = now
        self.alarm = now + limit * SLICE
        self._limit = limit
        self._base: tuple[float, sandbox.Usage] | None = None
        self._spared = 0.0

    def stop(self) -> None:
        """Nothing is asked of the bot."""
        self.alarm = float("inf")

    def spare(self, seconds: float) -> None:
        """Do not count this time: the referee itself did not run."""
        self._spared += seconds
        self.alarm += seconds

    def expired(self, now: float) -> bool:
        """The alarm has gone off: whether the time is really up; if not, it is set anew.

        Raises HostFault when the bot waited so long for a processor that nothing can be said.
        """
        if self._base is None:
            self._base = (now, self._measured.usage())
            self.alarm = max(self.started + self._spared + self._limit, now + self._limit * SLICE)
            return False
        counted = self._counted(now)
        if counted >= self._limit:
            return True
        if now - self.started > self._limit * HARD:
            raise HostFault(
                f"a bot waited for a processor for most of {now - self.started:.1f} s: "
                "the machine is overloaded"
            )
        self.alarm = now + self._limit - counted
        return False

    def _counted(self, now: float) -> float:
        """The time that counts, the part before the first reading in proportion."""
        since, before = self._base or (now, self._measured.usage())
        after = self._measured.usage()
        elapsed = now - self.started - self._spared
        measured = now - since
        if measured <= 0 or after.waited_s is None or before.waited_s is None:
            return elapsed
        ran = max(measured - (after.waited_s - before.waited_s), after.cpu_s - before.cpu_s, 0.0)
        return elapsed * min(1.0, ran / measured)
