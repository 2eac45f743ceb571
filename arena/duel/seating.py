"""Who sits where in a duel, and what a deal says about the two.

The seat orders of a deal stay the same set when A and B change names: whatever a seat, a neighbour
or the rest of the table is worth, both have it equally often. So two bots of equal strength have a
mean difference of 0, exactly.
"""

from collections.abc import Iterable, Sequence

from arena.results import GameResult

A, B = "A", "B"
Order = tuple[str, ...]


def orders(seats: int, rest: Sequence[str], *, positions: bool) -> tuple[Order, ...]:
    """The seat orders in which every deal is played, each naming who sits there from seat 0 on.

    `rest` names the others at the table; seats beyond those are filled with A and B by turns, at
    one table with more of A, at another with more of B. `positions` False: where one sits makes no
    difference, so that every table is played in one order. ValueError where it has too many seats.
    """
    if len(rest) + 2 > seats:
        raise ValueError(f"a table of {seats} has no room for A, B and {len(rest)} others")
    missing = seats - len(rest)
    tables = [
        (*(first, second) * (missing // 2), *(first,) * (missing % 2), *rest)
        for first, second in ((A, B), (B, A))
    ]
    if not positions:
        return tuple(dict.fromkeys(tables if missing % 2 else tables[:1]))
    turned = [table[turn:] + table[:turn] for table in tables for turn in range(seats)]
    return tuple(dict.fromkeys(turned))


def difference(games: Iterable[GameResult]) -> float:
    """How much better A did than B in the games of one deal: from -1 to 1, 0 for level.

    What a seat did is the share of the other seats that it left behind, a tie counting half.
    """
    of_a: list[float] = []
    of_b: list[float] = []
    for game in games:
        for seat, entrant in enumerate(game.entrants):
            if entrant in (A, B):
                (of_a if entrant == A else of_b).append(share_beaten(game.ranks, seat))
    return max(-1.0, min(1.0, round(sum(of_a) / len(of_a) - sum(of_b) / len(of_b), 9)))


def share_beaten(ranks: Sequence[int], seat: int) -> float:
    """The share of the others that stand behind the seat, from 0 to 1; a tie counts half."""
    own = ranks[seat]
    behind = sum(rank > own for rank in ranks)
    level = sum(rank == own for rank in ranks) - 1
    return (behind + level / 2) / (len(ranks) - 1)
