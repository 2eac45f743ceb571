"""Writing and reading a ledger."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from arena.errors import ArenaError
from arena.ledger import schema
from arena.ledger.contents import Enrolled, Head, Played, Recorded, differences
from arena.ledger.lock import Lock
from arena.ledger.rows import (
    GAME,
    MATCH,
    Row,
    check,
    checksum,
    encode,
    game_result,
    game_row,
    pack,
    read_moves,
    read_spec,
    read_usage,
    usage_row,
)
from arena.ledger.schema import troubles
from arena.match import MatchSpec
from arena.results import GameResult, MatchResult, Usage

T = TypeVar("T")

_PUT_MATCH = f"INSERT INTO matches ({MATCH}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_GAME = f"INSERT INTO games ({GAME}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_DETAILS = "INSERT INTO details (match, moves, usage) VALUES (?, ?, ?)"
_MATCHES = f"SELECT {MATCH}, checksum FROM matches WHERE entry = ? ORDER BY place, id"
_ONE_MATCH = f"SELECT {MATCH}, checksum FROM matches WHERE number = ?"
_GAMES = f"SELECT {GAME} FROM games WHERE match = ? ORDER BY position"

_read_head = msgspec.json.Decoder(Head).decode


class Ledger:
    """A tournament's results. Use as a context manager, or `close` it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None) -> None:
        """For `open`, `create` and `read`."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self._head = self._read_head()

    @classmethod
    def create(cls, folder: Path) -> Self:
        """A new ledger in `folder`, which is made if need be, for writing.

        ArenaError if there is one already or it cannot be written.
        """
        path = folder / schema.FILE
        with troubles(path):
            folder.mkdir(parents=True, exist_ok=True)
            return cls._locked(path, fresh=True)

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The ledger in `folder` for writing.

        ArenaError if there is none, another process writes it, or it is no whole ledger of this
        format.
        """
        path = folder / schema.FILE
        _expect(path)
        with troubles(path):
            return cls._locked(path, fresh=False)

    @classmethod
    def open_or_create(cls, folder: Path) -> Self:
        """`open`, or `create` where there is none yet."""
        return cls.open(folder) if (folder / schema.FILE).exists() else cls.create(folder)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """The ledger in `folder` as it is now, without a lock: later changes stay unseen.

        ArenaError if there is none, or it is no whole ledger of this format.
        """
        path = folder / schema.FILE
        _expect(path)
        with troubles(path):
            connection = schema.connect_to_read(path)
            connection.execute("BEGIN")
            return cls(path, connection, None)

    @classmethod
    def _locked(cls, path: Path, *, fresh: bool) -> Self:
        lock = Lock(path.with_name(schema.LOCK))
        try:
            if fresh:
                schema.create(path.parent)
            return cls(path, schema.connect_to_write(path), lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Let others write; doing it twice is fine."""
        with troubles(self.path):
            self._connection.close()
        if self._lock:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def head(self) -> Head:
        """The newest run's settings. ArenaError if no run has begun yet."""
        if self._head is None:
            raise ArenaError(f"{self.path}: nothing has been played yet")
        return self._head

    @property
    def begun(self) -> bool:
        """Whether a run has begun, so that there is a head."""
        return self._head is not None

    @property
    def finished(self) -> bool:
        """Whether the newest run played all that it wanted."""
        return self._meta("finished") == "true"

    def begin(self, head: Head, entrants: Iterable[Enrolled]) -> None:
        """A run with these settings and entrants begins, which become the ledger's.

        ArenaError, naming each, if the seed or fixed settings differ from those of what is there.
        """
        if self._head is not None:
            self._refuse_changes(self._head, head)
        rows = [(e.id, e.name, e.hash, e.benched) for e in entrants]
        with self._writing():
            self._put_meta("head", encode(head).decode())
            self._put_meta("finished", "false")
            self._connection.execute("DELETE FROM entrants")
            self._connection.executemany("INSERT INTO entrants VALUES (?, ?, ?, ?)", rows)
        self._head = head

    def finish(self) -> None:
        """The run has played all that it wanted."""
        with self._writing():
            self._put_meta("finished", "true")

    def bench(self, entrant: str) -> None:
        """The entrant of that id plays no more in this run."""
        with self._writing():
            self._connection.execute("UPDATE entrants SET benched = 1 WHERE id = ?", (entrant,))

    def entrants(self) -> tuple[Enrolled, ...]:
        """Those of the newest run, by id."""
        with troubles(self.path):
            rows = self._connection.execute("SELECT id, name, hash, benched FROM entrants")
            found = [Enrolled(one, name, code, bool(out)) for one, name, code, out in rows]
        return tuple(sorted(found, key=lambda entrant: entrant.id))

    def has(self, match: str) -> bool:
        """Whether the match of that id is finished."""
        with troubles(self.path):
            found = self._connection.execute("SELECT 1 FROM matches WHERE id = ?", (match,))
            return found.fetchone() is not None

    def __len__(self) -> int:
        """How many finished matches there are, of any entrants."""
        with troubles(self.path):
            found: int = self._connection.execute("SELECT count(*) FROM matches").fetchone()[0]
        return found

    def append(
        self, spec: MatchSpec, result: MatchResult, finished_at: int, *, host_faults: int = 0
    ) -> bool:
        """Keep a finished match; it is on the disk on return. False if it was there already.

        `finished_at`: seconds since 1970 UTC. `host_faults`: how often it was begun and spoiled by
        the host. ValueError if the result is not one of `spec`.
        """
        check(spec, result)
        with self._writing():
            if self.has(spec.id):
                return False
            self._put(spec, result, finished_at, host_faults)
        return True

    def matches(self) -> Iterator[Played]:
        """All finished matches of the tournament's entries, in the order of the schedule.

        They come one at a time from the file. ArenaError where one is damaged or missing.
        """
        found = 0
        for entry in self.head.entries:
            with troubles(self.path):
                for row in self._connection.execute(_MATCHES, (entry,)):
                    found += 1
                    yield self._played(row)
        self._expect_matches(found)

    def _expect_matches(self, found: int) -> None:
        """Numbers have no gaps, so that a damaged index that hides a match comes to light."""
        entries = self.head.entries
        of_others = f"entry NOT IN ({', '.join('?' * len(entries))})"
        with troubles(self.path):
            last, others = self._connection.execute(
                "SELECT (SELECT max(number) FROM matches), "
                f"(SELECT count(*) FROM matches WHERE {of_others})",
                entries,
            ).fetchone()
        if found + others != (last or 0):
            raise schema.damaged(self.path, f"{(last or 0) - others} matches, {found} found")

    def records(self) -> Iterator[Recorded]:
        """All games whose records were kept, in the order of the schedule."""
        for played in self.matches():
            moves = self._moves(played.spec.id)
            for game, packed in zip(played.games, moves, strict=True):
                if packed:
                    yield Recorded(played.spec, msgspec.structs.replace(game, moves=packed))

    def game_ids(self) -> Iterator[str]:
        """The ids of the games whose records were kept, in the order of the schedule."""
        wanted = (
            "SELECT games.id FROM matches JOIN games ON games.match = matches.number "
            "WHERE entry = ? AND recorded ORDER BY place, matches.id, position"
        )
        for entry in self.head.entries:
            with troubles(self.path):
                for (game,) in self._connection.execute(wanted, (entry,)):
                    yield game

    def game(self, game: str) -> Recorded:
        """The game of that id. ArenaError if there is none."""
        with troubles(self.path):
            # Not indexed: an index of random ids would cost every append more than this scan.
            found = self._connection.execute(
                "SELECT match, position FROM games WHERE id = ?", (game,)
            ).fetchone()
            if found is None:
                raise ArenaError(f"there is no game {game!r} in {self.path.parent}")
            number, position = found
            played = self._played(self._connection.execute(_ONE_MATCH, (number,)).fetchone())
        moves = self._moves(played.spec.id)[position]
        return Recorded(played.spec, msgspec.structs.replace(played.games[position], moves=moves))

    def usage(self, match: str) -> tuple[Usage, ...]:
        """What the bots' processes used in the match of that id. ArenaError if there is none."""
        return self._decoded(read_usage, self._detail("usage", match))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it is kept or nothing."""
        if self._lock is None:
            raise RuntimeError("this ledger was opened for reading")
        with troubles(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def _moves(self, match: str) -> list[bytes]:
        return self._decoded(read_moves, self._detail("moves", match))

    def _detail(self, column: str, match: str) -> bytes:
        with troubles(self.path):
            found = self._connection.execute(
                f"SELECT {column} FROM details JOIN matches ON number = match WHERE id = ?",
                (match,),
            ).fetchone()
        if found is None:
            raise ArenaError(f"there is no match {match!r} in {self.path.parent}")
        detail: bytes = found[0]
        return detail

    def _put(
        self, spec: MatchSpec, result: MatchResult, finished_at: int, host_faults: int
    ) -> None:
        last = self._connection.execute("SELECT max(number) FROM matches").fetchone()[0]
        number = (last or 0) + 1
        match = (number, spec.id, spec.entry, spec.index, encode(spec), finished_at, host_faults)
        moves = [game.moves if self._keeps(game) else b"" for game in result.games]
        games = [
            game_row(number, position, game, recorded=bool(moves[position]))
            for position, game in enumerate(result.games)
        ]
        self._connection.execute(_PUT_MATCH, (*match, checksum(match, games)))
        self._connection.executemany(_PUT_GAME, games)
        details = (number, pack(moves), usage_row(result.usage))
        self._connection.execute(_PUT_DETAILS, details)

    def _keeps(self, game: GameResult) -> bool:
        records = self.head.records
        return records == "all" or (records == "faults" and bool(game.faults))

    def _played(self, row: Row) -> Played:
        *match, written = row
        games = self._connection.execute(_GAMES, (match[0],)).fetchall()
        if checksum(tuple(match), games) != written:
            raise schema.damaged(self.path, f"match {match[1]} is not what was written")
        spec = self._decoded(read_spec, match[4])
        return Played(spec, match[5], match[6], tuple(game_result(spec, game) for game in games))

    def _decoded(self, decode: Callable[[bytes], T], raw: bytes) -> T:
        try:
            return decode(raw)
        except msgspec.DecodeError as error:
            raise schema.damaged(self.path, error) from error

    def _refuse_changes(self, old: Head, new: Head) -> None:
        changes = list(differences({"seed": old.seed} | dict(old.fixed), _plain(new)))
        if changes:
            told = "; ".join(f"{where} was {was!r} and is {now!r}" for where, was, now in changes)
            raise ArenaError(
                f"{self.path.parent}: what is there was played with other settings ({told}). "
                "Results are never mixed: change it back, give the tournament another name, or "
                "start afresh with --restart, which moves the old results aside"
            )

    def _read_head(self) -> Head | None:
        with troubles(self.path):
            text = self._meta("head")
        return None if text is None else self._decoded(_read_head, text.encode())

    def _meta(self, key: str) -> str | None:
        with troubles(self.path):
            found = self._connection.execute("SELECT value FROM meta WHERE key = ?", (key,))
            row = found.fetchone()
        return None if row is None else row[0]

    def _put_meta(self, key: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _expect(path: Path) -> None:
    if not path.exists():
        raise ArenaError(f"{path.parent}: there are no results here")


def _plain(head: Head) -> dict[str, Any]:
    """The settings that may not change, as they are after a round trip through JSON."""
    plain: dict[str, Any] = msgspec.json.decode(encode({"seed": head.seed} | dict(head.fixed)))
    return plain
