"""arena run"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.tournament import Ended

LEVELS = click.Choice(["full", "partial", "none"])


@click.command(name="run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="Matches at a time [cores].")
@click.option("--seed", type=click.IntRange(0), help="Instead of the file's seed.")
@click.option("--sandbox", type=LEVELS, default="full", help="How bots are confined [full].")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def command(file: Path, jobs: int | None, seed: int | None, sandbox: str, quiet: bool) -> int:
    """Play a tournament and publish its leaderboard.

    What has been played already is not played again: the same command goes on where it was
    stopped, or says that nothing is left.

    \b
    Examples:
      arena run tournaments/weekly.yaml
      arena run tournaments/weekly.yaml --jobs 8
    """
    from arena.cli.shared.progress import watch
    from arena.tournament import Settings, run
    from arena.tournament.workspace import leaderboards_for

    settings = Settings(jobs=jobs or os.cpu_count() or 1, level=sandbox, seed=seed)  # type: ignore[arg-type]
    watching = watch(quiet)
    try:
        ended = run(file, leaderboards_for(file), settings, watching)
    finally:
        watching.close()
    return _report(file, ended)


def _report(file: Path, ended: "Ended") -> int:
    """Print the table and what there is to say; the exit code."""
    from arena.publish import table

    click.echo(table(ended.standings))
    name = ended.folder.name
    if ended.signal is not None:
        _say(f"stopped; {ended.played} matches were played and are kept")
        _say(f"go on with: arena run {file}")
        return 128 + ended.signal
    if ended.broken:
        _say(f"{ended.broken} matches have no result because arena itself failed: see "
            f"{ended.folder / 'run.log'}")  # fmt: skip
    if ended.spoiled:
        _say(f"{ended.spoiled} matches were spoiled by this machine; the same command plays them")
    if not ended.played and not ended.broken:
        _say("nothing was left to play")
    _say(f"published {ended.folder.parent / name}.md")
    return 3 if ended.broken else 1 if ended.spoiled else 0


def _say(message: str) -> None:
    print(f"arena: {message}", file=sys.stderr)
