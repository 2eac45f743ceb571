"""Game records: what happened in a stored game, replayed from its seed and decisions."""

from arena.chance import Seeded
from arena.errors import ArenaError
from arena.games import load
from arena.ledger import Recorded
from arena.table import Moves, Table, replay
from arena.wire import encode

FORMAT = 1


def replayed(recorded: Recorded) -> Table:
    """The table of a stored game after its end.

    ArenaError where no record was kept, or where the rules have changed since.
    """
    spec, result = recorded
    if not result.moves:
        raise ArenaError(f"game {result.id}: its record was not kept (see `records:`)")
    try:
        return replay(
            load(spec.game),
            len(result.entrants),
            spec.options,
            Seeded(int(result.seed)),
            Moves.unpack(result.moves),
            result.faults,
        )
    except (KeyError, ValueError) as error:
        raise ArenaError(
            f"game {result.id}: cannot be replayed by this version's rules of {spec.game}: {error}"
        ) from None


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
