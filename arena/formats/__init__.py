"""The formats: who plays whom. Each is a module with a `FORMAT`; found by its name.

Other packages add theirs by entry point `arena.formats`.
"""

from arena.formats.core import Format, Pairing, require_enough, seat_orders
from arena.plugins import FORMATS

__all__ = ["Format", "Pairing", "load", "names", "require_enough", "seat_orders"]


def names() -> tuple[str, ...]:
    """The ids of all formats, sorted."""
    return FORMATS.names()


def load(name: str) -> Format:
    """The format of that id. KeyError if there is none."""
    form: Format = FORMATS.load(name)
    return form
