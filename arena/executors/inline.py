"""Matches one after the other in this very process: for tests and for debugging."""

import traceback
from collections.abc import Iterable, Iterator
from errno import EAGAIN, EDQUOT, EMFILE, ENFILE, ENOMEM, ENOSPC

import sandbox
from arena.executors.core import Failure, Outcome, Play, Stop
from arena.match import MatchSpec
from arena.referee import HostFault
from arena.results import MatchResult

SCARCE = {ENOMEM, EAGAIN, EMFILE, ENFILE, ENOSPC, EDQUOT}
"""What the system says when it lacks something: the machine's fault, not the program's."""


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
    except (HostFault, sandbox.SandboxError, MemoryError) as error:
        return Failure(str(error) or "no memory is left", host=True)
    except OSError as error:
        return Failure(traceback.format_exc(), host=error.errno in SCARCE)
    except Exception:
        return Failure(traceback.format_exc(), host=False)


def executor(jobs: int) -> Inline:
    """Always one at a time, whatever `jobs` says."""
    return Inline()
