"""arena show"""

import click


@click.command(name="show")
@click.argument("name")
def command(name: str) -> None:
    """Print the table of a tournament that was run.

    \b
    Example:
      arena show weekly
    """
    from arena.ledger import Ledger
    from arena.publish import table
    from arena.standings import fold
    from arena.tournament.workspace import results_of

    with Ledger.read(results_of(name)) as ledger:
        click.echo(table(fold(ledger)))
