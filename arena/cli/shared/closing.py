"""The last lines of a run: what somebody should know who reads nothing else."""

import shlex
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.standings import Row
    from arena.tournament import Ended

MOST_NAMED = 8


def lines(ended: "Ended") -> Iterator[str]:
    """What went wrong, and whose fault it was; where the leaderboard is."""
    rows = ended.standings.overall
    if failed := [f"{row.id} {_faults(row)}" for row in rows if any(row.faults.values())]:
        yield f"faults: {_listed(failed, '; ')}"
    if benched := [row.id for row in rows if row.benched]:
        yield f"benched after too many faulty matches in a row: {_listed(benched, ', ')}"
    if ended.standings.host_faults:
        often = "once" if (times := ended.standings.host_faults) == 1 else f"{times} times"
        yield f"this machine spoiled a match {often}; it was played again"
    if ended.broken:
        log = ended.folder / "run.log"
        yield f"{ended.broken} matches have no result because arena itself failed: see {log}"
    if ended.spoiled:
        yield f"{ended.spoiled} matches were spoiled by this machine; the same command plays them"
    if not ended.played and not ended.broken:
        yield "nothing was left to play"
    yield f"published {ended.folder.parent / ended.folder.name}.*"


def stopped(when: str) -> Iterator[str]:
    """What to say after a signal."""
    again = [word for word in sys.argv[1:] if word != "--restart"]
    yield f"stopped{when}"
    yield f"go on with: arena {shlex.join(again)}"


def _faults(row: "Row") -> str:
    return "(" + ", ".join(f"{count} {kind}" for kind, count in row.faults.items() if count) + ")"


def _listed(items: list[str], between: str) -> str:
    more = len(items) - MOST_NAMED
    return between.join(items[:MOST_NAMED]) + (f"{between}and {more} more" if more > 0 else "")
