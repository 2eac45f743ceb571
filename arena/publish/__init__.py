"""Published files: modules with a `render` here, and the entry points `arena.publish` of others.

A publisher is a function `render(standings) -> {file name: bytes}`; file names are built from the
tournament's id, and those in `NAME/replays/` from the ids of games too. Equal standings give equal
bytes.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from arena.errors import ArenaError
from arena.plugins import PUBLISHERS
from arena.publish.atomic import remove_others, replace_files
from arena.publish.terminal import table
from arena.standings import Standings

__all__ = ["Publisher", "load", "names", "not_renewed", "publish", "table"]

REPLAYS = "replays"
"""The folder, in the tournament's own, that holds the pages of single games and nothing else."""

ENDINGS = {"markdown": ".md", "csv": ".csv", "json": ".json", "html": ".html"}
"""How the files of arena's own publishers end."""


class Publisher(Protocol):
    """One kind of published file."""

    def __call__(self, standings: Standings) -> Mapping[str, bytes]:
        """The files by name, which may lie in the folder `NAME/replays`."""


def names() -> tuple[str, ...]:
    """The names of all publishers, sorted."""
    return PUBLISHERS.names()


def load(name: str) -> Publisher:
    """The publisher of that name. KeyError if there is none."""
    render: Publisher = PUBLISHERS.load(name)
    return render


def publish(standings: Standings, formats: Iterable[str], folder: Path) -> list[Path]:
    """Write the files of these publishers into `folder`, and return where they are.

    Either all are replaced, or, with an ArenaError, each is left whole as it was or is new. Replays
    of earlier times that are none of these files are removed.
    """
    files: dict[str, bytes] = {}
    for name in formats:
        try:
            files |= load(name)(standings)
        except KeyError:
            known = ", ".join(names())
            raise ArenaError(f"cannot publish {name!r}; there are {known}") from None
    paths = replace_files(folder, files)
    remove_others(folder / standings.tournament / REPLAYS, paths)
    return paths


def not_renewed(tournament: str, formats: Iterable[str], folder: Path) -> list[Path]:
    """The files in `folder` that arena's other publishers wrote when they were still chosen."""
    chosen = set(formats)
    others = [ending for name, ending in ENDINGS.items() if name not in chosen]
    paths = [folder / f"{tournament}{ending}" for ending in others]
    return [path for path in paths if path.exists()]
