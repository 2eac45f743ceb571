"""Which matches count."""

from collections.abc import Iterator

from arena.ledger import Ledger, Played


def counted(ledger: Ledger) -> Iterator[Played]:
    """The matches between entrants of the newest run in the versions that they have there."""
    versions = {entrant.id: entrant.hash for entrant in ledger.entrants()}
    for played in ledger.matches():
        spec = played.spec
        members = zip(spec.members, spec.versions, strict=True)
        if all(versions.get(member) == version for member, version in members):
            yield played
