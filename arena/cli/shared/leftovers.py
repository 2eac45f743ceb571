"""What to say of published files that lie there, and are not kept up any more."""

from collections.abc import Iterator
from pathlib import Path


def leftovers(results: Path) -> Iterator[str]:
    """A line if there are any of the tournament with this results folder."""
    from arena.ledger import Ledger
    from arena.publish import not_renewed

    with Ledger.read(results) as ledger:
        head = ledger.head
    if found := not_renewed(head.tournament, head.publish, results.parent):
        files = ", ".join(map(str, found))
        told, them = ("is", "it") if len(found) == 1 else ("are", "them")
        renewed = f"{told} of an earlier publication and {told} not renewed"
        yield f"{files} {renewed}: publish: leaves {them} out"
