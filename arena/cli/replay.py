"""arena replay"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.ledger import Ledger
    from arena.replay import Replay
    from arena.replay.terminal import Ink


@click.command(name="replay")
@click.argument("game_id", required=False)
@click.option("-t", "--tournament", help="Its name [the one played last].")
@click.option("--seat", "-s", type=click.IntRange(0), help="Show what that seat saw [all].")
@click.option("--step", "at", type=click.IntRange(0), default=0, help="Begin at that step.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page.")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="The record, a JSON object a line; of --list one document.",
)
@click.option("--timing", is_flag=True, help="With how long decisions took, in ms.")
@click.option("--list", "list_ids", is_flag=True, help="The ids of the stored games, one a line.")
def command(
    game_id: str | None,
    tournament: str | None,
    seat: int | None,
    at: int,
    html: Path | None,
    as_json: bool,
    timing: bool,
    list_ids: bool,
) -> None:
    """Step through a game that was played.

    In a terminal keys go forward and back; elsewhere all steps are listed.

    \b
    Examples:
      arena replay --list -t weekly
      arena replay --list --json -t weekly
      arena replay 3f9c1a7be204
      arena replay 3f9c1a7be204 --html game.html
      arena replay 3f9c1a7be204 --json
    """
    from arena.ledger import Ledger
    from arena.tournament.workspace import newest_results, results_of

    with Ledger.read(results_of(tournament) if tournament else newest_results()) as ledger:
        if list_ids:
            for line in _stored(ledger) if as_json else ledger.game_ids():
                click.echo(line)
            return
        if game_id is None:
            raise click.UsageError("name a game: `arena replay --list` prints their ids")
        if as_json:
            _record(ledger, game_id, timing)
            return
        replay = _replay(ledger, game_id, timing, seat)
    if html:
        _page(replay, html)
    elif sys.stdout.isatty() and sys.stdin.isatty():
        _browse(replay, at, seat)
    else:
        _list(replay, seat)


def _stored(ledger: "Ledger") -> Iterator[str]:
    """One JSON document of all stored games, a line for each."""
    import json

    yield f'{{"schema_version": 1, "tournament": {json.dumps(ledger.head.tournament)}, "games": ['
    before = ""
    for spec, game in ledger.records():
        if before:
            yield f"  {before},"
        before = json.dumps(
            {
                "id": game.id,
                "entry": spec.entry,
                "game": spec.game,
                "entrants": game.entrants,
                "ranks": game.ranks,
            }
        )
    if before:
        yield f"  {before}"
    yield "]}"


def _record(ledger: "Ledger", game_id: str, timing: bool) -> None:
    from arena.tournament.record import lines

    for line in lines(ledger.game(game_id), ledger.head.engine, timing=timing):
        click.echo(line)


def _replay(ledger: "Ledger", game_id: str, timing: bool, seat: int | None) -> "Replay":
    from arena.replay import replay_of

    names = {entrant.id: entrant.name for entrant in ledger.entrants()}
    replay = replay_of(ledger.game(game_id), names, timing=timing)
    if seat is not None and seat >= len(replay.players):
        last = len(replay.players) - 1
        raise click.UsageError(f"--seat {seat}: the seats of this game are 0 to {last}")
    return replay


def _page(replay: "Replay", path: Path) -> None:
    from arena.errors import ArenaError
    from arena.publish.pages.replay import replay_page

    try:
        path.write_bytes(replay_page(replay))
    except OSError as error:
        raise ArenaError(f"{path}: cannot be written: {error.strerror}") from error
    click.echo(f"arena: wrote {path}", err=True)


def _list(replay: "Replay", seat: int | None) -> None:
    from arena.replay.terminal import listed

    for line in listed(replay, seat):
        click.echo(line)


def _browse(replay: "Replay", at: int, seat: int | None) -> None:
    from arena.replay.browse import Place, browse
    from arena.replay.keyboard import keys_of

    start = Place(min(at, len(replay.steps) - 1), seat)
    with keys_of(sys.stdin.fileno()) as key:
        for text in browse(replay, start, key, _ink):
            sys.stdout.write(text)
            sys.stdout.flush()


def _ink() -> "Ink":
    import os
    from shutil import get_terminal_size

    from arena.replay.terminal import Ink

    return Ink(colour="NO_COLOR" not in os.environ, width=get_terminal_size().columns)
