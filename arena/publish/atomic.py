"""Replacing files so that nobody ever finds half of one."""

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from arena.errors import ArenaError


def replace_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files by name into `folder`; they are on the disk on return.

    A name may have folders before it. Folders are made if need be. All files are written beside
    the old ones first, so a full disk is noticed before any is replaced. ArenaError, with the old
    files whole, if they cannot be written.
    """
    written: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_name(f".{path.name}.{os.getpid()}.new")
            written[new] = path
            _write(new, content)
        for new, path in written.items():
            new.replace(path)
        for parent in {path.parent for path in written.values()}:
            _sync(parent)
    except OSError as error:
        for new in written:
            with suppress(OSError):
                new.unlink(missing_ok=True)
        raise ArenaError(
            f"{folder}: cannot write the leaderboard: {error.strerror or error}. The files that "
            "were there are whole, and all results are kept: put it right and publish again"
        ) from error
    return list(written.values())


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def remove_others(folder: Path, kept: Iterable[Path]) -> None:
    """Remove the files in `folder` that are not among `kept`; fine if there is no folder.

    ArenaError if one cannot be removed.
    """
    stale = set(folder.iterdir() if folder.is_dir() else ()).difference(kept)
    try:
        for path in stale:
            path.unlink()
    except OSError as error:
        raise ArenaError(f"{path}: cannot be removed: {error.strerror or error}") from error
