"""Writing and reading a ledger."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from arena.errors import ArenaError
from arena.ledger import schema
from arena.ledger.contents import Enrolled, Head, Past, Played, Recorded, differences
from arena.ledger.lock import Lock
from arena.ledger.rows import (
    COLUMNS,
    Row,
    check,
    checksum,
    game_result,
    match_row,
    pack,
    pack_usage,
    read_faulty,
    read_games,
    read_moves,
    read_spec,
    read_usage,
)
from arena.ledger.schema import troubles
from arena.match import MatchSpec
from arena.results import MatchResult, Usage

T = TypeVar("T")
Raw = TypeVar("Raw", str, bytes)

_PUT = (
    f"INSERT INTO matches ({COLUMNS}, checksum, usage, moves) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
)
_ALL = f"SELECT {COLUMNS}, checksum FROM matches WHERE entry = ? ORDER BY place, id"
# Not indexed: an index of random ids would cost every append more than this search.
_ONE = f"SELECT {COLUMNS}, checksum, moves FROM matches WHERE instr(games, ?)"


class Ledger:
    """A tournament's results. Use as a context manager, or `close` it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None) -> None:
        """For `open`, `create` and `read`."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self._head = self._meta("head", Head)
        self._last_number = self._newest() if lock else 0

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
        return bool(self._meta("finished", bool))

    def begin(self, head: Head, entrants: Iterable[Enrolled]) -> None:
        """A run with these settings and entrants begins, which become the ledger's.

        ArenaError, naming each, if the seed or fixed settings differ from those of what is there.
        Settings that are new are added, and those that are left out are kept for their return.
        """
        if self._head is not None:
            self._refuse_changes(self._head, head)
            fixed = {**self._head.fixed, **head.fixed}
            head = msgspec.structs.replace(head, fixed=fixed)
        with self._writing():
            self._put_meta("head", head)
            self._put_meta("entrants", sorted(entrants, key=lambda entrant: entrant.id))
            self._put_meta("finished", False)
        self._head = head

    def finish(self) -> None:
        """The run has played all that it wanted."""
        with self._writing():
            self._put_meta("finished", True)

    def bench(self, entrant: str) -> None:
        """The entrant of that id plays no more in this run."""
        with self._writing():
            changed = [
                msgspec.structs.replace(one, benched=one.benched or one.id == entrant)
                for one in self.entrants()
            ]
            self._put_meta("entrants", changed)

    def entrants(self) -> tuple[Enrolled, ...]:
        """Those of the newest run, by id."""
        return self._meta("entrants", tuple[Enrolled, ...]) or ()

    def past(self, schedule: str) -> Past:
        """What is settled of the schedule of that name: nothing, if another was kept last."""
        kept = self._meta("past", tuple[str, Past])
        return kept[1] if kept and kept[0] == schedule else Past()

    def keep_past(self, schedule: str, past: Past) -> None:
        """So much of a schedule is settled; it takes the place of what was kept before."""
        with self._writing():
            self._put_meta("past", (schedule, past))

    def has(self, match: str) -> bool:
        """Whether the match of that id is finished."""
        with troubles(self.path):
            found = self._connection.execute("SELECT 1 FROM matches WHERE id = ?", (match,))
            return found.fetchone() is not None

    def faulty(self, matches: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The entrants that failed, sorted, for each of the matches of these ids that is finished.

        For some hundreds of matches at a time.
        """
        asked = ", ".join("?" * len(matches))
        with troubles(self.path):
            found = self._connection.execute(
                f"SELECT id, faulty FROM matches WHERE id IN ({asked})", matches
            ).fetchall()
        return {match: self._decoded(read_faulty, failed) for match, failed in found}

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
        records = self.head.records
        moves = [
            game.moves if records == "all" or (records == "faults" and game.faults) else b""
            for game in result.games
        ]
        number = self._last_number + 1
        row = match_row(number, spec, result.games, moves, finished_at, host_faults)
        details = (pack_usage(result.usage), pack(moves))
        self._expect_writer()
        with troubles(self.path):
            # A transaction of its own, as every statement is outside of one.
            put = self._connection.execute(_PUT, (*row, checksum(row), *details))
        if put.rowcount:
            self._last_number = number
        return bool(put.rowcount)

    def matches(self) -> Iterator[Played]:
        """All finished matches of the tournament's entries, in the order of the schedule.

        They come one at a time from the file. ArenaError where one is damaged or missing.
        """
        for row in self._rows():
            yield self._played(row)

    def _rows(self) -> Iterator[Row]:
        """The COLUMNS of each match; a damaged index comes to light by order and number."""
        found = 0
        for entry in self.head.entries:
            last = (-1, "")
            with troubles(self.path):
                for row in self._connection.execute(_ALL, (entry,)):
                    _, name, _, place, *_ = self._checked(row)
                    if (place, name) <= last:
                        raise schema.damaged(self.path, "the schedule is out of order")
                    found, last = found + 1, (place, name)
                    yield row[:-1]
        self._expect_matches(found)

    def _checked(self, row: Row) -> Row:
        """COLUMNS of a row that ends with their checksum."""
        *values, written = row
        if checksum(values) != written:
            raise schema.damaged(self.path, f"match {row[1]!r} is not what was written")
        return row[:-1]

    def _expect_matches(self, found: int) -> None:
        """ArenaError unless that many are there of the head's entries: numbers have no gaps."""
        entries = self.head.entries
        among = f"entry IN ({', '.join('?' * len(entries))})"
        with troubles(self.path):
            last = self._newest()
            if found == last:
                return
            # Not by the index, which is what is in doubt.
            listed = f"SELECT count(*), sum({among}) FROM matches NOT INDEXED"
            if self._connection.execute(listed, entries).fetchone() != (last, found):
                raise schema.damaged(self.path, "its index does not list what is there")

    def _newest(self) -> int:
        """The number of the match that came last, 0 if there is none."""
        found = self._connection.execute("SELECT max(number) FROM matches").fetchone()
        return found[0] or 0

    def records(self) -> Iterator[Recorded]:
        """All games whose records were kept, in the order of the schedule."""
        for played in self.matches():
            moves = self._decoded(read_moves, self._detail("moves", played.spec.id))
            for game, packed in zip(played.games, moves, strict=True):
                if packed:
                    yield Recorded(played.spec, msgspec.structs.replace(game, moves=packed))

    def game_ids(self) -> Iterator[str]:
        """The ids of the games whose records were kept, in the order of the schedule."""
        for row in self._rows():
            for game in self._decoded(read_games, row[-1]):
                if game.recorded:
                    yield game.id

    def game(self, game: str) -> Recorded:
        """The game of that id. ArenaError if there is none."""
        with troubles(self.path):
            for *row, packed in self._connection.execute(_ONE, (f'["{game}",',)):
                played = self._played(self._checked(tuple(row)))
                moves = self._decoded(read_moves, packed)
                for result, kept in zip(played.games, moves, strict=True):
                    if result.id == game:
                        return Recorded(played.spec, msgspec.structs.replace(result, moves=kept))
        raise ArenaError(f"there is no game {game!r} in {self.path.parent}")

    def usage(self, match: str) -> tuple[Usage, ...]:
        """What the bots' processes used in the match of that id. ArenaError if there is none."""
        return self._decoded(read_usage, self._detail("usage", match))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it is kept or nothing."""
        self._expect_writer()
        with troubles(self.path), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            yield

    def _expect_writer(self) -> None:
        if self._lock is None:
            raise RuntimeError("this ledger was opened for reading")

    def _detail(self, column: str, match: str) -> bytes:
        with troubles(self.path):
            found = self._connection.execute(
                f"SELECT {column} FROM matches WHERE id = ?", (match,)
            ).fetchone()
        if found is None:
            raise ArenaError(f"there is no match {match!r} in {self.path.parent}")
        detail: bytes = found[0]
        return detail

    def _played(self, row: Row) -> Played:
        *_, finished_at, host_faults, _, spec_text, games_text = row
        spec = self._decoded(read_spec, spec_text)
        games = self._decoded(read_games, games_text)
        results = tuple(game_result(spec, game) for game in games)
        return Played(spec, finished_at, host_faults, results)

    def _decoded(self, decode: Callable[[Raw], T], raw: Raw) -> T:
        try:
            return decode(raw)
        except msgspec.DecodeError as error:
            raise schema.damaged(self.path, error) from error

    def _refuse_changes(self, old: Head, new: Head) -> None:
        was, now = _plain(old), _plain(new)
        both = was.keys() & now.keys()
        was, now = ({key: one[key] for key in both} for one in (was, now))
        changes = list(differences(was, now))
        if changes:
            told = "; ".join(f"{where} was {was!r} and is {now!r}" for where, was, now in changes)
            raise ArenaError(
                f"{self.path.parent}: what is there was played with other settings ({told}). "
                "Results are never mixed: change it back, give the tournament another name, or "
                "start afresh with --restart, which moves the old results aside"
            )

    def _meta(self, key: str, kind: type[T]) -> T | None:
        with troubles(self.path):
            row = self._connection.execute("SELECT * FROM meta WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        *values, written = row
        if checksum(values) != written:
            raise schema.damaged(self.path, f"its {key} is not what was written")
        return self._decoded(lambda text: msgspec.json.decode(text, type=kind), values[1])

    def _put_meta(self, key: str, value: object) -> None:
        row = (key, msgspec.json.encode(value).decode())
        put = "INSERT OR REPLACE INTO meta VALUES (?, ?, ?)"
        self._connection.execute(put, (*row, checksum(row)))


def _expect(path: Path) -> None:
    if not path.exists():
        raise ArenaError(f"{path.parent}: there are no results here")


def _plain(head: Head) -> dict[str, Any]:
    """The settings that may not change, as they are after a round trip through JSON."""
    text = msgspec.json.encode({"seed": head.seed} | dict(head.fixed))
    plain: dict[str, Any] = msgspec.json.decode(text)
    return plain
