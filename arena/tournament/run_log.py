"""The log of a run, beside the ledger."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import ArenaError


class _Log(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """A log that cannot be written, on a full disk say, must not stop what it tells of."""


@contextmanager
def logged(folder: Path) -> Iterator[None]:
    """Within, what is logged goes to the run's file, also from workers."""
    try:
        handler = _Log(folder / "run.log", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise ArenaError(f"{folder}: cannot be written: {error.strerror}") from None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    before = root.level
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)
        handler.close()
