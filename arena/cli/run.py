"""arena run"""

import os
from pathlib import Path

import click

LEVELS = click.Choice(["full", "partial", "none"])


@click.command(name="run")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--jobs", "-j", type=click.IntRange(1, 1024), help="Matches at a time [cores].")
@click.option("--seed", type=click.IntRange(0), help="Instead of the file's seed.")
@click.option("--sandbox", type=LEVELS, default="full", help="How bots are confined [full].")
@click.option("--restart", is_flag=True, help="Move old results aside and begin anew.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def command(
    file: Path, jobs: int | None, seed: int | None, sandbox: str, restart: bool, quiet: bool
) -> int:
    """Play a tournament and publish its leaderboard.

    What has been played already is not played again: the same command goes on where it was
    stopped, or says that nothing is left.

    \b
    Examples:
      arena run tournaments/weekly.yaml
      arena run tournaments/weekly.yaml --jobs 8
    """
    from arena.cli.shared.closing import lines, stopped
    from arena.cli.shared.dates import clock
    from arena.cli.shared.leftovers import leftovers
    from arena.cli.shared.progress import say, watch
    from arena.publish import table
    from arena.tournament import Settings, Stopped, run
    from arena.tournament.workspace import leaderboards_for

    settings = Settings(
        jobs=jobs or os.cpu_count() or 1,
        level=sandbox,  # type: ignore[arg-type]
        seed=seed,
        restart=restart,
    )
    watching = watch(quiet)
    try:
        ended = run(file, leaderboards_for(file), settings, watching, clock())
    except Stopped as early:
        watching.close()
        say(*stopped(" before anything was played"))
        return 128 + early.number
    finally:
        watching.close()
    if ended.signal is not None:
        say(*stopped(f"; the {ended.played} matches that were played are kept and published"))
        return 128 + ended.signal
    try:
        click.echo(table(ended.standings))
    finally:
        say(*leftovers(ended.folder), *lines(ended))
    return 3 if ended.broken else 1 if ended.spoiled else 0
