"""The shape of a tournament file: its keys, their types, ranges and defaults."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_args

from annotated_types import Ge, GroupedMetadata, Le
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from arena import plugins
from arena.spec import names
from arena.spec.complaints import shown, suggestion
from arena.spec.model import RateBy, Records, SeatOrders

SAID = "said"
"""The type of the errors that bring their own words."""

DEFAULT_BOTS = "../bots"
MOST_SEED = 2**128 - 1


def fault(text: str) -> PydanticCustomError:
    """An error that says just that."""
    return PydanticCustomError(SAID, "{text}", {"text": text})


def _wanted(what: str) -> WrapValidator:
    """Says `VALUE is not WHAT` where the value fails in any way."""

    def check(value: object, inner: ValidatorFunctionWrapHandler) -> object:
        try:
            return inner(value)
        except ValidationError:
            raise fault(f"{shown(value)} is not {what}") from None

    return WrapValidator(check)


def checked(complaint: Callable[[str], str | None]) -> AfterValidator:
    """Says what a function says about a text."""

    def check(text: str) -> str:
        if said := complaint(text):
            raise fault(f"{shown(text)}: {said}")
        return text

    return AfterValidator(check)


def _path_complaint(text: str) -> str | None:
    if not text.strip() or not text.isprintable():
        return "not a path"
    if text.startswith("~"):
        return "`~` is not expanded; write the whole path, or one relative to this file"
    return None


def _one_of(literal: Any) -> WrapValidator:
    return _wanted("one of " + ", ".join(get_args(literal)))


@dataclass(frozen=True)
class _Range(GroupedMetadata):
    """The bounds of a number, and words for a value that is none or lies outside."""

    low: float
    high: float
    kind: str = "a whole number"
    otherwise: str = ""

    def __iter__(self) -> Iterator[object]:
        yield Ge(self.low)
        yield Le(self.high)
        yield _wanted(f"{self.kind} from {self.low} to {self.high}{self.otherwise}")


def _seconds(low: float, high: float) -> _Range:
    return _Range(low, high, "a number of seconds")


def known(what: str, found: Callable[[], tuple[str, ...]]) -> AfterValidator:
    """A name of something that is found when it is asked for."""

    def complaint(text: str) -> str | None:
        known = found()
        return None if text in known else f"no {what}; {suggestion(text, known)}"

    return checked(complaint)


def _short_for(key: str, what: str) -> Callable[[object], object]:
    """Takes a bare text as the value of one key of a mapping."""

    def spread(value: object) -> object:
        if isinstance(value, str):
            return {key: value}
        if isinstance(value, dict):
            return value
        raise fault(f"{shown(value)} is not {what}")

    return spread


_BUDGET = _Range(0.001, 86_400, "a number of seconds", ", or null for no budget")
_TEXT = _wanted('text; put it in quotes: "…"')
_Flag = Annotated[bool, _wanted("true or false")]
_Whole = Annotated[int, _wanted("a whole number")]
Text = Annotated[str, _TEXT]
_Id = Annotated[str, _TEXT, checked(names.id_complaint)]
_TournamentId = Annotated[str, _TEXT, checked(names.tournament_complaint)]
Name = Annotated[str, _TEXT, checked(names.name_complaint), AfterValidator(names.tidy)]
_Title = Annotated[str, _TEXT, checked(names.title_complaint), AfterValidator(names.tidy)]
_Path = Annotated[str, _TEXT, checked(_path_complaint)]
_SeatOrders = Annotated[SeatOrders, _one_of(SeatOrders)]


class Shape(BaseModel):
    """A mapping of the file. Nothing is converted, unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class BotShape(Shape):
    """Where bots are."""

    path: _Path = Field(description="A bot's file or folder, a folder of bots, or a glob pattern.")
    id: _Id | None = Field(
        default=None, description="The entrant's id, by default from the file's name."
    )
    name: Name | None = Field(
        default=None, description="The name in the tables, by default the id."
    )


class GameShape(Shape):
    """A game of the tournament."""

    game: Text = Field(description="Which game is played.")
    id: _Id | None = Field(
        default=None, description="Tells entries of one game apart; default: the game's id."
    )
    players: _Whole | None = Field(
        default=None, description="Seats at a table; default: the game's."
    )
    options: dict[str, Any] = Field(default_factory=dict, description="The game's options.")
    deals: Annotated[int, _Range(1, 100_000)] = Field(
        default=16,
        description="Deals per match: how many games each sitting plays in the same processes.",
    )
    seat_orders: _SeatOrders | None = Field(
        default=None,
        description="Seat orders in which a match plays every deal: one, cyclic (n) or all.",
    )


class FormatShape(Shape):
    """Who meets whom."""

    type: Annotated[Text, known("format", plugins.FORMATS.names)] = Field(
        default="round_robin", description="Which format."
    )
    cycles: Annotated[int, _Range(1, 1_000_000)] = Field(
        default=1, description="How often everybody meets everybody."
    )


class LimitsShape(Shape):
    """What a bot may use."""

    start_s: Annotated[float, _seconds(0.1, 3600)] = Field(
        default=10.0, description="Seconds until it must be ready."
    )
    move_s: Annotated[float, _seconds(0.001, 3600)] = Field(
        default=1.0, description="Seconds for a decision."
    )
    game_s: Annotated[float, _BUDGET] | None = Field(
        default=None, description="Seconds for a game; null: no budget."
    )
    memory_mb: Annotated[int, _Range(16, 1_048_576)] = Field(
        default=512, description="Megabytes of memory."
    )
    processes: Annotated[int, _Range(1, 10_000)] = Field(
        default=1, description="Processes and threads."
    )
    ponder: _Flag = Field(
        default=False, description="Whether it may go on computing while others decide."
    )


_AnyBot = Annotated[
    BotShape,
    BeforeValidator(
        _short_for("path", "a path, or {path: …, id: …, name: …}"),
        json_schema_input_type=str | BotShape,
    ),
]
_AnyFormat = Annotated[
    FormatShape,
    BeforeValidator(
        _short_for("type", "a format, or {type: …, cycles: …}"),
        json_schema_input_type=str | FormatShape,
    ),
]
_Publisher = Annotated[Text, known("published file", plugins.PUBLISHERS.names)]


class TournamentShape(Shape):
    """A tournament file."""

    name: _TournamentId | None = Field(
        default=None, description="Names the files; default: this file's name."
    )
    title: _Title | None = Field(
        default=None, description="The title of the page; default: the name."
    )
    seed: Annotated[int, _Range(0, MOST_SEED)] | None = Field(
        default=None,
        description="All luck comes from it. Without one a secret seed is drawn and kept.",
    )
    bots: list[_AnyBot] = Field(
        default_factory=lambda: [BotShape(path=DEFAULT_BOTS)],
        min_length=1,
        description="Where the bots are, relative to this file.",
    )
    games: list[GameShape] = Field(min_length=1, description="What is played.")
    format: _AnyFormat = Field(default_factory=FormatShape, description="Who meets whom.")
    limits: LimitsShape = Field(
        default_factory=LimitsShape, description="Time, memory and processes of a bot."
    )
    rating: Annotated[Text, known("rating system", plugins.RATINGS.names)] = Field(
        default="trueskill", description="Which system rates the bots."
    )
    rate_by: Annotated[RateBy, _one_of(RateBy)] = Field(
        default="placement", description="What of a game is rated."
    )
    anonymous: _Flag = Field(
        default=True, description="Whether bots are told seats instead of names."
    )
    bench_after: Annotated[int, _Range(0, 1_000_000)] = Field(
        default=20,
        description="A bot is benched after faults in so many matches in a row; 0: never.",
    )
    records: Annotated[Records, _one_of(Records)] = Field(
        default="all", description="Which game records are kept."
    )
    publish: list[_Publisher] = Field(
        default=["markdown", "csv", "json", "html"], description="Which files are published."
    )
