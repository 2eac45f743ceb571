"""arena play"""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import sandbox as confinement
    from arena.bots.process import Launch
    from arena.games.core import Game
    from arena.replay.terminal import Ink

LEVELS = click.Choice(["full", "partial", "none"])


@click.command(name="play")
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--seat", "-s", type=click.IntRange(0), default=0, help="Where you sit [0].")
@click.option("--seed", type=click.IntRange(0), help="Of all luck [a new one].")
@click.option("--option", "-o", "options", multiple=True, help="KEY=VALUE, an option of the game.")
@click.option("--hint", "hints", multiple=True, metavar="BOT", help="A bot to ask [those playing].")
@click.option("--name", default="Human", show_default=True, help="What you are called.")
@click.option("--record", type=click.Path(dir_okay=False, path_type=Path), help="Write the record.")
@click.option("--move-s", type=click.FloatRange(0.001), default=5.0, help="Limit for bots [5].")
@click.option("--sandbox", type=LEVELS, default="full", help="How bots are confined [full].")
def command(
    game: str,
    bots: tuple[str, ...],
    seat: int,
    seed: int | None,
    options: tuple[str, ...],
    hints: tuple[str, ...],
    name: str,
    record: Path | None,
    move_s: float,
    sandbox: str,
) -> int:
    """Play against bots.

    The table is drawn before each of your decisions, with what can be done, numbered; `?` shows
    what can be typed, `h` asks a bot what it would do in your place. A move can be taken back as
    long as nothing has come to light since. A bot is a path, a name in bots/, or PATH@REVISION.

    Moves can be piped in, a line each: the same seed and the same moves give the same game.

    \b
    Examples:
      arena play bank_dice bank_early bank_watcher
      arena play bank_or_bust_money money_counter money_stick --seat 2 -o wild=true
      arena play bank_dice bots/mine.py --hint bank_watcher --seed 7
      printf '%s\\n' stay stay bank | arena play bank_dice bank_early -o rounds=1
    """
    import sys
    from secrets import randbits

    from arena.bots.confined import require
    from arena.cli.shared.bots import launched, scratch
    from arena.cli.shared.options import game_named, options_of
    from arena.play import Adviser, Course, Person, Quit
    from arena.referee.crew import ProcessCrew

    rules = game_named(game)
    seats = _seats(rules, bots, seat)
    filled = options_of(rules, seats, options)
    level: confinement.Level = sandbox  # type: ignore[assignment]
    require(level)
    seed = randbits(64) if seed is None else seed
    limits = {"start_s": 10.0, "move_s": move_s, "game_s": None, "memory_mb": 512}
    with ExitStack() as stack:
        store = stack.enter_context(scratch())
        launches = [launched(word, store, level, limits) for word in bots]
        advisers: dict[str, Adviser] = {}
        asked = [launched(word, store, level, limits) for word in hints] or launches
        for launch in asked:
            if launch.entrant not in advisers:
                adviser = advisers[launch.entrant] = Adviser(launch, level, limits)
                stack.callback(adviser.close)
        crew = stack.enter_context(ProcessCrew(launches, level, limits, game))
        course = Course(rules, seats, filled, seed, seat, crew)
        person = Person(course, _names(launches, seat, name), advisers, _ink())
        try:
            person.play()
        except Quit:
            print(f"arena: the game was not finished (--seed {seed})", file=sys.stderr)
            return 1
        course.end()
    if record is not None:
        record.write_bytes(b"\n".join(course.table.record()) + b"\n")
    click.echo(f"\nThe same cards or dice again: --seed {seed}")
    return 0


def _seats(rules: "Game", bots: tuple[str, ...], seat: int) -> int:
    from arena.errors import ArenaError

    seats = len(bots) + 1
    if seats not in rules.seats:
        raise ArenaError(
            f"{rules.name} is for {rules.seats[0]} to {rules.seats[-1]} players: name "
            f"{rules.seats[0] - 1} to {rules.seats[-1] - 1} bots, not {len(bots)}"
        )
    if seat >= seats:
        raise ArenaError(f"there are the seats 0 to {seats - 1} at this table, no seat {seat}")
    return seats


def _names(launches: "list[Launch]", seat: int, name: str) -> tuple[str, ...]:
    """What the players are called, by seat; bots of one name get numbers."""
    words = [launch.entrant for launch in launches]
    names = [
        f"{word}-{words[: place + 1].count(word)}" if words.count(word) > 1 else word
        for place, word in enumerate(words)
    ]
    return (*names[:seat], name, *names[seat:])


def _ink() -> "Ink":
    """Colours and width as the terminal has them; NO_COLOR and TERM=dumb are honoured."""
    from rich.console import Console

    from arena.replay.terminal import Ink

    console = Console()
    colour = console.is_terminal and not console.no_color and console.color_system is not None
    return Ink(colour, console.width)
