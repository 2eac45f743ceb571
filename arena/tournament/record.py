"""Game records: what happened in a stored game, replayed from its seed and decisions."""

from arena.ledger import Recorded
from arena.replay.stored import replayed
from arena.wire import encode

__all__ = ["lines", "replayed"]

FORMAT = 1


def lines(recorded: Recorded, engine: str, *, timing: bool) -> list[str]:
    """The record, a JSON object a line: header, events, end.

    `engine`: the version that played it. `timing`: with the milliseconds that decisions took.
    """
    table = replayed(recorded)
    header = encode(_header(recorded, engine))
    return [line.decode() for line in (header, *table.record(timing=timing))]


def _header(recorded: Recorded, engine: str) -> dict[str, object]:
    spec, result = recorded
    return {
        "type": "game",
        "format": FORMAT,
        "id": result.id,
        "match": spec.id,
        "deal": result.deal,
        "order": result.order,
        "game": spec.game,
        "options": spec.options,
        "seed": result.seed,
        "players": result.entrants,
        "engine": engine,
    }
