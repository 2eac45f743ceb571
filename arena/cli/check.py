"""arena check"""

import sys
from pathlib import Path

import click

LEVELS = click.Choice(["full", "partial", "none"])
SECONDS = click.FloatRange(0.01)


@click.command(name="check")
@click.argument("bot", type=click.Path(path_type=Path))
@click.option("--game", "-g", "games", multiple=True, help="Only this game; more with more -g.")
@click.option(
    "--against", type=click.Path(path_type=Path),
    help="A bot, or a folder of bots, to play with [a starter bot].",
)  # fmt: skip
@click.option("--start-s", type=SECONDS, default=10.0, show_default=True, help="Limit: start.")
@click.option("--move-s", type=SECONDS, default=1.0, show_default=True, help="Limit: a decision.")
@click.option(
    "--memory-mb", type=click.IntRange(1), default=512, show_default=True, help="Limit: memory."
)
@click.option(
    "--processes", type=click.IntRange(1), default=1, show_default=True, help="Limit: processes."
)
@click.option(
    "--tables", type=click.IntRange(0, 1000), default=8, show_default=True,
    help="Tables of other sizes and options, in each game.",
)  # fmt: skip
@click.option(
    "--seconds", type=SECONDS, default=60.0, show_default=True,
    help="About how long one game is examined.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of the luck.")
@click.option("--sandbox", type=LEVELS, default="full", help="How the bot is confined [full].")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings, too.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
@click.option("--quiet", "-q", is_flag=True, help="No progress.")
def command(
    bot: Path,
    games: tuple[str, ...],
    against: Path | None,
    start_s: float,
    move_s: float,
    memory_mb: int,
    processes: int,
    tables: int,
    seconds: float,
    seed: int,
    sandbox: str,
    strict: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Find a bot's mistakes before an opponent does.

    It is built and started as in a tournament, and played in every game it says it plays: at
    tables of all sizes and options, with odd opponents, twice the same, many games at once,
    against other bots and against itself. Exit code 1 when there are errors.

    \b
    Examples:
      arena check bots/mybot.py
      arena check bots/mybot.py --game bank_dice --json
      arena check bots/mybot --move-s 0.2 --against bots
    """
    import json

    from arena.check import Settings, check
    from arena.check.report import document, text

    settings = Settings(
        level=sandbox, games=games, against=against, start_s=start_s, move_s=move_s,  # type: ignore[arg-type]
        memory_mb=memory_mb, processes=processes, tables=tables, seconds=seconds, seed=seed,
    )  # fmt: skip
    report = check(bot, settings, _silent if quiet or as_json else _told)
    click.echo(json.dumps(document(report), indent=2) if as_json else text(report))
    return 1 if report.failed or (strict and report.findings) else 0


def _told(message: str) -> None:
    print(f"arena: {message}", file=sys.stderr, flush=True)


def _silent(message: str) -> None: ...
