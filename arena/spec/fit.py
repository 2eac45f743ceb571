"""Fits the tree of a YAML file to a shape, and says of each fault where it stands."""

from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from arena.spec.complaints import Complaints, Place, shown
from arena.spec.document import Broken, Node

_KINDS = {
    "list_type": "a list; write its items on lines of their own that begin with `- `",
    "model_type": "a mapping; write `key: value` lines below it",
    "dict_type": "a mapping; write `key: value` lines below it",
}

Fitted = TypeVar("Fitted", bound=BaseModel)
Advice = Callable[[str, str], str]
"""What may be meant by a key (first) that a part of the file (second; the whole: "") has not."""


def fit(top: Node, shape: type[Fitted], complaints: Complaints, advice: Advice) -> Fitted | None:
    """The file by its shape; None, with complaints, where it does not have it."""
    try:
        return shape.model_validate(top.plain())
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            _complain(top, fault["loc"], fault, complaints, advice)
    return None


def _complain(
    top: Node, loc: tuple[int | str, ...], fault: Any, complaints: Complaints, advice: Advice
) -> None:
    place, value = _look_up(top, loc)
    key = next((f"`{part}`" for part in reversed(loc) if isinstance(part, str)), "")
    if isinstance(value, Broken):
        return
    match fault["type"]:
        case "said":
            text = fault["ctx"]["text"]
        case "extra_forbidden":
            place = _key_place(top, loc)
            text = f"no such key here; {advice(str(loc[-1]), str(loc[0]) if loc[1:] else '')}"
        case "missing":
            text = "is missing"
        case "too_short":
            text = "is empty; give at least one, or leave the key out"
        case kind:
            text = f"{shown(value)} is not {_KINDS[kind]}"
    complaints.add(place, f"{key}: {text}")


def _look_up(top: Node, loc: tuple[int | str, ...]) -> tuple[Place, Any]:
    """Where a fault is and what stands there: as deep as the file goes."""
    node = top
    for part in loc:
        found = node.get(part)
        if found is None:
            break
        node = found
    return node.place, node.value


def _key_place(top: Node, loc: tuple[int | str, ...]) -> Place:
    holder = top
    for part in loc[:-1]:
        holder = holder.get(part) or holder
    return holder.keys[str(loc[-1])]
