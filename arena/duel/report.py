"""What is said of a duel: a line while it goes on, a paragraph and a document at its end."""

from collections.abc import Sequence
from typing import Any

from arena.duel.play import News

SCHEMA_VERSION = 1


def line(news: News) -> str:
    """Where it stands, in one line."""
    low, high = news.evidence.interval()
    return (
        f"{news.terms.game}: {news.evidence.count} deals, {news.games} games, "
        f"difference {news.evidence.mean:+.3f} [{low:+.3f}, {high:+.3f}]"
    )


def text(news: News, a: str, b: str) -> str:
    """How it ended. `a`, `b`: what the bots are called."""
    terms = news.terms
    said = {
        "A": f"{a} is better than {b}",
        "B": f"{b} is better than {a}",
        "equal": f"no difference as large as {terms.margin:g}",
        "undecided": "not decided",
    }[news.verdict]
    sure = 100 * (1 - terms.alpha)
    lines = [line(news), f"  {said} (at most {100 * terms.alpha:.3g} % chance of a false verdict)"]
    if news.verdict == "undecided":
        low, high = news.evidence.interval()
        lines.append(
            f"  with {sure:.4g} % confidence {a} is {low:+.3f} to {high:+.3f} ahead of {b}"
        )
    for (who, kind), count in sorted(news.faults.items()):
        name = {"A": a, "B": b}.get(who, who)
        lines.append(f"  {name} failed {count}× ({kind}): {news.details[who, kind]}")
    return "\n".join(lines)


def document(over: Sequence[News], named: dict[str, str], seed: int) -> dict[str, Any]:
    """All of it. `named`: the bots by label."""
    duels = [_of_game(news) for news in over]
    return {"schema_version": SCHEMA_VERSION, "bots": named, "seed": str(seed), "duels": duels}


def _of_game(news: News) -> dict[str, Any]:
    terms, (low, high) = news.terms, news.evidence.interval()
    return {
        "game": terms.game,
        "seats": terms.seats,
        "options": terms.options,
        "orders": terms.orders,
        "verdict": news.verdict,
        "difference": news.evidence.mean,
        "low": low,
        "high": high,
        "alpha": terms.alpha,
        "margin": terms.margin,
        "deals": news.evidence.count,
        "games": news.games,
        "budget": terms.budget,
        "faults": [
            {"bot": who, "fault": kind, "games": count, "detail": news.details[who, kind]}
            for (who, kind), count in sorted(news.faults.items())
        ],
    }
