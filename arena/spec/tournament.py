"""From a tournament file to its checked values."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from arena.spec import plugins
from arena.spec.bots import bot_entry, check_bots
from arena.spec.complaints import Complaints, Place, shown, suggestion
from arena.spec.document import Broken, Node, parse
from arena.spec.games import check_games, game_spec
from arena.spec.model import FormatSpec, LimitsSpec, TournamentSpec
from arena.spec.names import tournament_complaint
from arena.spec.shape import (
    BotShape,
    FormatShape,
    GameShape,
    LimitsShape,
    TournamentShape,
)
from arena.spec.source import read_source

_SHAPES: dict[str, type[BaseModel]] = {
    "": TournamentShape,
    "bots": BotShape,
    "games": GameShape,
    "format": FormatShape,
    "limits": LimitsShape,
}
_PARTS = {
    "": "at the left margin, to the whole tournament",
    "games": "to an entry of `games:`",
    "format": "below `format:`",
    "limits": "below `limits:`",
}
_KINDS = {
    "list_type": "a list; write its items on lines of their own that begin with `- `",
    "model_type": "a mapping; write `key: value` lines below it",
    "dict_type": "a mapping; write `key: value` lines below it",
}


def read(path: Path) -> TournamentSpec:
    """See `arena.spec.load`."""
    complaints = Complaints(path)
    text = read_source(path)
    top = parse(text, complaints)
    if top is None:
        raise complaints.error()
    shape = _shaped(top, complaints)
    check_bots(top.get("bots"), complaints)
    check_games(top.get("games"), complaints)
    if "name" not in top.value and (said := tournament_complaint(path.stem)):
        stem = f"the file's name does not do: {shown(path.stem)}: {said}"
        complaints.add(top.place, f"`name` is missing, and {stem}")
    complaints.check()
    if shape is None:
        raise AssertionError("a file without a shape has a complaint")
    return _spec(shape, path, text)


def _spec(shape: TournamentShape, path: Path, text: str) -> TournamentSpec:
    name = shape.name or path.stem
    folder = path.absolute().parent
    return TournamentSpec(
        name=name,
        title=shape.title or name,
        seed=shape.seed,
        bots=tuple(bot_entry(bot, folder) for bot in shape.bots),
        games=tuple(game_spec(entry) for entry in shape.games),
        format=FormatSpec(**shape.format.model_dump()),
        limits=LimitsSpec(**shape.limits.model_dump()),
        rate_by=shape.rate_by,
        anonymous=shape.anonymous,
        bench_after=shape.bench_after,
        records=shape.records,
        publish=tuple(dict.fromkeys(shape.publish)),
        path=path,
        text=text,
    )


def _shaped(top: Node, complaints: Complaints) -> TournamentShape | None:
    """The file by its shape; None, with complaints, where it does not have it."""
    try:
        return TournamentShape.model_validate(top.plain())
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_input=False):
            _complain(top, fault["loc"], fault, complaints)
    return None


def _complain(top: Node, loc: tuple[int | str, ...], fault: Any, complaints: Complaints) -> None:
    place, value = _look_up(top, loc)
    key = next((f"`{part}`" for part in reversed(loc) if isinstance(part, str)), "")
    if isinstance(value, Broken):
        return
    match fault["type"]:
        case "said":
            text = fault["ctx"]["text"]
        case "extra_forbidden":
            place = _key_place(top, loc)
            text = f"no such key here; {_where_to(str(loc[-1]), str(loc[0]) if loc[1:] else '')}"
        case "missing":
            text = "is missing"
        case "too_short":
            text = "is empty; give at least one, or leave the key out"
        case kind:
            text = f"{shown(value)} is not {_KINDS[kind]}"
    complaints.add(place, f"{key}: {text}")


def _where_to(key: str, part: str) -> str:
    """What may be meant by a key that a part of the file (the whole: "") does not have."""
    for other, shape in _SHAPES.items():
        if other != part and key in shape.model_fields and other in _PARTS:
            return f"it belongs {_PARTS[other]}"
    if any(key in plugins.game(name).options for name in plugins.game_names()):
        return "it belongs below `options:` of a game"
    return suggestion(key, _SHAPES[part].model_fields)


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
