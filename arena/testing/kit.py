"""What the conformance tests must be told about a game: its kit.

A kit lives beside the game's tests, in `tests/games/kits/NAME.py`, as `KIT`. A game with dice,
nothing hidden and no need of special options has none.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from arena.games.core import Json, Outcome, Seat


def _all_alike(state: Any, outcome: Outcome) -> Hashable:
    return None


@dataclass(frozen=True, slots=True)
class Kit:
    """Hooks of one game for the conformance tests. All are optional until a check asks for one."""

    variants: tuple[Mapping[str, Json], ...] = ({},)
    """Options to play with, in turn (missing ones have their defaults). Short games, all modes."""

    pieces: Callable[[Any], Iterable[Any]] | None = None
    """All cards in a state, wherever they are, in any order: the same in every state of a game.

    A card whose value no seat and no state can know is still a card: the undrawn ones are those
    of the deck. Needed by every game that draws without putting back.
    """

    redeal: Callable[[Any, Seat, Random], Any] | None = None
    """The state with all that `seat` cannot know dealt anew: at random, but possible.

    What is public and what the seat itself holds must stay as they are. Needed by every game
    that deals or lets players choose in private.
    """

    shows: Callable[[Any, Outcome], Hashable] = _all_alike
    """What the rules make public at once about a private outcome in a state (e.g. a shown pair).

    Outcomes with equal values must look the same to the seats that the deal is hidden from.
    """

    longest: int = 20_000
    """A game with more moves than this counts as endless."""
