"""What is wrong with a file, collected so that all of it is said at once."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from arena.errors import ArenaError

_SHOWN = 50
_CLOSE = 0.7
_LONGEST = 400
_LONGEST_VALUE = 60


class Place(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    line: int
    column: int


START = Place(1, 1)


class Complaints:
    """The complaints about one file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: list[tuple[Place, str]] = []

    def add(self, place: Place, text: str) -> None:
        """`text` says what is wrong at the place and what would be right."""
        if len(text) > _LONGEST:
            text = text[: _LONGEST // 2] + " … " + text[-_LONGEST // 2 :]
        if (place, text) not in self._found[-1:]:
            self._found.append((place, text))

    def error(self) -> ArenaError:
        """All complaints in the order of the file, the first of them if they are very many."""
        lines = [f"{self._path}:{p.line}:{p.column}: {text}" for p, text in sorted(self._found)]
        if len(lines) > _SHOWN:
            lines[_SHOWN:] = [f"{self._path}: … and {len(lines) - _SHOWN} more"]
        return ArenaError("\n".join(lines))

    def check(self) -> None:
        """Raises the error if there is any complaint."""
        if self._found:
            raise self.error()


def shown(value: object) -> str:
    """A value of a file as it is quoted in a complaint: short, on one line, nothing unprintable."""
    match value:
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int() | float():
            return str(value)
    text = repr(value)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def suggestion(word: str, known: Iterable[str]) -> str:
    """`did you mean …?` where something known is close, else all that there is."""
    choices = sorted(known)
    close = get_close_matches(word.lower(), choices, n=1, cutoff=_CLOSE)
    if close:
        return f"did you mean `{close[0]}`?"
    return "there is " + ", ".join(f"`{choice}`" for choice in choices)
