"""NAME.md: the leaderboard as a page that reads well on a code host and in an editor."""

import re
from collections.abc import Mapping, Sequence

from tabulate import tabulate

from arena.publish.cells import columns, percent, shown_names
from arena.publish.words import balance, facts, how_to_read, pools, seats_matter
from arena.standings import Row, Standings
from arena.texts import literal

_ACTIVE = re.compile(r"[\\`*_\[\]<>|~&:@#$]|(?<=www)\.", re.IGNORECASE)
"""What Markdown, or a code host on top of it, would take as more than text within a line."""


def render(standings: Standings) -> Mapping[str, bytes]:
    """The page: head, the overall table, a table for each game, how to read them."""
    names = shown_names(standings)
    parts = [
        f"# {escaped(standings.title)}",
        "\n".join(f"- {fact}" for fact in facts(standings)),
        "## Overall" if len(standings.by_game) != 1 else "",
        _table(standings.overall, names, scores=False) if len(standings.by_game) != 1 else "",
    ]
    for entry, rows in standings.by_game.items():
        parts += [
            f"## {escaped(entry)}",
            _table(rows, names, scores=True),
            _fairness(standings, entry),
        ]
    parts += ["## How to read it", _listed(how_to_read(standings))]
    text = "\n\n".join(part for part in parts if part)
    return {f"{standings.tournament}.md": f"{text}\n".encode()}


def escaped(text: str) -> str:
    """The text as Markdown that shows it literally, in a table's cell too."""
    return _ACTIVE.sub(r"\\\g<0>", literal(text))


def _table(rows: Sequence[Row], by_id: Mapping[str, str], *, scores: bool) -> str:
    names = [by_id[row.id] for row in rows]
    shown = columns(rows, scores=scores)
    cells = [
        [escaped(column.text(row, name)) for column in shown]
        for row, name in zip(rows, names, strict=True)
    ]
    # Without disable_numparse, tabulate rewrites names that look like numbers.
    table = tabulate(
        cells,
        [column.title for column in shown],
        tablefmt="pipe",
        disable_numparse=True,
        colalign=["right" if column.numeric else "left" for column in shown] if cells else None,
    )
    told = "\n".join(f"- {sentence}" for sentence in pools(rows, list(map(escaped, names))))
    return f"{told}\n\n{table}" if told else table


def _fairness(standings: Standings, entry: str) -> str:
    """Who had which seat and whom for opponents, and what the seats won where they matter."""
    told = list(balance(standings, entry))
    if seats_matter(standings, entry):
        shares = enumerate(standings.seats[entry])
        won = ", ".join(f"seat {seat}: {percent(share)}" for seat, share in shares)
        told.append(f"Win share by seat: {won}.")
    return " ".join(told)


def _listed(terms: Mapping[str, str]) -> str:
    return "\n".join(f"- **{term}**: {meaning}" for term, meaning in terms.items())
