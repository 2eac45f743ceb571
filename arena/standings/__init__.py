"""The standings of a tournament: a function of its ledger alone.

The same results give the same standings, in whatever order they were played and however the bots
were listed. Only matches count whose members are all entrants of the newest run in the version that
they have there.
"""

from arena.standings.chronicle import chronicled
from arena.standings.contents import (
    Balance,
    Chronicle,
    Meeting,
    Row,
    Snapshot,
    Standings,
    Telling,
    ToldGame,
)
from arena.standings.fold import fold

__all__ = [
    "Balance",
    "Chronicle",
    "Meeting",
    "Row",
    "Snapshot",
    "Standings",
    "Telling",
    "ToldGame",
    "chronicled",
    "fold",
]
