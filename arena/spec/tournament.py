"""From a tournament file to its checked values."""

from pathlib import Path

from pydantic import BaseModel

from arena import plugins
from arena.spec.bots import bot_entry, check_bots
from arena.spec.complaints import Complaints, shown, suggestion
from arena.spec.document import Kind, parse
from arena.spec.fit import fit
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
_KIND = Kind("a tournament", "games")
_PARTS = {
    "": "at the left margin, to the whole tournament",
    "games": "to an entry of `games:`",
    "format": "below `format:`",
    "limits": "below `limits:`",
}


def read(path: Path) -> TournamentSpec:
    """See `arena.spec.load`."""
    complaints = Complaints(path)
    text = read_source(path)
    top = parse(text, complaints, _KIND)
    if top is None:
        raise complaints.error()
    shape = fit(top, TournamentShape, complaints, _where_to)
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
        rating=shape.rating,
        rate_by=shape.rate_by,
        anonymous=shape.anonymous,
        bench_after=shape.bench_after,
        records=shape.records,
        publish=tuple(dict.fromkeys(shape.publish)),
        path=path,
        text=text,
    )


def _where_to(key: str, part: str) -> str:
    """What may be meant by a key that a part of the file (the whole: "") does not have."""
    for other, shape in _SHAPES.items():
        if other != part and key in shape.model_fields and other in _PARTS:
            return f"it belongs {_PARTS[other]}"
    if any(key in plugins.GAMES.load(name).options for name in plugins.GAMES.names()):
        return "it belongs below `options:` of a game"
    return suggestion(key, _SHAPES[part].model_fields)
