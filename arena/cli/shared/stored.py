"""Stored games as commands need them: the ledger, the sitting of a game, the bot that played."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from arena.bots.find import MANIFEST, Bot, Wanted, find_bots
from arena.cli.shared.bots import bot_named
from arena.debug import Sat
from arena.errors import ArenaError
from arena.ledger import Ledger, Recorded
from arena.referee import House
from arena.referee.register import KEPT
from arena.tournament.record import replayed
from arena.tournament.workspace import newest_results, results_of
from arena.wire import Ready


@contextmanager
def stored(tournament: str | None) -> Iterator[Ledger]:
    """The ledger of the tournament of that name, None: of the one played last."""
    folder = results_of(tournament) if tournament else newest_results()
    with Ledger.read(folder) as ledger:
        yield ledger


def sitting_of(ledger: Ledger, recorded: Recorded) -> Sat:
    """The sitting that a game was played in, with all games whose records were kept."""
    spec, order = recorded.spec, recorded.result.order
    ids = [spec.game_id(deal, order) for deal in range(spec.deals)]
    kept = set(ledger.game_ids()).intersection(ids)
    found = {game_id: ledger.game(game_id) for game_id in ids if game_id in kept}
    fixed = ledger.head.fixed
    limits = {key: fixed["limits"][key] for key in ("start_s", "move_s", "game_s", "memory_mb")}
    house = House(anonymous=fixed["anonymous"], shared_luck=ledger.head.sandbox == "full")
    games = {game_id: (one, replayed(one)) for game_id, one in found.items()}
    return Sat(games, house, limits, _concurrent(ledger.path.parent, recorded))


def _concurrent(folder: Path, recorded: Recorded) -> bool:
    """Whether all bots of the sitting said that they play several games at once."""
    return all(_says_so(_snapshots(folder, recorded, who)) for who in recorded.result.entrants)


def _snapshots(folder: Path, recorded: Recorded, entrant: str) -> list[Path]:
    """The copies of that entrant's version; of one version there may be several."""
    versions = dict(zip(recorded.spec.members, recorded.spec.versions, strict=True))
    return sorted((folder / "bots").glob(f"{entrant}-{versions[entrant][:16]}*"))


def _says_so(snapshots: Sequence[Path]) -> bool:
    """What the bot said of itself, as the run kept it; one that did not start holds up nobody."""
    for snapshot in snapshots:
        try:
            return msgspec.json.decode((snapshot / KEPT).read_bytes(), type=Ready).concurrent
        except (OSError, msgspec.DecodeError):
            continue
    return True


def bot_that_played(
    ledger: Ledger, recorded: Recorded, seat: int, other: str | None, store: Path
) -> Bot:
    """The bot of that seat in the version that played, or `other`, as a command line names it."""
    if other is not None:
        return bot_named(other, store)
    entrant = recorded.result.entrants[seat]
    snapshots = _snapshots(ledger.path.parent, recorded, entrant)
    if not snapshots:
        raise ArenaError(
            f"{ledger.path.parent / 'bots'}: the version of {entrant} that played is gone; "
            "name another with --bot"
        )
    code = snapshots[-1] / "code"
    files = [path for path in sorted(code.iterdir()) if path.is_file()]
    path = code if (code / MANIFEST).exists() else files[0]
    (found,), _ = find_bots([Wanted(path, entrant)])
    return found
