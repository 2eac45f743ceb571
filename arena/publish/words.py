"""Texts of bots and tournaments made harmless, and what all files say of a tournament."""

from datetime import UTC, datetime

from arena.standings import Standings

ZERO_WIDTH_JOINER = "\u200d"
"""Holds emoji together; the one invisible character that names may show as it is."""

CONFINED = {"full": "confined", "partial": "partly confined", "none": "not confined"}

RATED_BY = {
    "placement": "the place of each bot in each game",
    "win": "who won each game",
    "points": "the points of each game",
}


def literal(text: str) -> str:
    """The text on one line, with all that is no visible character written as an escape.

    So no name can break a row, change the terminal, or turn the direction of writing.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == ZERO_WIDTH_JOINER else ascii(c)[1:-1] for c in text)


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


HOW_TO_READ = {
    "rank": "the place by rating. Bots whose ratings agree to the two decimals shown share one.",
    "ranks": "the ranks that the bot has in 95 of 100 leagues like this one: the matches played "
    "are drawn anew, whole ones and some of them more than once, and bots are rated by those.",
    "group": "bots that share a letter are not told apart by these games: which of them is better "
    "is less than 97.5 % sure. More matches may tell.",
    "rating": "what the bot's skill is very likely above: μ − 3σ, both worked out from all "
    "games together, so that their order makes no difference. A bot without games would have "
    "μ = 25 and σ = 8.33, so a rating of 0; it can be negative.",
    "±": "half the width of the range that holds the bot's skill μ with a probability of 95 %, "
    "against bots of the same league; from matches drawn anew, as for the ranks. It is not 1.96 σ: "
    "games of one match depend on one another, of which σ knows nothing.",
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
