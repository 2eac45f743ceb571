"""What it costs to publish: from the ledger to all files, CPU time.

Every run ends with this, also one that finds nothing left to play. The games are made up, without
records, so that no replays are among the files.
"""

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec

from arena.ledger import Enrolled, Ledger
from arena.publish import publish
from arena.results import MatchResult
from arena.standings import chronicled, fold
from tests.bench.core import Row
from tests.ledger.league import head, match, result

BOTS = tuple(f"b{number:02}" for number in range(12))
ENTRIES = ("one", "two", "three", "four")
SEATS = 4
DEALS = 32
MATCHES = 800
FILES = ("markdown", "csv", "json", "html")


def rows() -> list[Row]:
    """CPU seconds for a league of four games."""
    with TemporaryDirectory() as folder:
        boards = Path(folder)
        _fill(boards / "weekly")
        began = time.process_time()
        with Ledger.read(boards / "weekly") as ledger:
            publish(chronicled(ledger, fold(ledger)), FILES, boards)
        seconds = time.process_time() - began
    what = f"publishing {MATCHES * DEALS:,} games of {len(BOTS)} bots in {len(ENTRIES)} games: CPU"
    return [Row(what, seconds, "s")]


def _fill(folder: Path) -> None:
    luck = Random(1)
    with Ledger.create(folder) as ledger:
        ledger.begin(head(entries=ENTRIES, records="none"), [Enrolled(b, b, "h") for b in BOTS])
        for index in range(MATCHES):
            table = tuple(luck.sample(BOTS, SEATS))
            spec = match(
                index,
                ENTRIES[index % len(ENTRIES)],
                members=tuple(sorted(table)),
                versions=("h",) * SEATS,
                orders=(table,),
                deals=DEALS,
            )
            whole = result(spec)
            games = tuple(
                msgspec.structs.replace(game, ranks=_ranks(table, luck)) for game in whole.games
            )
            ledger.append(spec, MatchResult(spec.id, games, whole.usage), 1000)
        ledger.finish()


def _ranks(table: tuple[str, ...], luck: Random) -> tuple[int, ...]:
    points = [round(luck.gauss(int(bot[1:]) / 3, 4)) for bot in table]
    return tuple(1 + sum(other > mine for other in points) for mine in points)
