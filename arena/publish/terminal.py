"""The table as plain text for a terminal."""

import re
from collections.abc import Sequence
from shutil import get_terminal_size

from tabulate import tabulate

from arena.publish.cells import Column, columns, shown_names
from arena.publish.words import facts, pools
from arena.standings import Row, Standings
from arena.texts import literal

WIDE = 120
"""Columns of text where there is no terminal."""
SHORTEST_NAME = 8
_LETTER = re.compile(r"[a-z][0-9]*")
SHARED = "Bots that share a letter of `group` are not told apart by these games."
DISPENSABLE = ("mean place", "games", "±", "ranks", "win share", "group", "faults")
"""Columns that are left out of a narrow terminal, in this order."""


def table(standings: Standings, width: int | None = None) -> str:
    """The overall table, at most `width` wide where that can be (None: the terminal's)."""
    room = width or get_terminal_size((WIDE, 24)).columns
    rows = standings.overall
    kept = columns(rows, scores=False)
    names = list(shown_names(standings).values())
    for title in ("", *DISPENSABLE):
        kept = [column for column in kept if column.title != title]
        text = _drawn(kept, rows, names)
        if _width(text) <= room:
            break
    else:
        longest = max(map(_width, names), default=0)
        short = max(SHORTEST_NAME, longest - (_width(text) - room))
        text = _drawn(kept, rows, [_cut(name, short) for name in names])
    return f"{literal(standings.title)}\n\n{text}\n\n{_below(kept, standings)}"


def _below(kept: Sequence[Column], standings: Standings) -> str:
    """What was played, and what the letters say where they are shown and tell anything."""
    told = [facts(standings)[0], *pools(standings.overall, list(shown_names(standings).values()))]
    letters = [
        (row.pool, letter)
        for row in standings.overall
        for letter in _LETTER.findall(row.group or "")
    ]
    shared = len(letters) > len(set(letters)) and any(column.title == "group" for column in kept)
    return "\n".join([*told, SHARED] if shared else told)


def _drawn(kept: Sequence[Column], rows: Sequence[Row], names: Sequence[str]) -> str:
    cells = [
        [column.text(row, name) for column in kept] for row, name in zip(rows, names, strict=True)
    ]
    # Without disable_numparse, tabulate rewrites names that look like numbers.
    return tabulate(
        cells,
        [column.title for column in kept],
        tablefmt="simple",
        disable_numparse=True,
        colalign=["right" if column.numeric else "left" for column in kept] if cells else None,
    )


def _width(text: str) -> int:
    """The columns that the widest line takes; as many as characters where none can tell."""
    try:
        from wcwidth import wcswidth
    except ImportError:
        return max(map(len, text.split("\n")))
    return max(len(line) if (wide := wcswidth(line)) < 0 else wide for line in text.split("\n"))


def _cut(name: str, width: int) -> str:
    """The beginning of a name, marked as cut, where it is wider than that."""
    if _width(name) <= width:
        return name
    while _width(name) >= width:
        name = name[:-1]
    return f"{name}…"
