"""The leaderboard's page: what its template writes, worked out from the standings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from arena.games import load
from arena.publish import REPLAYS
from arena.publish.cells import (
    Z95,
    faults,
    half_width,
    percent,
    points,
    rank_range,
    score,
    shown_names,
)
from arena.publish.pages import page
from arena.publish.pages.charts import Chart, chart
from arena.publish.words import balance, facts, how_to_read, pools, seats_matter
from arena.results import GameResult
from arena.standings import Chronicle, Meeting, Row, Standings, ToldGame

ALL = "all"
MOST_IN_HEAT_MAP = 40
"""More bots than these would make a map that nobody reads."""
LAST_LINES = 12
"""Of stderr, of each fault."""
NO_CHRONICLE = Chronicle({}, {}, (), (), {})


class Entry(NamedTuple):
    """A table of the page; `key` is what it is filtered by. `pools`: see `words.pools`."""

    key: str
    title: str
    lines: Sequence["Line"]
    pools: Sequence[str]


class Line(NamedTuple):
    """A bot in a table. `range`: its skill's lower end, middle and upper end, in per cent of the
    scale that holds the ranges of all.
    """

    row: Row
    name: str
    ranks: str
    range: tuple[float, float, float] | None
    told_range: str
    half: float | None
    faults: Sequence[str]
    fault_count: int


class Cell(NamedTuple):
    """A cell of the heat map: per cent of games above, and in words."""

    share: float
    told: str


class BotGame(NamedTuple):
    """A game of a bot. `others`: names with places. `better`: than expected, in per cent points.

    `kept`: whether there is a record of it.
    """

    told: ToldGame
    title: str
    place: int
    score: str
    others: Sequence[str]
    better: float
    failed: bool
    kept: bool


class BotFault(NamedTuple):
    """A fault of a bot, with the last lines that it wrote to stderr."""

    title: str
    entry: str
    game: str
    kind: str
    detail: str
    stderr: Sequence[str]
    kept: bool


class Bot(NamedTuple):
    """A part of the page about one bot."""

    line: Line
    records: Sequence[tuple[str, str, Line]]
    faults: Sequence[BotFault]
    games: Sequence[BotGame]


class Story(NamedTuple):
    """A telling game."""

    entry: str
    title: str
    game: str
    kind: str
    text: str


def leaderboard_page(standings: Standings, replays: Iterable[str]) -> bytes:
    """The page. `replays`: the ids of the games whose replays are kept beside it."""
    chronicle = standings.chronicle or NO_CHRONICLE
    names = shown_names(standings)
    titles = {entry: _title(entry, chronicle) for entry in standings.by_game}
    tables = _tables(standings, titles, names)
    return page(
        "leaderboard.html",
        title=standings.title,
        tournament=standings.tournament,
        facts=facts(standings),
        tables=tables,
        titles=titles,
        stories=_stories(standings, chronicle, names, titles),
        chart=_history(chronicle, names),
        heat_map=_heat_map(standings, names),
        left_out=sum(row.games > 0 for row in standings.overall) > MOST_IN_HEAT_MAP,
        seats={
            entry: _bars(shares) if seats_matter(standings, entry) else []
            for entry, shares in standings.seats.items()
        },
        balance={entry: list(balance(standings, entry)) for entry in standings.balance},
        bots=list(_bots(standings, chronicle, tables, names, titles)),
        how_to_read=how_to_read(standings),
        folder=f"{standings.tournament}/{REPLAYS}",
        replays=frozenset(replays),
        percent=percent,
        score=score,
    )


def _bars(shares: Sequence[float]) -> list[tuple[str, float, float]]:
    """By seat: its share in words, its bar, and the mark of an equal share, in per cent of a scale.

    An equal share is in the middle, unless a seat won more than twice as much.
    """
    equal = 1 / len(shares)
    scale = max(2 * equal, *shares)
    return [(percent(share), 100 * share / scale, 100 * equal / scale) for share in shares]


def _title(entry: str, chronicle: Chronicle) -> str:
    """What the game is called; with the entry's id where that says more."""
    game = chronicle.rules.get(entry, entry)
    try:
        title = load(game).title
    except KeyError:
        return entry
    return title if entry == game else f"{title} ({entry})"


def _tables(
    standings: Standings, titles: Mapping[str, str], names: Mapping[str, str]
) -> list[Entry]:
    by_game = [
        _table(entry, titles[entry], rows, names) for entry, rows in standings.by_game.items()
    ]
    if len(by_game) == 1:
        return by_game
    return [_table(ALL, "All games", standings.overall, names), *by_game]


def _table(key: str, title: str, rows: Sequence[Row], names: Mapping[str, str]) -> Entry:
    told = pools(rows, [names[row.id] for row in rows])
    return Entry(key, title, _lines(rows, names), told)


def _lines(rows: Sequence[Row], names: Mapping[str, str]) -> list[Line]:
    """The rows with where they stand on one scale that holds all of their ranges."""
    ranges = [_range(row) for row in rows]
    ends = [end for found in ranges if found for end in found]
    start, width = (min(ends), (max(ends) - min(ends)) or 1.0) if ends else (0.0, 1.0)

    def on_scale(found: tuple[float, float, float]) -> tuple[float, float, float]:
        low, middle, high = (round(3 + 94 * (end - start) / width, 2) for end in found)
        return low, middle, high

    return [
        Line(
            row,
            names[row.id],
            rank_range(row),
            on_scale(found) if found else None,
            f"from {found[0]:.1f} to {found[2]:.1f}" if found else "",
            half_width(row),
            faults(row),
            sum(row.faults.values()),
        )
        for row, found in zip(rows, ranges, strict=True)
    ]


def _range(row: Row) -> tuple[float, float, float] | None:
    """What holds the bot's skill with 95 %: lower end, middle, upper end."""
    if row.mu is None or row.sigma is None:
        return None
    low = row.mu - Z95 * row.sigma if row.mu_low is None else row.mu_low
    high = row.mu + Z95 * row.sigma if row.mu_high is None else row.mu_high
    return low, row.mu, high


def _history(chronicle: Chronicle, names: Mapping[str, str]) -> Chart | None:
    """The ratings over the run, best bots last so that they are drawn on top."""
    snapshots = chronicle.history
    if len(snapshots) < 2:
        return None
    series = {
        name: [
            snapshot.skills[one].mu if one in snapshot.skills else None for snapshot in snapshots
        ]
        for one, name in names.items()
        if one in snapshots[-1].skills
    }
    return chart([f"{snapshot.games:,}" for snapshot in snapshots], series)


def _heat_map(
    standings: Standings, names: Mapping[str, str]
) -> list[tuple[str, str, list[Cell | None]]]:
    """By row: id, name, and a cell for each column; None where two have not met."""
    shown = [row.id for row in standings.overall if row.games][:MOST_IN_HEAT_MAP]
    found = standings.head_to_head
    return [
        (one, names[one], [_cell(found.get(one, {}).get(other), names[other]) for other in shown])
        for one in shown
    ]


def _cell(meeting: Meeting | None, other: str) -> Cell | None:
    if meeting is None or not meeting.games:
        return None
    share = 100 * (meeting.above + meeting.level / 2) / meeting.games
    told = (
        f"against {other}: {meeting.above:,} above, {meeting.level:,} level, "
        f"{meeting.below:,} below in {meeting.games:,} games"
    )
    if meeting.p_above is not None:
        told += f"; better with a probability of {percent(meeting.p_above)}"
    return Cell(share, told)


def _stories(
    standings: Standings,
    chronicle: Chronicle,
    names: Mapping[str, str],
    titles: Mapping[str, str],
) -> list[Story]:
    ranks = {entry: {row.id: row.rank for row in rows} for entry, rows in standings.by_game.items()}
    return [
        Story(
            told.entry,
            titles[told.entry],
            told.recorded.result.id,
            told.why,
            _upset(told.entrant, told.recorded.result, names, ranks[told.entry])
            if told.why == "upset"
            else f"{names[told.entrant]} failed: {told.why}",
        )
        for told in chronicle.telling
    ]


def _upset(
    winner: str,
    result: GameResult,
    names: Mapping[str, str],
    ranks: Mapping[str, int | None],
) -> str:
    finish = sorted(zip(result.ranks, result.entrants, result.scores, strict=True))
    had = {one: points(score) for _, one, score in finish}
    others = [f"{names[one]} (rank {ranks[one]}) with {had[one]}" for one in had if one != winner]
    won = f"{names[winner]}, rank {ranks[winner]}, won with {had[winner]}"
    return f"{won} against {', '.join(others)}"


def _bots(
    standings: Standings,
    chronicle: Chronicle,
    tables: Sequence[Entry],
    names: Mapping[str, str],
    titles: Mapping[str, str],
) -> Iterator[Bot]:
    records: dict[str, list[tuple[str, str, Line]]] = {}
    for table in tables:
        if table.key != ALL:
            for line in table.lines:
                records.setdefault(line.row.id, []).append((table.key, table.title, line))
    for line in _lines(standings.overall, names):
        one = line.row.id
        yield Bot(
            line,
            records.get(one, []),
            [
                BotFault(
                    titles[told.entry],
                    told.entry,
                    told.game,
                    told.kind,
                    told.detail,
                    told.stderr.splitlines()[-LAST_LINES:],
                    chronicle.records != "none",
                )
                for told in chronicle.incidents.get(one, ())
            ],
            [
                _bot_game(told, one, names, titles, kept=_kept(chronicle, told))
                for told in chronicle.games.get(one, ())
            ],
        )


def _kept(chronicle: Chronicle, told: ToldGame) -> bool:
    """Whether the game's record was kept."""
    return chronicle.records == "all" or (chronicle.records == "faults" and bool(told.failed))


def _bot_game(
    told: ToldGame,
    entrant: str,
    names: Mapping[str, str],
    titles: Mapping[str, str],
    *,
    kept: bool,
) -> BotGame:
    seat = told.entrants.index(entrant)
    places = sorted(zip(told.ranks, told.entrants, strict=True))
    others = [f"{rank}. {names[one]}" for rank, one in places if one != entrant]
    return BotGame(
        told,
        titles[told.entry],
        told.ranks[seat],
        points(told.scores[seat]),
        others,
        100 * told.surprises[seat],
        seat in told.failed,
        kept,
    )
