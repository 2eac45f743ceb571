"""The room that a game takes in the ledger: bank_dice, 20 rounds, four bots, 16 games a match.

All of the file counts, but for an empty ledger's pages. What differs is how long bots think: games
of bots that answer within a millisecond hold no times.
"""

import tempfile
from itertools import islice
from pathlib import Path

from arena.ledger import Ledger
from arena.ledger.schema import FILE
from tests.bench.core import Row
from tests.bench.pretended import DEALS, League, result

MATCHES = 64
MEDIANS_MS = (0, 3, 20, 100)


def rows() -> list[Row]:
    """Bytes a game, for each median of the times of decisions, all of which take that long."""
    empty = _size(0, 0)
    return [
        Row(
            f"a stored game, decisions of {median} ms" if median else "a stored game, no times",
            (_size(MATCHES, median) - empty) / (MATCHES * DEALS),
            "bytes",
            goal="<= 1024",
        )
        for median in MEDIANS_MS
    ]


def _size(matches: int, median_ms: float) -> int:
    league = League(12, 10**6)
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        with Ledger.create(Path(folder)) as ledger:
            ledger.begin(league.head, league.enrolled)
            for spec in islice(league.schedule, matches):
                ledger.append(spec, result(spec, median_ms), 1_800_000_000)
        return Path(folder, FILE).stat().st_size
