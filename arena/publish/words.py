"""What all files say of a tournament."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

from arena.games import load
from arena.standings import Balance, Row, Standings
from arena.texts import literal

CONFINED = {"full": "confined", "partial": "partly confined", "none": "not confined"}

SEATS_ALIKE = "It makes no difference in this game who sits where."

RATED_BY = {
    "placement": "the place of each bot in each game",
    "win": "who won each game",
    "points": "the points of each game",
}


def last_day(standings: Standings) -> str | None:
    """The day of the last match, in UTC; None without matches."""
    last = standings.last_finished_at
    return None if last is None else datetime.fromtimestamp(last, UTC).date().isoformat()


def facts(standings: Standings) -> list[str]:
    """What stands at the head of a page, a sentence each, in plain text."""
    day = last_day(standings)
    found = [
        f"{_count(standings.matches, 'match', 'matches')} with "
        f"{_count(standings.games, 'game', 'games')} between "
        f"{_count(len(standings.overall), 'bot', 'bots')}"
        + (f"; the last match ended on {day} (UTC)" if day else "")
        + ("." if standings.finished else "; not all matches have been played yet."),
        f"Rated by {RATED_BY[standings.rate_by]}, with {literal(standings.rating)}. "
        f"Seed {standings.seed}, "
        f"arena {literal(standings.engine)}.",
        f"Bots were {CONFINED[standings.sandbox]}"
        + (
            "."
            if standings.sandbox == "full"
            else ", so every seat order was played with luck of its own."
        ),
    ]
    if standings.host_faults:
        times = _count(standings.host_faults, "time", "times")
        found.append(f"The machine spoiled a match {times}; it was played again.")
    if standings.unrated:
        found.append(
            f"{_count(standings.unrated, 'game was', 'games were')} left out of the rating, being "
            "too surprising for its arithmetic."
        )
    return found


def pools(rows: Sequence[Row], names: Sequence[str]) -> list[str]:
    """That a table's bots fall into pools that never met, and who is in which; else nothing.

    `rows`: by pool. A sentence each, in plain text.
    """
    placed = [(row.pool, name) for row, name in zip(rows, names, strict=True) if row.pool]
    members = [(pool, [name for _, name in found]) for pool, found in groupby(placed, key=_first)]
    if len(members) < 2:
        return []
    return [
        "These games fall into pools: no bot of one has met a bot of another, not even by way of "
        "third ones. Rank, rating and group compare bots of the same pool only.",
        *(f"Pool {pool}: {_listed(found)}." for pool, found in members[:MOST_POOLS]),
        *([f"And {len(members) - MOST_POOLS} more pools."] if len(members) > MOST_POOLS else []),
    ]


def _first(placed: tuple[int | None, str]) -> int | None:
    return placed[0]


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMES
    shown = ", ".join(names[:MOST_NAMES])
    return f"{shown} and {more} more" if more > 0 else shown


def seats_matter(standings: Standings, entry: str) -> bool:
    """Whether it makes a difference who sits where; rules that are not there say yes."""
    rules = standings.chronicle.rules if standings.chronicle else {}
    try:
        return load(rules.get(entry, entry)).positions
    except KeyError:
        return True


def balance(standings: Standings, entry: str) -> Iterator[str]:
    """How evenly the games of an entry are spread over seats and pairs, a sentence each."""
    found = standings.balance[entry]
    yield _seating(found) if seats_matter(standings, entry) else SEATS_ALIKE
    least, most = found.met_least, found.met_most
    if least == most:
        yield f"Every two bots met in {_count(most, 'game', 'games')}."
    elif least:
        yield f"Meetings are uneven: two bots met in {least:,} to {most:,} games."
    else:
        games = _count(most, "game", "games")
        yield f"Meetings are uneven: some bots never met, others met in up to {games}."


def _seating(found: Balance) -> str:
    if not found.seats:
        return "Every bot sat in each seat equally often."
    games = _count(found.seats, "game", "games")
    within = " (one sitting)" if found.seats == found.sitting else ""
    if found.seats < found.sitting:
        within = f" (a sitting has {found.sitting:,})"
    return f"Seats are uneven: how often a bot sat in each differs by up to {games}{within}."


def how_to_read(standings: Standings) -> dict[str, str]:
    """What the columns of the tables mean, by their titles."""
    tables = [standings.overall, *standings.by_game.values()]
    told = dict(HOW_TO_READ)
    if not any(pools(rows, [row.id for row in rows]) for rows in tables):
        del told["pool"]
    return told


MOST_POOLS = 12
MOST_NAMES = 12
"""Of pools and of names in each that are told; all stand in the table."""

HOW_TO_READ = {
    "pool": "bots that games connect, directly or by way of others. Each pool has ranks, ratings "
    "and letters of its own, about a mean of 25; games that cross pools would join them.",
    "rank": "the place by rating. Bots whose ratings agree to the two decimals shown share one.",
    "ranks": "the ranks that the bot has in 95 of 100 leagues like this one: the matches played "
    "are weighed anew at random, whole ones, and bots are rated by those.",
    "group": "bots that share a letter are not told apart by these games: which of them is better "
    "is less than 97.5 % sure. More matches may tell. Without a common letter they may be level "
    "too, if a bot between them is not.",
    "rating": "what the bot's skill is very likely above: μ − 3σ, both worked out from all "
    "games together, so that their order makes no difference. A bot without games would have "
    "μ = 25 and σ = 8.33, so a rating of 0; it can be negative.",
    "±": "half the width of the range that holds the bot's skill μ with a probability of 95 %, "
    "against bots of the same league; from matches weighed anew, as for the ranks. It is not "
    "1.96 σ: games of one match depend on one another, of which σ knows nothing.",
    "win share": "the part of its games that the bot won; a game that k bots won together counts "
    "1/k for each.",
    "mean place": "the mean of its places in its games, 1 being best.",
    "mean score": "the mean of its points, in that game's own counting.",
    "faults": "how often the bot's process failed, and how (start, timeout, crash, invalid, "
    "illegal, limit). A bot that failed comes last in the games it was in; one that failed in many "
    "matches in a row is benched and plays no more.",
}


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
