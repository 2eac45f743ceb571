"""Matches one after the other in this very process: for tests and for debugging."""

import traceback
from collections.abc import Iterable, Iterator

from arena.executors.core import Failure, Outcome, Play, Stop
from arena.match import MatchSpec
from arena.referee import HostFault
from arena.results import MatchResult


class Inline:
    """See the module."""

    def run(self, specs: Iterable[MatchSpec | None], play: Play, stop: Stop) -> Iterator[Outcome]:
        """The outcomes, in the order of the specs."""
        for spec in specs:
            if stop.requested:
                return
            if spec is None:
                raise RuntimeError("nothing is running that could be waited for")
            yield Outcome(spec, attempt(spec, play))


def attempt(spec: MatchSpec, play: Play) -> MatchResult | Failure:
    """Play one match; whatever goes wrong is told as a Failure."""
    try:
        return play(spec)
    except HostFault as error:
        return Failure(str(error), host=True)
    except Exception:
        return Failure(traceback.format_exc(), host=False)


def executor(jobs: int) -> Inline:
    """Always one at a time, whatever `jobs` says."""
    return Inline()
