"""arena publish"""

import click


@click.command(name="publish")
@click.argument("name")
def command(name: str) -> None:
    """Write the published files of a tournament again, from its ledger.

    \b
    Example:
      arena publish weekly
    """
    from arena.cli.shared.leftovers import leftovers
    from arena.cli.shared.progress import say
    from arena.ledger import Ledger
    from arena.publish import publish
    from arena.standings import chronicled, fold
    from arena.tournament.workspace import results_of

    folder = results_of(name)
    with Ledger.read(folder) as ledger:
        paths = publish(chronicled(ledger, fold(ledger)), ledger.head.publish, folder.parent)
    for path in paths:
        click.echo(path)
    say(*leftovers(folder))
