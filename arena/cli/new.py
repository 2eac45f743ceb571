"""arena new"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.starters import Written


OTHER_NAMES = {"js": "javascript", "node": "javascript", "c++": "cpp", "sh": "shell"}


def _language(context: click.Context, param: click.Parameter, value: str) -> str:
    """The id of a language, also for other ways to name it."""
    from arena.starters import LANGUAGES

    found = OTHER_NAMES.get(value.lower(), value.lower())
    if found not in LANGUAGES:
        raise click.BadParameter(f"{value!r} has no starter; there are {', '.join(LANGUAGES)}")
    return found


def _begun(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from arena.starters import LANGUAGES

    return [name for name in LANGUAGES if name.startswith(incomplete.lower())]


@click.command(name="new")
@click.argument("name")
@click.option(
    "-l", "--language", default="python", show_default=True,
    callback=_language, shell_complete=_begun,
    help="python, python-plain, javascript, c, cpp, java, rust, go, ruby, perl or shell.",
)  # fmt: skip
@click.option(
    "--into", type=click.Path(file_okay=False, path_type=Path), default="bots",
    show_default=True, help="The folder of the bots.",
)  # fmt: skip
def command(name: str, language: str, into: Path) -> None:
    """Write a starter bot that plays every game.

    It is one file that can be read in a minute, and where the language is compiled a folder
    with it and bot.yaml, which says how it is built and run. Nothing is overwritten.

    \b
    Examples:
      arena new mybot
      arena new fastbot --language rust
      arena new mybot --language c --into ../lab
    """
    from arena.starters import missing, write

    written = write(name, language, into)
    click.echo("\n".join(_told(written, missing(language))))


def _told(written: "Written", lacks: str | None) -> list[str]:
    """What was written and what to do next."""
    lines = [f"wrote {path}" for path in written.files]
    if lacks:
        lines.append(f"note: it cannot run on this machine yet: {lacks}")
    return [
        *lines,
        "",
        "Next:",
        f"  arena check {written.bot}    finds its mistakes before an opponent does",
        f"  change `enough` in {written.source}: it decides when to stop",
        "  then arena run a tournament file whose `bots:` name its folder",
    ]
