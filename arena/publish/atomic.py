"""Replacing files so that nobody ever finds half of one."""

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from arena.errors import ArenaError


def replace_files(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write files by name into `folder`, which is made if need be; they are on the disk on return.

    All are written beside the old ones first, so a full disk is noticed before any is replaced.
    ArenaError, with the old files whole, if they cannot be written.
    """
    written: dict[Path, Path] = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            new = folder / f".{name}.{os.getpid()}.new"
            written[new] = folder / name
            _write(new, content)
        for new, path in written.items():
            new.replace(path)
        _sync(folder)
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
