"""The ledger's file: how it is created, opened and recognised."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError

FILE = "ledger.sqlite3"
LOCK = "ledger.lock"
VERSION = 2
"""Format 1 had the times of decisions in full; it is read like this one."""
APPLICATION = 0x4172656E
"""Marks the file as ours ("Aren")."""

TABLES = """
CREATE TABLE meta (           -- of the newest run: head, entrants, finished, past
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,         -- JSON
    checksum INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE matches (
    number INTEGER PRIMARY KEY,  -- from 1, without gaps
    id TEXT NOT NULL UNIQUE,
    entry TEXT NOT NULL,
    place INTEGER NOT NULL,      -- in the schedule of its entry
    finished_at INTEGER NOT NULL,
    host_faults INTEGER NOT NULL,
    faulty TEXT NOT NULL,        -- JSON: the entrants that failed, sorted
    spec TEXT NOT NULL,          -- JSON
    games TEXT NOT NULL,         -- JSON: for each game a list as in GAME of rows.py
    checksum INTEGER NOT NULL,   -- of all the columns before
    usage BLOB NOT NULL,         -- msgpack: a list for each process
    moves BLOB NOT NULL          -- msgpack: for each game its packed moves, or nothing
);
CREATE INDEX schedule ON matches (entry, place, id);
"""


def create(folder: Path) -> None:
    """A new, empty ledger in `folder`: either all of it is there afterwards or nothing.

    ArenaError if there is one already.
    """
    if (folder / FILE).exists():
        raise ArenaError(f"{folder}: there are results here already")
    unfinished = folder / f"{FILE}.new"
    unfinished.unlink(missing_ok=True)
    with troubles(unfinished):
        connection = sqlite3.connect(unfinished, isolation_level=None)
        try:
            connection.execute("PRAGMA page_size = 4096")
            connection.executescript(f"BEGIN; {TABLES} COMMIT;")
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
        finally:
            connection.close()
    unfinished.rename(folder / FILE)
    sync_folder(folder)


def sync_folder(folder: Path) -> None:
    """Make the folder's list of files durable."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def connect_to_write(path: Path) -> sqlite3.Connection:
    """For the process that holds the lock. What is committed is on the disk."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        if _recognise(connection, path) != VERSION:
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """For anyone, also while another process writes, also where nothing may be written."""
    log = path.with_name(f"{path.name}-wal")
    alone = not log.exists() and not os.access(path.parent, os.W_OK)
    # Without a log and without the right to make one nobody can be writing.
    how = "?immutable=1" if alone else "?mode=ro"
    connection = sqlite3.connect(path.absolute().as_uri() + how, uri=True, isolation_level=None)
    try:
        _recognise(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def _recognise(connection: sqlite3.Connection, path: Path) -> int:
    """Its format. ArenaError unless the file is a whole ledger that this version understands."""
    size = path.stat().st_size
    if size == 0:
        raise damaged(path, "it is empty")
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION:
        raise ArenaError(f"{path}: not a ledger of arena; move it away or choose another name")
    if version > VERSION:
        raise ArenaError(
            f"{path}: written by a newer arena (format {version}, this one knows {VERSION}); "
            "update arena, or choose another name for the tournament"
        )
    log = path.with_name(f"{path.name}-wal")
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    page = connection.execute("PRAGMA page_size").fetchone()[0]
    if not (log.exists() and log.stat().st_size) and size < pages * page:
        raise damaged(path, f"{pages * page - size} bytes are missing at its end")
    return version


def damaged(path: Path, why: object) -> ArenaError:
    """What to say of a file that is not as it was written."""
    return ArenaError(
        f"{path}: the ledger is damaged ({why}). Nothing was changed. Bring back a copy of the "
        "folder, or start afresh with --restart, which moves the old ledger aside"
    )


_UNREACHABLE = {
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}


@contextmanager
def troubles(path: Path) -> Iterator[None]:
    """What goes wrong with the file as ArenaError that says what to do."""
    try:
        yield
    except (sqlite3.ProgrammingError, sqlite3.IntegrityError):
        raise
    except sqlite3.Error as error:
        raise _told(path, error) from error
    except UnicodeDecodeError as error:
        # Raised by sqlite3 for its own complaint where that quotes damaged text.
        raise damaged(path, "text in it is unreadable") from error
    except PermissionError as error:
        raise ArenaError(
            f"{path.parent}: cannot be written by this user ({error.strerror}); run as the one "
            "who owns the folder leaderboards/, or change its owner"
        ) from error
    except OSError as error:
        raise ArenaError(f"{path}: {error.strerror or error}") from error


def _told(path: Path, error: sqlite3.Error) -> ArenaError:
    # The low byte is the kind, the rest its details; there is no code where text is no UTF-8.
    kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    if kind == sqlite3.SQLITE_FULL:
        return ArenaError(
            f"{path}: no space left on the disk. All finished matches are kept; make room and run "
            "the same command again"
        )
    if kind == sqlite3.SQLITE_NOTADB:
        return ArenaError(
            f"{path}: not a ledger of arena, or its beginning is damaged. Nothing was changed; "
            "move it away, bring back a copy, or choose another name for the tournament"
        )
    if kind in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ArenaError(f"{path}: another program holds the file locked; end it first")
    if kind in _UNREACHABLE:
        return ArenaError(f"{path}: cannot be written or read here: {error}")
    return damaged(path, error)
