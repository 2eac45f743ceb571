"""What crashes, damage, full disks and strangers do to a ledger: nothing, or a clear refusal."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.ledger import Ledger, Played
from arena.ledger.schema import VERSION
from tests.ledger.league import BOTS, HEAD, league

FILE = "ledger.sqlite3"

WRITER = """
import sys
from pathlib import Path
from arena.ledger import Ledger
from tests.ledger.league import BOTS, HEAD, league
ledger = Ledger.open_or_create(Path(sys.argv[1]))
ledger.begin(HEAD, BOTS)
for spec, result in league(10**6):
    ledger.append(spec, result, 1000)
    print(spec.id, flush=True)
"""


def write_until_killed(folder: Path, matches: int) -> list[str]:
    """Run a writer of its own and kill it after that many; the ids that it said were kept."""
    command = [sys.executable, "-c", WRITER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        said = [writer.stdout.readline().strip() for _ in range(matches)]
        writer.send_signal(signal.SIGKILL)
        said += [line.strip() for line in writer.stdout if line.endswith("\n")]
    return said


def append(ledger: Ledger, matches: int) -> None:
    """The first matches of the league, those that are there included."""
    for spec, result in league(matches):
        ledger.append(spec, result, 1000)


def written(folder: Path, matches: int) -> list[Played]:
    """A ledger with that many matches, closed; what is in it."""
    with Ledger.create(folder) as ledger:
        ledger.begin(HEAD, BOTS)
        append(ledger, matches)
        return list(ledger.matches())


def contents(folder: Path) -> list[Played]:
    with Ledger.read(folder) as ledger:
        return list(ledger.matches())


def test_what_was_reported_survives_kill_9(tmp_path: Path) -> None:
    said: list[str] = []
    for matches in (1, 3, 40):
        said += write_until_killed(tmp_path, len(said) + matches)[len(said) :]
        with Ledger.open(tmp_path) as ledger:
            kept = [played.spec.id for played in ledger.matches()]
        assert len(kept) == len(set(kept))
        assert kept[: len(said)] == said
        assert len(kept) <= len(said) + 1
        said = kept


@pytest.mark.parametrize("harm", ["cut", "nuls", "empty", "half"])
def test_a_torn_log_loses_its_end_only(tmp_path: Path, harm: str) -> None:
    killed = tmp_path / "killed"
    said = write_until_killed(killed, 12)
    log = killed / f"{FILE}-wal"
    raw = log.read_bytes()
    torn = {"cut": raw[:-7], "nuls": raw + bytes(4096), "empty": b"", "half": raw[: len(raw) // 2]}
    log.write_bytes(torn[harm])
    with Ledger.open(killed) as ledger:
        # With an emptied log there may be no run at all: all of it is played again.
        kept = [played.spec.id for played in ledger.matches()] if ledger.begun else []
        assert kept == [spec.id for spec, _ in league(len(kept))]
        assert len(kept) >= {"cut": len(said) - 1, "nuls": len(said), "half": 1, "empty": 0}[harm]
        ledger.begin(HEAD, BOTS)
        append(ledger, 15)
        assert [played.spec.id for played in ledger.matches()][:15] == [s.id for s, _ in league(15)]


def test_no_byte_of_the_file_can_change_a_result(tmp_path: Path) -> None:
    before = written(tmp_path / "whole", 30)
    raw = (tmp_path / "whole" / FILE).read_bytes()
    harmed = tmp_path / "harmed"
    harmed.mkdir()
    choose = random.Random(5)
    complaints = []
    for _ in range(400):
        changed = bytearray(raw)
        changed[choose.randrange(len(raw))] ^= choose.randrange(1, 256)
        (harmed / FILE).write_bytes(changed)
        try:
            assert contents(harmed) == before
        except ArenaError as error:
            complaints.append(str(error))
    assert len(complaints) > 100
    assert all(FILE in complaint for complaint in complaints)


@pytest.mark.parametrize("size", [0, 1, 99, 4096, 30_000])
def test_a_file_that_was_cut_is_refused_and_left_alone(tmp_path: Path, size: int) -> None:
    written(tmp_path, 30)
    file = tmp_path / FILE
    cut = file.read_bytes()[:size]
    file.write_bytes(cut)
    for opener in (Ledger.open, Ledger.read, Ledger.open_or_create):
        with pytest.raises(ArenaError, match=r"damaged.*--restart|not a ledger"):
            opener(tmp_path)
    assert file.read_bytes() == cut


def test_a_foreign_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / FILE
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    text = b"just some text that is long enough to be looked at" * 20
    for foreign in (file.read_bytes(), text):
        file.write_bytes(foreign)
        for opener in (Ledger.open, Ledger.read):
            with pytest.raises(ArenaError, match="not a ledger of arena"):
                opener(tmp_path)
        assert file.read_bytes() == foreign


def test_a_newer_format_is_refused_and_left_alone(tmp_path: Path) -> None:
    written(tmp_path, 1)
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    for opener in (Ledger.open, Ledger.read):
        with pytest.raises(ArenaError, match=r"newer arena.*update"):
            opener(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_second_run_is_told_of_the_first(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        writer.stdout.readline()
        with pytest.raises(ArenaError, match=rf"process {writer.pid}\b"):
            Ledger.open_or_create(tmp_path)
        assert len(contents(tmp_path)) > 0
        writer.kill()
    Ledger.open(tmp_path).close()


FORKER = """
import os, sys, time
from pathlib import Path
from arena.ledger import Ledger
ledger = Ledger.open_or_create(Path(sys.argv[1]))
if os.fork() == 0:
    print(os.getpid(), flush=True)
time.sleep(600)
"""


def test_a_worker_that_outlives_the_run_does_not_keep_the_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FORKER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        worker = int(writer.stdout.readline())
        with pytest.raises(ArenaError, match=rf"process {writer.pid}\b"):
            Ledger.open(tmp_path)
        writer.kill()
        writer.wait()
        Ledger.open(tmp_path).close()
        os.kill(worker, signal.SIGKILL)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as ledger:
        ledger.begin(HEAD, BOTS)
        ledger._connection.execute("PRAGMA max_page_count = 40")
        with pytest.raises(ArenaError, match=r"no space left.*run the same command again"):
            append(ledger, 10**4)
        kept = len(list(ledger.matches()))
        assert 0 < kept == len(ledger)
        ledger._connection.execute("PRAGMA max_page_count = 4000")
        append(ledger, kept + 3)
    assert len(contents(tmp_path)) == kept + 3


@pytest.mark.parametrize("place", ["file", "file/below", "/proc/arena"])
def test_a_folder_that_cannot_be_is_refused(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("mine")
    folder = tmp_path / place
    with pytest.raises(ArenaError, match=FILE):
        Ledger.open_or_create(folder)
    assert (tmp_path / "file").read_text() == "mine"


def test_an_unfinished_creation_is_begun_anew(tmp_path: Path) -> None:
    (tmp_path / f"{FILE}.new").write_bytes(b"half a file")
    written(tmp_path, 2)
    assert len(contents(tmp_path)) == 2
    assert not (tmp_path / f"{FILE}.new").exists()


def test_a_copy_without_the_lock_file_is_a_ledger(tmp_path: Path) -> None:
    before = written(tmp_path / "one", 3)
    (tmp_path / "two").mkdir()
    shutil.copy(tmp_path / "one" / FILE, tmp_path / "two" / FILE)
    assert contents(tmp_path / "two") == before
