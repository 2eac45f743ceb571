"""arena verify"""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from arena.ledger import Recorded


@click.command(name="verify")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(name: str, as_json: bool) -> int:
    """Replay all stored games of a tournament from seed and decisions and compare their records.

    \b
    Examples:
      arena verify weekly
      arena verify weekly --json
    """
    import json

    from arena.ledger import Ledger
    from arena.tournament.workspace import results_of

    games, wrong = 0, []
    with Ledger.read(results_of(name)) as ledger:
        for recorded in ledger.records():
            games += 1
            if said := _differs(recorded):
                wrong.append({"id": recorded.result.id, "reason": said})
    if as_json:
        click.echo(json.dumps({"schema_version": 1, "games": games, "differing": wrong}, indent=1))
    else:
        for game in wrong:
            click.echo(game["reason"])
        click.echo(f"{games - len(wrong)} games verified, {len(wrong)} differ")
    return 1 if wrong else 0


def _differs(recorded: "Recorded") -> str | None:
    """What is wrong with a stored game; None where its replay gives the same record."""
    from arena.errors import ArenaError
    from arena.tournament.record import replayed

    try:
        equal = replayed(recorded).digest() == recorded.result.digest
    except ArenaError as error:
        return str(error)
    return None if equal else f"game {recorded.result.id}: the replay gives another record"
