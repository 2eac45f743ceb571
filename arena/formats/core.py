"""What a format is: an order of pairings, and the seats in which each pairing is played."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple, Protocol

from arena.chance import shuffled
from arena.errors import ArenaError
from arena.spec import SeatOrders


class Pairing(NamedTuple):
    """Who meets in one match.

    `cycle` counts from 0. `members` are the ids of the entrants in the seats that they take where
    a match has one seat order. Within a cycle a set of members comes once, so that
    (cycle, set of members) names the match.
    """

    cycle: int
    members: tuple[str, ...]


class Format(Protocol):
    """Who plays whom next, as a pure function: nothing is stored, any part can be had again."""

    def count(self, entrants: int, players: int, cycles: int) -> int:
        """The number of matches in the whole schedule."""

    def pairings(
        self, entrants: Sequence[str], players: int, cycles: int, seed: int, *, start: int = 0
    ) -> Iterator[Pairing]:
        """The schedule from its match number `start` (from 0) on, generated as it is read.

        The schedule depends on the set of entrants, whose ids must differ, and on the other
        arguments, not on the order in which the entrants are listed.
        """


def require_enough(game: str, entrants: int, players: int) -> None:
    """ArenaError where there are fewer entrants than a table of the game has seats."""
    if entrants < players:
        bots = "1 bot is" if entrants == 1 else f"{entrants} bots are"
        raise ArenaError(
            f"{game}: a table has {players} players, but {bots} entered: "
            f"add bots, or lower `players`"
        )


def seat_orders(members: Sequence[str], mode: SeatOrders, seed: int) -> list[tuple[str, ...]]:
    """The seat orders of one match: each names the entrants from seat 0 on.

    `one`: the members as the format seats them. `cyclic`: the n rotations of an order drawn from
    the seed; `all`: all n! orders. In the last two everybody sits everywhere equally often, and
    they depend on the set of members and the seed alone.
    """
    match mode:
        case "one":
            return [tuple(members)]
        case "cyclic":
            base = shuffled(members, seed)
            return [tuple(base[turn:] + base[:turn]) for turn in range(len(base))]
        case "all":
            return list(permutations(sorted(members)))
