"""NAME.html: the leaderboard as one page that needs no other file and no network."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from arena.publish.cells import columns, percent, shown_names
from arena.publish.words import HOW_TO_READ, facts, literal
from arena.standings import Row, Standings

_STYLE = """
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; }

th, td { padding: .25rem .75rem; text-align: left; border-bottom: 1px solid #8886; }
td { unicode-bidi: isolate; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
"""


def render(standings: Standings) -> Mapping[str, bytes]:
    """The page, in UTF-8."""
    return {f"{standings.tournament}.html": f"{''.join(_page(standings))}".encode()}


def _page(standings: Standings) -> Iterator[str]:
    title = _text(standings.title)
    yield f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<ul>
"""
    yield from (f"<li>{_text(fact)}</li>\n" for fact in facts(standings))
    yield "</ul>\n"
    if len(standings.by_game) != 1:
        yield "<h2>Overall</h2>\n"
        yield from _table(standings.overall, scores=False)
    for entry, rows in standings.by_game.items():
        yield f"<h2>{_text(entry)}</h2>\n"
        yield from _table(rows, scores=True)
        yield f"<p>Win share by seat: {_seats(standings.seats[entry])}.</p>\n"
    yield "<h2>How to read it</h2>\n<dl>\n"
    for term, meaning in HOW_TO_READ.items():
        yield f"<dt>{_text(term)}</dt><dd>{_text(meaning)}</dd>\n"
    yield "</dl>\n</main>\n</body>\n</html>\n"


def _table(rows: Sequence[Row], *, scores: bool) -> Iterator[str]:
    shown = columns(scores=scores)
    kinds = [' class="number"' if column.numeric else "" for column in shown]
    yield '<div class="wide" tabindex="0"><table>\n<thead><tr>'
    for column, kind in zip(shown, kinds, strict=True):
        yield f'<th scope="col"{kind}>{_text(column.title)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row, name in zip(rows, shown_names(rows), strict=True):
        yield "<tr>"
        for column, kind in zip(shown, kinds, strict=True):
            yield f"<td{kind}>{_text(column.text(row, name))}</td>"
        yield "</tr>\n"
    yield "</tbody>\n</table></div>\n"


def _seats(shares: Sequence[float]) -> str:
    return _text(", ".join(f"seat {seat}: {percent(share)}" for seat, share in enumerate(shares)))


def _text(text: str) -> str:
    return escape(literal(text))
