"""What has been played: the append-only store of a tournament's results.

A ledger is one SQLite file in the tournament's folder. One process at a time writes it, holding a
lock; any number may read it meanwhile. What `append` returned from survives a crash or a power cut.

    with Ledger.open_or_create(folder) as ledger:
        ledger.begin(head, entrants)
        for spec in missing:
            if not ledger.has(spec.id):
                ledger.append(spec, result, finished_at=now)
        ledger.finish()
"""

from arena.ledger.aside import set_aside
from arena.ledger.contents import Enrolled, Head, Level, Past, Played, Recorded, Records
from arena.ledger.store import Ledger

__all__ = [
    "Enrolled",
    "Head",
    "Ledger",
    "Level",
    "Past",
    "Played",
    "Recorded",
    "Records",
    "set_aside",
]
