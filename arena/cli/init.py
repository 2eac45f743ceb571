"""arena init"""

from pathlib import Path

import click


@click.command(name="init")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(folder: Path, as_json: bool) -> None:
    """Make a workspace: a folder with bots, a tournament and room for leaderboards.

    It has two example bots, a weekly tournament that they can play at once, and a schema with
    which editors check tournament files. Nothing is overwritten: a folder that has something in
    it is refused.

    \b
    Examples:
      arena init league
      cd league && arena run tournaments/weekly.yaml
    """
    import json

    from arena.cli.shared.workspace import make

    files = [str(path) for path in make(folder)]
    if as_json:
        click.echo(json.dumps({"schema_version": 1, "folder": str(folder), "files": files}))
        return
    for file in files:
        click.echo(f"wrote {file}")
    click.echo(f"\nNext:\n  cd {folder}\n  arena run tournaments/weekly.yaml\n  arena show weekly")
