"""Where matches are played: in this process, or in supervised workers."""

from arena.executors.core import Executor, Failure, Outcome, Play, Stop
from arena.plugins import EXECUTORS

__all__ = ["Executor", "Failure", "Outcome", "Play", "Stop", "load"]


def load(name: str, jobs: int) -> Executor:
    """The executor of that name, for so many matches at a time. KeyError if there is none."""
    made: Executor = EXECUTORS.load(name)(jobs)
    return made
