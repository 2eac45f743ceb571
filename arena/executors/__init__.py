"""Where matches are played: in this process, or in supervised workers."""

from importlib import import_module
from importlib.metadata import entry_points

from arena.executors.core import Executor, Failure, Outcome, Play, Stop

__all__ = ["Executor", "Failure", "Outcome", "Play", "Stop", "load"]


def load(name: str, jobs: int) -> Executor:
    """The executor of that name: a module here with an `executor(jobs)`, or an entry point.

    KeyError if there is none.
    """
    for point in entry_points(group="arena.executors", name=name):
        found: Executor = point.load()(jobs)
        return found
    if name not in ("inline", "processes"):
        raise KeyError(name)
    made: Executor = import_module(f"arena.executors.{name}").executor(jobs)
    return made
