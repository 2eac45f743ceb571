"""A decision of a bot that plays one game at a time: bare, confined, and stopped while it waits."""

import tempfile
import time
from pathlib import Path

from arena.bots.find import Wanted, find_bots
from arena.bots.snapshot import prepare
from arena.referee.crew import ProcessCrew
from arena.referee.players import Request
from tests.bench.core import Row, interleaved, median, ratio
from tests.bench.turns import LIMITS

RUNS = 7
TURNS = 2000
BOT = """import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "act":
        print('{"id":%d,"action":"stay"}' % message["id"], flush=True)
    else:
        break
"""
BODY = b'"observation":{"you":0},"legal":["bank","stay"],"events":[]'


def rows() -> list[Row]:
    """Microseconds of wall clock for a decision, each against the bare one of the same turn."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "echo.py")
        path.write_text(BOT)
        bare, confined, stopped = interleaved(
            RUNS,
            lambda: _turn(path, "none", ponder=True),
            lambda: _turn(path, "full", ponder=True),
            lambda: _turn(path, "full", ponder=False),
        )
    return [
        Row("a decision, bare bot", median(bare), "µs"),
        Row("a decision, confined bot", median(confined), "µs", ratio(confined, bare), "bare",
            "<= 1.1"),
        Row("a decision, confined and stopped between decisions", median(stopped), "µs",
            ratio(stopped, confined), "confined"),
    ]  # fmt: skip


def _turn(path: Path, level: str, *, ponder: bool) -> float:
    (bot,), _ = find_bots([Wanted(path)])
    launch = prepare(bot, path.parent / "store", level, 512, 1)  # type: ignore[arg-type]
    with ProcessCrew([launch], level, LIMITS, "bank_dice", ponder=ponder) as crew:  # type: ignore[arg-type]
        request = [Request(0, b"g", BODY)]
        crew.ask(request)
        began = time.perf_counter()
        for _ in range(TURNS):
            crew.ask(request)
        return (time.perf_counter() - began) / TURNS * 1e6
