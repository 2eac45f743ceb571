"""Plug-in points: what can be named in files and commands, of arena itself and of other packages.

Each point is a package whose modules are the choices, and a group of entry points, called like the
package, by which other packages add theirs. Nothing is imported before it is named.
"""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any


@dataclass(frozen=True, slots=True)
class Point:
    """A package of choices. `attribute` is what each has; `inner` are modules that are none."""

    package: str
    attribute: str
    inner: frozenset[str]

    def names(self) -> tuple[str, ...]:
        """All choices, sorted."""
        return _names(self)

    def load(self, name: str) -> Any:
        """The choice of that name. KeyError if there is none."""
        return _load(self, name)


# Cached, as looking through all installed packages takes milliseconds.
@cache
def _names(point: Point) -> tuple[str, ...]:
    spec = find_spec(point.package)
    folders = spec.submodule_search_locations if spec else None
    own = {module.name for module in iter_modules(folders or [])} - point.inner
    public = {name for name in own if not name.startswith("_")}
    return tuple(sorted(public | {found.name for found in entry_points(group=point.package)}))


@cache
def _load(point: Point, name: str) -> Any:
    if name not in point.names():
        raise KeyError(name)
    for found in entry_points(group=point.package, name=name):
        return found.load()
    return getattr(import_module(f"{point.package}.{name}"), point.attribute)


GAMES = Point("arena.games", "GAME", frozenset({"core"}))
FORMATS = Point("arena.formats", "FORMAT", frozenset({"core"}))
RATINGS = Point(
    "arena.ratings",
    "rate",
    frozenset({"evidence", "history", "points", "posterior", "sites", "sureness", "truncated"}),
)
EXECUTORS = Point("arena.executors", "executor", frozenset({"core", "worker"}))
PUBLISHERS = Point(
    "arena.publish", "render", frozenset({"atomic", "cells", "pages", "terminal", "words"})
)
VIEWS = Point("arena.replay.views", "VIEW", frozenset({"money", "words"}))
