"""arena debug"""

import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.debug import Compared
    from arena.debug.case import Case

LEVELS = click.Choice(["full", "partial", "none"])


@click.command(name="debug")
@click.argument("game_id")
@click.option("--seat", "-s", type=click.IntRange(0), required=True, help="Whose messages.")
@click.option("-t", "--tournament", help="Its name [the one played last].")
@click.option("--bot", help="Another version than the one that played: a path or PATH@REVISION.")
@click.option("--sitting", is_flag=True, help="All games of the sitting, as they were mixed.")
@click.option("--no-clock", is_flag=True, help="Wait for an answer however long it takes.")
@click.option("--sandbox", type=LEVELS, help="Confine the bot as in a tournament [not at all].")
@click.option("--wait", type=click.IntRange(1), help="Pause before the request with this id.")
@click.option("--under", type=click.Choice(["pdb", "gdb"]), help="Run the bot in this debugger.")
@click.option("--messages", is_flag=True, help="Only print the messages, one a line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(
    game_id: str,
    seat: int,
    tournament: str | None,
    bot: str | None,
    sitting: bool,
    no_clock: bool,
    sandbox: str | None,
    wait: int | None,
    under: str | None,
    messages: bool,
    as_json: bool,
) -> int:
    """Tell a bot again what a seat was told in a stored game, up to the first different answer.

    The messages are those of then, byte for byte. The bot, the version that played or the one that
    --bot names, runs as a plain program, not confined and without limits on memory: only do that
    with bots that you trust, or give --sandbox. Exit code 1 when an answer differs.

    \b
    Examples:
      arena debug 3f9c1a7be204 --seat 2
      arena debug 3f9c1a7be204 --seat 2 --bot bots/mine.py --no-clock
      arena debug 3f9c1a7be204 --seat 2 --bot bots/mine.py --under pdb
      arena debug 3f9c1a7be204 --seat 2 --messages > told.jsonl; bots/mine < told.jsonl
    """
    from arena.bots.confined import require
    from arena.cli.shared.bots import scratch
    from arena.cli.shared.stored import bot_that_played, sitting_of, stored
    from arena.debug import retold
    from arena.debug.case import Case
    from arena.errors import ArenaError

    if sandbox:
        require(sandbox)  # type: ignore[arg-type]
    with stored(tournament) as ledger:
        recorded = ledger.game(game_id)
        seats = len(recorded.result.entrants)
        if seat >= seats:
            raise ArenaError(f"game {game_id} has seats 0 to {seats - 1}, no seat {seat}")
        sat = sitting_of(ledger, recorded)
        told = retold(sat, game_id, seat)
        if not sitting:
            told = [message for message in told if message.game_id in (None, game_id)]
        if messages:
            for message in told:
                click.echo(message.line.decode(), nl=False)
            return 0
        with scratch() as store:
            version = bot_that_played(ledger, recorded, seat, bot, store)
            case = Case(version, store, told, recorded.spec.game, game_id, seat, sat.limits)
            if under:
                return _under(case, under)
            clock = not no_clock and wait is None
            return _report(case, case.compared(sandbox, clock=clock, wait=wait), as_json=as_json)  # type: ignore[arg-type]


def _under(case: "Case", debugger: str) -> int:
    """Run it in the debugger, if that can be."""
    import os
    import shutil

    from arena.bots.program import PYTHON
    from arena.errors import ArenaError

    if debugger == "pdb" and case.bot.manifest.command[0] not in PYTHON:
        raise ArenaError(f"{case.bot.path}: pdb is for Python bots; this one runs under gdb")
    if debugger == "gdb" and not shutil.which("gdb"):
        raise ArenaError("gdb is not installed; on Debian: apt-get install gdb")
    try:
        os.close(os.open(os.ctermid(), os.O_RDWR))
    except OSError:
        raise ArenaError(f"{debugger} needs a terminal to be typed at; here is none") from None
    return case.under(debugger)


def _report(case: "Case", compared: "Compared", *, as_json: bool) -> int:
    """Print what came out; the exit code."""
    import json

    from arena.debug.case import document, text

    click.echo(json.dumps(document(case, compared), indent=1) if as_json else text(case, compared))
    if not (compared.same or as_json):
        print("arena: --wait ID pauses before a request, --under pdb or gdb runs it in a debugger",
              file=sys.stderr)  # fmt: skip
    return 0 if compared.same else 1
