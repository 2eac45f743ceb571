"""From the text of a YAML file to a tree of values that know where they stand.

Read from the parser's events, so that nothing is ever expanded: an alias is refused where it
stands, whatever it would have stood for.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml
from yaml import events as ev

from arena.spec.complaints import START, Complaints, Place, shown
from arena.spec.scalars import Ambiguous, scalar

_DEEPEST = 10


class Broken:
    """Stands for a value that was complained about already."""


BROKEN = Broken()


@dataclass(slots=True)
class Node:
    """A value, its place and, in a mapping, the places of its keys."""

    place: Place
    value: Any
    """A scalar, BROKEN, a list of nodes or a dict of nodes."""
    keys: dict[str, Place] = field(default_factory=dict)

    def get(self, key: str | int) -> "Node | None":
        """The node under a key or number; None where there is none."""
        if isinstance(self.value, dict):
            found: Node | None = self.value.get(key)
            return found
        if isinstance(self.value, list) and isinstance(key, int):
            item: Node = self.value[key]
            return item
        return None

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


class Kind(NamedTuple):
    """What a file is for, in the words of complaints, and the key that it must have."""

    what: str
    key: str


class _Unreadable(Exception):
    """Nothing can be made of the rest of the file; the complaint was made."""


def parse(text: str, complaints: Complaints, kind: Kind) -> Node | None:
    """The top mapping of a file; None where there is none. What is wrong goes to `complaints`."""
    try:
        return _Reader(text, complaints, kind).top()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = _place(mark) if mark else START
        complaints.add(place, _syntax(error, text, place))
    except yaml.YAMLError as error:
        complaints.add(START, f"this is not YAML: {shown(str(error))}")
    except _Unreadable:
        pass
    return None


class _Reader:
    def __init__(self, text: str, complaints: Complaints, kind: Kind) -> None:
        self._events: Iterator[Any] = yaml.parse(text, Loader=yaml.CSafeLoader)
        self._complaints = complaints
        self._kind = kind

    def top(self) -> Node | None:
        next(self._events)
        if isinstance(next(self._events), ev.StreamEndEvent):
            needs = f"the file is empty; it needs at least `{self._kind.key}:`"
            self._complaints.add(START, needs)
            return None
        node = self._node(next(self._events), 0)
        next(self._events)
        after = next(self._events)
        if isinstance(after, ev.DocumentStartEvent):
            self._complaints.add(
                _place(after.start_mark), f"a second document; a file holds {self._kind.what}"
            )
        if isinstance(node.value, dict):
            return node
        written = f"{self._kind.what} is written as lines of `key: value`"
        self._complaints.add(node.place, written)
        return None

    def _node(self, event: Any, depth: int) -> Node:
        place = _place(event.start_mark)
        if depth > _DEEPEST:
            self._complaints.add(place, f"nested deeper than {_DEEPEST} levels")
            raise _Unreadable
        if isinstance(event, ev.AliasEvent):
            self._complaints.add(
                place,
                f"aliases are not supported; write the value out, "
                f'or quote this if it is text: "*{event.anchor}"',
            )
            return Node(place, BROKEN)
        self._plain_only(event, place)
        match event:
            case ev.MappingStartEvent():
                return self._mapping(place, depth)
            case ev.SequenceStartEvent():
                return Node(place, [self._node(e, depth + 1) for e in self._until_end()])
            case _:
                return Node(place, self._scalar(event, place))

    def _until_end(self) -> Iterator[Any]:
        while not isinstance(event := next(self._events), ev.CollectionEndEvent):
            yield event

    def _plain_only(self, event: Any, place: Place) -> None:
        if event.anchor is not None:
            self._complaints.add(
                place, f"anchors are not supported; leave out, or quote, `&{event.anchor}`"
            )
        if event.tag is not None:
            self._complaints.add(
                place, f"tags are not supported; leave out {shown(event.tag)}, or quote the text"
            )

    def _scalar(self, event: ev.ScalarEvent, place: Place) -> Any:
        if event.style:
            return event.value
        try:
            return scalar(event.value)
        except Ambiguous as error:
            self._complaints.add(place, str(error))
            return BROKEN

    def _mapping(self, place: Place, depth: int) -> Node:
        mapping = Node(place, {})
        for event in self._until_end():
            key = self._key(event, depth)
            value = self._node(next(self._events), depth + 1)
            if key is None:
                continue
            if key in mapping.keys:
                self._complaints.add(
                    _place(event.start_mark),
                    f"`{key}` stands on line {mapping.keys[key].line} already; keep one of them",
                )
                continue
            mapping.keys[key] = _place(event.start_mark)
            mapping.value[key] = value
        return mapping

    def _key(self, event: Any, depth: int) -> str | None:
        """The text of a key, whatever it looks like; None where it is no text."""
        place = _place(event.start_mark)
        if isinstance(event, ev.ScalarEvent) and event.value != "<<":
            self._plain_only(event, place)
            return str(event.value)
        if isinstance(event, ev.ScalarEvent):
            self._complaints.add(place, "merge keys are not supported; write the keys out")
            return None
        self._node(event, depth + 1)
        self._complaints.add(place, "a key must be a word")
        return None


def _place(mark: Any) -> Place:
    return Place(mark.line + 1, mark.column + 1)


def _syntax(error: yaml.MarkedYAMLError, text: str, place: Place) -> str:
    """What a parser's message means for the one who wrote the file."""
    problem = str(error.problem)
    if "cannot start any token" in problem:
        first = text.split("\n")[place.line - 1][place.column - 1 :][:1]
        return f"{first!r} cannot begin a value; quote the text"
    if "mapping values are not allowed" in problem:
        return (
            "a `: ` where none can be; quote text that holds `: `, or indent this line as the "
            "keys beside it"
        )
    if "unexpected end of stream" in problem:
        return "the file ends in the middle; a quote or bracket was not closed"
    if "expected key" in problem or "expected '-'" in problem or "expected <document" in problem:
        return "this line does not fit to those above; indent the keys of one mapping alike"
    if "could not find expected ':'" in problem:
        return "a key without `:`"
    return f"this is not YAML: {problem}"
