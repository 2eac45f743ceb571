"""arena verify"""

import click


@click.command(name="verify")
@click.argument("name")
def command(name: str) -> int:
    """Replay all stored games of a tournament from seed and decisions and compare their records.

    \b
    Example:
      arena verify weekly
    """
    from arena.errors import ArenaError
    from arena.ledger import Ledger
    from arena.tournament.record import replayed
    from arena.tournament.workspace import results_of

    same = differing = 0
    with Ledger.read(results_of(name)) as ledger:
        for recorded in ledger.records():
            try:
                equal = replayed(recorded).digest() == recorded.result.digest
            except ArenaError as error:
                click.echo(error)
                differing += 1
                continue
            if not equal:
                click.echo(f"game {recorded.result.id}: the replay gives another record")
            same, differing = same + equal, differing + (not equal)
    click.echo(f"{same} games verified, {differing} differ")
    return 1 if differing else 0
