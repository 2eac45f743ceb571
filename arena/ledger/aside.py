"""Starting afresh without losing what was."""

from pathlib import Path

from arena.ledger import schema
from arena.ledger.lock import Lock
from arena.ledger.schema import troubles


def set_aside(folder: Path) -> Path | None:
    """Move the ledger in `folder` into a new folder beside it, which is returned; None if none.

    ArenaError if a run is writing it.
    """
    path = folder / schema.FILE
    if not path.exists():
        return None
    with troubles(path):
        lock = Lock(path.with_name(schema.LOCK))
        try:
            number = 1
            while (aside := folder / f"old-{number}").exists():
                number += 1
            aside.mkdir()
            # The log goes first: a database without its log would be an older state of it.
            for suffix in ("-wal", "-shm", ""):
                part = path.with_name(path.name + suffix)
                if part.exists():
                    part.rename(aside / part.name)
            schema.sync_folder(folder)
        finally:
            lock.release()
    return aside
