"""arena replay"""

import click


@click.command(name="replay")
@click.argument("game_id", required=False)
@click.option("-t", "--tournament", help="Its name [the one played last].")
@click.option("--json", "as_json", is_flag=True, help="The record, a JSON object a line.")
@click.option("--timing", is_flag=True, help="With --json: how long decisions took, in ms.")
@click.option("--list", "list_ids", is_flag=True, help="The ids of the stored games, one a line.")
def command(
    game_id: str | None, tournament: str | None, as_json: bool, timing: bool, list_ids: bool
) -> None:
    """Show a game that was played.

    \b
    Examples:
      arena replay --list -t weekly
      arena replay 3f9c1a7be204 --json
    """
    from arena.ledger import Ledger
    from arena.tournament.record import lines
    from arena.tournament.workspace import newest_results, results_of

    folder = results_of(tournament) if tournament else newest_results()
    with Ledger.read(folder) as ledger:
        if list_ids:
            for known in ledger.game_ids():
                click.echo(known)
            return
        if game_id is None:
            raise click.UsageError("name a game: `arena replay --list` prints their ids")
        record = lines(ledger.game(game_id), ledger.head.engine, timing=timing)
    for line in record if as_json else _story(record):
        click.echo(line)


def _story(record: list[str]) -> list[str]:
    """One line of text for each event."""
    import json

    header, *events = map(json.loads, record)
    seats = ", ".join(f"{seat}: {name}" for seat, name in enumerate(header["players"]))
    told = [f"{header['game']} {header['id']}, seats {seats}"]
    return told + [_sentence(event) for event in events]


def _sentence(event: dict[str, object]) -> str:
    kind = event.pop("event")
    hidden = {"to"}
    members = (f"{key} {_value(value)}" for key, value in event.items() if key not in hidden)
    return f"  {kind:<12} {'  '.join(members)}"


def _value(value: object) -> str:
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
