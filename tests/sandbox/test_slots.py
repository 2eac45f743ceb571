"""User ids for the bots of root: one each, also across runs, and freed by any kind of end."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from sandbox import Limits, SandboxError, View, programs, slots, spawn
from tests.sandbox.play import read_lines

multiprocess = multiprocessing.get_context("fork")


@pytest.fixture
def lock_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Locks of our own and few ids, so that tests need not run as root nor alone."""
    monkeypatch.setattr(slots, "_folder", lambda: tmp_path)
    monkeypatch.setattr(slots, "COUNT", 3)
    return tmp_path


def test_ids_are_distinct_and_bounded(lock_folder: Path) -> None:
    taken = [slots.take_slot() for _ in range(3)]
    assert {slot.uid for slot in taken} == {58_000, 58_001, 58_002}
    with pytest.raises(SandboxError, match="all 3 user ids"):
        slots.take_slot()
    taken[1].close()
    taken[1].close()
    assert slots.take_slot().uid == taken[1].uid
    for slot in taken:
        slot.close()


def test_a_killed_holder_frees_its_id(lock_folder: Path) -> None:
    def hold() -> None:
        slots.take_slot()
        (lock_folder / "held").touch()
        time.sleep(60)

    holder = multiprocess.Process(target=hold)
    holder.start()
    while not (lock_folder / "held").exists():
        time.sleep(0.001)
    mine = [slots.take_slot(), slots.take_slot()]
    with pytest.raises(SandboxError):
        slots.take_slot()
    os.kill(holder.pid or 0, signal.SIGKILL)
    holder.join()
    slots.take_slot().close()
    for slot in mine:
        slot.close()


def test_a_folder_of_somebody_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slots, "BASES", (tmp_path,))
    folder = tmp_path / "arena-sandbox"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(SandboxError, match="only root can write"):
        slots.take_slot()
    folder.rmdir()
    folder.symlink_to("/tmp")
    with pytest.raises(SandboxError, match="only root can write"):
        slots.take_slot()


def _spawn_some(python: str, box: Path, pipe: object) -> None:
    assert isinstance(pipe, multiprocessing.connection.Connection)
    argv = [python, "-I", "-S", "-c", "print(flush=True); input()"]
    children = [spawn(argv, Limits(), View(box)) for _ in range(4)]
    for child in children:  # once it speaks it is who it shall be
        read_lines(child, 1)
    pipe.send([Path(f"/proc/{child.pid}").stat().st_uid for child in children])
    pipe.recv()
    for child in children:
        child.close()


def test_running_bots_of_all_workers_have_ids_of_their_own(box: Path, python: str) -> None:
    """As a plain user there is only that user's id, in as many namespaces as there are bots."""
    pipes, workers = [], []
    for _ in range(3):
        ours, theirs = multiprocess.Pipe()
        worker = multiprocess.Process(target=_spawn_some, args=(python, box, theirs))
        worker.start()
        pipes.append(ours)
        workers.append(worker)
    uids = [uid for pipe in pipes for uid in pipe.recv()]
    for pipe in pipes:
        pipe.send(None)
    for worker in workers:
        worker.join(20)
        assert worker.exitcode == 0
    if programs.real_root():
        assert len(set(uids)) == 12
        assert min(uids) >= slots.FIRST_UID
    else:
        assert set(uids) == {os.geteuid()}
