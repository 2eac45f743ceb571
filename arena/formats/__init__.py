"""The formats: who plays whom. Each is a module with a `FORMAT`; found by its name.

Other packages add theirs by entry point `arena.formats`.
"""

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules

from arena.formats.core import Format, Pairing, require_enough, seat_orders

__all__ = ["Format", "Pairing", "load", "names", "require_enough", "seat_orders"]

_NOT_FORMATS = {"core"}


def names() -> list[str]:
    """The ids of all formats, sorted."""
    own = {module.name for module in iter_modules(__path__) if not module.name.startswith("_")}
    return sorted((own - _NOT_FORMATS) | {point.name for point in _points()})


def load(name: str) -> Format:
    """The format of that id. KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    for point in _points():
        if point.name == name:
            found: Format = point.load()
            return found
    own: Format = import_module(f"arena.formats.{name}").FORMAT
    return own


def _points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group="arena.formats"))
