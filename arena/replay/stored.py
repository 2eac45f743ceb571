"""Playing a stored game again from its seed and decisions."""

from collections.abc import Callable

from arena.chance import Seeded
from arena.errors import ArenaError
from arena.games import load
from arena.games.core import Game
from arena.ledger import Recorded
from arena.moves import Moves
from arena.table import Table, replay


def replayed(recorded: Recorded, watched: Callable[[Game], Game] = lambda game: game) -> Table:
    """The table of a stored game after its end. `watched` may put itself before the rules.

    ArenaError where no record was kept, or where the rules have changed since.
    """
    spec, result = recorded
    if not result.moves:
        raise ArenaError(f"game {result.id}: its record was not kept (see `records:`)")
    try:
        return replay(
            watched(load(spec.game)),
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
