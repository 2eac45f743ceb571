"""Tournament files to try."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.spec import TournamentSpec, load

SMALL = "games:\n  - game: bank_dice\n"


def written(folder: Path, text: str | bytes, name: str = "try.yaml") -> Path:
    """The path of a file in `folder` that holds the text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def loaded(folder: Path, text: str | bytes, name: str = "try.yaml") -> TournamentSpec:
    """The tournament that a text says."""
    return load(written(folder, text, name))


def refused(folder: Path, text: str | bytes, name: str = "try.yaml") -> list[str]:
    """The complaints about a text, a line each, without the file's name."""
    path = written(folder, text, name)
    with pytest.raises(ArenaError) as caught:
        load(path)
    lines = str(caught.value).split("\n")
    assert all(line.startswith(f"{path}:") for line in lines)
    return [line.removeprefix(f"{path}:") for line in lines]


def only(folder: Path, text: str | bytes) -> str:
    """The one complaint about a text."""
    (line,) = refused(folder, text)
    return line
