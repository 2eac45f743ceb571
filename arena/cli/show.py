"""arena show"""

import click


@click.command(name="show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The document that is published as JSON.")
def command(name: str, as_json: bool) -> None:
    """Print the table of a tournament that was run.

    \b
    Examples:
      arena show weekly
      arena show weekly --json
    """
    from arena.ledger import Ledger
    from arena.publish import load, table
    from arena.standings import fold
    from arena.tournament.workspace import results_of

    with Ledger.read(results_of(name)) as ledger:
        standings = fold(ledger)
    if as_json:
        (document,) = load("json")(standings).values()
        click.echo(document.decode(), nl=False)
    else:
        click.echo(table(standings))
