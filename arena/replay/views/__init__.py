"""How games look and read in a replay: modules with a `VIEW` here, one per game.

A game of another package may bring its own as an entry point of the group `arena.replay.views`,
under the game's id; without one it is shown by `generic`, which knows nothing but what every
observation and event has.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from arena.games.core import Event, Json, Options, Seat
from arena.plugins import VIEWS
from arena.replay.board import Board


class Moment(NamedTuple):
    """All that a board may be drawn from, at the end of a step.

    `observation` is a spectator's; `own` that of every seat that holds something of its own.
    `asked`: the seats that decide next. `events`: those of the step. `round`: those since the last
    chapter began. `closing`: the step ends with the view's `closing` event, and the observations
    are those from before the step, since the table has been cleared at once.
    """

    observation: Mapping[str, Json]
    own: Mapping[Seat, Mapping[str, Json]]
    options: Options
    players: tuple[str, ...]
    asked: frozenset[Seat]
    events: Sequence[Event]
    round: Sequence[Event]
    closing: bool


class View(Protocol):
    """The looks of one game."""

    closing: str
    """The event after which the table is cleared; empty where it never is."""

    def board(self, moment: Moment) -> Board:
        """The table at that moment; what only one seat may see is marked as private."""

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        """What happened, without a full stop. `fault` and `end` are told for it."""

    def chapter(self, event: Event) -> str:
        """What begins with the event, such as "Round 3"; empty for most."""


def load(game: str) -> View:
    """The view of the game of that id, the generic one where it has none."""
    view: View = VIEWS.load(game if game in VIEWS.names() else "generic")
    return view
