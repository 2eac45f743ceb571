"""What a game is: a pure state machine whose luck, decisions and end are explicit nodes.

A game holds no I/O, no clock and no random source. The engine asks `Game.node(state)` what comes
next and then calls `deal` with an outcome of a `Chance`, or `act` with the actions of a `Decide`,
until the node is `Over`. Every transition returns a `Step`: the new state and the events that
happened on the way, each with the seats that may see it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

Seat = int
Action = str
Json = Any
Outcome = Any
Options = Mapping[str, Any]

Event = dict[str, Json]
"""`{"event": KIND, ...}`; an event with a `"to"` (list of seats) is shown to those seats only."""

EVERYONE: tuple[Seat, ...] | None = None

PublicT = TypeVar("PublicT")
OwnT = TypeVar("OwnT")
HiddenT = TypeVar("HiddenT")


class State(NamedTuple, Generic[PublicT, OwnT, HiddenT]):
    """One position: what all may know, what each seat alone knows, and what nobody knows yet."""

    public: PublicT
    own: tuple[OwnT, ...]
    hidden: HiddenT


class Chance(NamedTuple):
    """A card is drawn or dice are rolled next.

    `outcomes` are equally likely (a card that is there twice stands twice). `stream` names the
    source of luck: the k-th draw from a stream depends on the seed, the stream and k alone, and on
    what is left to draw. `visible_to` are the seats that will see the outcome (None: everyone).
    """

    stream: str
    outcomes: Sequence[Outcome]
    visible_to: tuple[Seat, ...] | None = EVERYONE


class Decide(NamedTuple):
    """Players decide next: one seat is a turn, several decide at the same time.

    `legal` maps each seat that is asked to its actions. A collection of actions must answer `in`
    cheaply and iterate lazily in the game's documented order. `secret`: the actions themselves are
    shown to the seat that chose them only.
    """

    legal: Mapping[Seat, Collection[Action]]
    secret: bool = False


class Over(NamedTuple):
    """The game has ended: per seat its points and its tie-break (0 where the game has none)."""

    scores: tuple[int, ...]
    tiebreaks: tuple[int, ...]


Node = Chance | Decide | Over


class Step(NamedTuple):
    """What a transition leads to, and the events on the way, in the order they happened."""

    state: Any
    events: Sequence[Event] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, for checking and for the documentation.

    `kind` is "int", "bool" or "choice". `default` is the value where none is given; an int option
    whose default depends on the table has a `defaults` by number of seats on top of it.
    """

    kind: str
    default: int | bool | str | None
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    defaults: Mapping[int, int] = field(default_factory=dict)

    def default_for(self, seats: int) -> int | bool | str | None:
        """The value that a table of `seats` players has where none is given."""
        return self.defaults.get(seats, self.default)

    def complaint(self, value: object) -> str | None:
        """What is wrong with `value` and what would be right; None where nothing is."""
        if value is None and self.default is None:
            return None
        match self.kind:
            case "int":
                ok = type(value) is int and self.low <= value <= self.high
                wanted = f"a whole number from {self.low} to {self.high}"
            case "bool":
                ok, wanted = isinstance(value, bool), "true or false"
            case _:
                ok = isinstance(value, str) and value in self.choices
                wanted = "one of " + ", ".join(self.choices)
        return None if ok else f"{value!r} is not {wanted}"


class Game(Protocol):
    """The rules of one game. Implementations are stateless: `GAME` of `arena/games/NAME.py`."""

    name: str
    """Id, as in tournament files: the module's name."""
    title: str
    """For people."""
    rules_version: int
    """Raised with every change of meaning: results of two versions are never mixed."""
    seats: range
    """The numbers of players that the rules allow."""
    default_seats: int
    positions: bool
    """Whether it matters who sits where; False: seat orders make no difference."""
    options: Mapping[str, Option]

    def start(self, seats: int, options: Options) -> Step:
        """The first state. `options` holds a valid value for every option."""

    def node(self, state: Any) -> Node:
        """What comes next."""

    def deal(self, state: Any, outcome: Outcome) -> Step:
        """After `outcome`, one of the outcomes of the state's `Chance`."""

    def act(self, state: Any, actions: Mapping[Seat, Action]) -> Step:
        """After a legal, canonical action of every seat of the state's `Decide`.

        The `action` events themselves are not among the returned events: the engine writes them.
        """

    def observe(self, public: Any, seat: Seat | None, own: Any) -> dict[str, Json]:
        """All that a seat may know (a spectator: seat and own are None), without you and options.

        It is handed neither the hidden part nor another seat's own part, so it cannot leak them.
        """

    def fallback(self, state: Any, seat: Seat) -> Action:
        """The harmless legal action that is played for a seat that failed."""

    def canonical(self, action: Action) -> Action:
        """The one way of writing an action that may be written in several."""

    def secured(self, state: Any) -> Over:
        """The points that count when the game is broken off in this state."""


def fill_options(game: Game, seats: int, given: Options) -> dict[str, Json]:
    """Every option of `game` with its value: as given, else the default for that many seats.

    Raises ValueError, naming all that is wrong, for unknown options and bad values.
    """
    wrong = [f"{key}: no such option" for key in given if key not in game.options]
    wrong += [
        f"{key}: {complaint}"
        for key, option in game.options.items()
        if key in given and (complaint := option.complaint(given[key]))
    ]
    if wrong:
        raise ValueError("; ".join(wrong))
    return {key: given.get(key, option.default_for(seats)) for key, option in game.options.items()}
