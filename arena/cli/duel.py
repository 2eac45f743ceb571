"""arena duel"""

import os
import sys
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

    import sandbox as confinement
    from arena.bots.process import Launch
    from arena.duel import News, Terms
    from arena.wire import Ready

LEVELS = click.Choice(["full", "partial", "none"])
SHARE = click.FloatRange(0, 0.5, min_open=True)


class Asked(NamedTuple):
    """What the command line says of the games and the test."""

    games: tuple[str, ...]
    seats: int | None
    options: tuple[str, ...]
    budget: int
    alpha: float
    margin: float
    seed: int


@click.command(name="duel")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--game", "-g", "games", multiple=True, help="Only this game; more with more -g.")
@click.option("--table", "-t", help="Who else sits there: bot,bot,… [copies of A and B].")
@click.option("--seats", "-s", type=click.IntRange(2, 20), help="Seats at the table [fewest].")
@click.option("--option", "-o", "options", multiple=True, help="KEY=VALUE, with one game.")
@click.option(
    "--budget", "-n", type=click.IntRange(1), default=20_000, show_default=True,
    help="Games, at most, for each game.",
)  # fmt: skip
@click.option(
    "--alpha", type=SHARE, default=0.05, show_default=True, help="The chance of a false verdict."
)
@click.option(
    "--margin", type=SHARE, default=0.05, show_default=True,
    help="A difference below this counts as none.",
)  # fmt: skip
@click.option("--move-s", type=click.FloatRange(0.001), default=1.0, help="Limit: a decision [1].")
@click.option("--seed", type=click.IntRange(0), help="Of all luck [a new one].")
@click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="Matches at a time [cores].")
@click.option("--sandbox", type=LEVELS, default="full", help="How bots are confined [full].")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--strict", is_flag=True, help="Exit with 1 unless A is better in every game.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def command(
    a: str,
    b: str,
    games: tuple[str, ...],
    table: str | None,
    seats: int | None,
    options: tuple[str, ...],
    budget: int,
    alpha: float,
    margin: float,
    move_s: float,
    seed: int | None,
    jobs: int | None,
    sandbox: str,
    as_json: bool,
    strict: bool,
    quiet: bool,
) -> int:
    """Is bot A better than bot B?

    Both sit at the same table and play the same deals in all seats, until it is decided or the
    budget is spent. The chance that any verdict is false is at most --alpha, however often one
    looks; docs/duel.md says why. The difference is in shares of the table left behind: +0.10 means
    that A leaves 10 % more of the others behind than B does.

    A bot is a path, a name in bots/, or PATH@REVISION for a version in git. Ctrl-C ends it with
    what is known by then.

    \b
    Examples:
      arena duel bots/mine.py random_any
      arena duel bots/mine.py bots/mine.py@HEAD~1 --game bank_dice --seats 4
      arena duel mine money_counter -g bank_or_bust_money -t money_stick,random_any
      arena duel bots/mine.py bots/mine.py@main --strict --json
    """
    import json
    from dataclasses import replace
    from secrets import randbits

    from arena.bots.confined import require
    from arena.cli.shared.bots import launched, scratch, words
    from arena.duel.report import document, text

    level: confinement.Level = sandbox  # type: ignore[assignment]
    require(level)
    limits = {"start_s": 10.0, "move_s": move_s, "game_s": None, "memory_mb": 512}
    named = {"A": a, "B": b} | {f"C{n}": word for n, word in enumerate(words(table), 1)}
    seed = randbits(64) if seed is None else seed
    asked = Asked(games, seats, options, budget, alpha, margin, seed)
    over: list[News] = []
    signal = None
    with scratch() as store:
        launches = {
            label: replace(launched(word, store, level, limits), entrant=label)
            for label, word in named.items()
        }
        everything = _terms(asked, launches, level, limits)
        for terms in everything:
            news, signal = _fight(terms, launches, level, limits, jobs, quiet=quiet)
            over.append(news)
            if not as_json:
                click.echo(text(news, a, b))
            if signal:
                break
    if as_json:
        click.echo(json.dumps(document(over, named, seed), indent=1))
    if signal:
        return 128 + signal
    better = len(over) == len(everything) and all(news.verdict == "A" for news in over)
    return 1 if strict and not better else 0


def _fight(
    terms: "Terms",
    launches: "Mapping[str, Launch]",
    level: "confinement.Level",
    limits: "Mapping[str, float | None]",
    jobs: int | None,
    *,
    quiet: bool,
) -> "tuple[News, int | None]":
    """Play one duel and show how it goes; where it stands in the end, the signal that ended it."""
    from arena.duel import News, duel
    from arena.duel.report import line
    from arena.executors import Stop
    from arena.tournament.signals import stopped_by_signals

    stop, news = Stop(), News.begun(terms)
    live = Live(quiet=quiet)
    try:
        with stopped_by_signals(stop) as came:
            for news in duel(terms, launches, level, limits, jobs or os.cpu_count() or 1, stop):
                live.show(line(news))
    finally:
        live.close()
        stop.close()
    return news, came[0] if came else None


class Live:
    """One line on stderr that is written over again and again; nothing where it is no terminal."""

    def __init__(self, *, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._last = 0.0

    def show(self, line: str) -> None:
        """The newest line, a few times a second at most."""
        now = monotonic()
        if self._on and now - self._last > 0.2:
            self._last = now
            columns = get_terminal_size().columns
            print(f"\r\x1b[K{line[: columns - 1]}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Wipe it out."""
        if self._on and self._last:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _terms(
    asked: Asked,
    launches: "Mapping[str, Launch]",
    level: "confinement.Level",
    limits: "Mapping[str, float | None]",
) -> "list[Terms]":
    """What is played in each game: those that are named, else all that all of the bots play."""
    from arena.cli.shared.options import game_named, options_of
    from arena.duel import Terms
    from arena.errors import ArenaError
    from arena.games import load, names
    from arena.referee.register import register

    if asked.options and len(asked.games) != 1:
        raise ArenaError("--option needs one --game, whose option it is")
    ready = register(list(launches.values()), level, limits)
    rest = tuple(label for label in launches if label not in ("A", "B"))
    fewest = max(2 + len(rest), asked.seats or 0)
    games = [game_named(name) for name in asked.games] or [
        game
        for game in map(load, names())
        if all(_plays(one, game.name) for one in ready.values())
        and (asked.seats or fewest) in range(2, game.seats[-1] + 1)
    ]
    if not games:
        raise ArenaError("there is no game that all of these bots play at a table of that size")
    found = []
    for game in games:
        seats = asked.seats or max(fewest, game.seats[0])
        if seats not in game.seats or seats < 2 + len(rest):
            raise ArenaError(
                f"{game.name} is for {game.seats[0]} to {game.seats[-1]} players; "
                f"{len(rest) + 2} bots at a table of {seats} does not go"
            )
        options = options_of(game, seats, asked.options)
        found.append(
            Terms(game.name, seats, options, rest, asked.seed, asked.alpha / len(games),
                  asked.margin, asked.budget)
        )  # fmt: skip
    return found


def _plays(ready: "Ready", game: str) -> bool:
    return ready.games is None or game in ready.games
