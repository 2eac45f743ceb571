"""What a round brings: the Number Card Tally, the longest row and pairs."""

from collections.abc import Sequence
from typing import Final

from arena.games.bank_or_bust_numbers.rows import Player
from arena.games.core import Seat

LONGEST_ROW: Final = 5
PAIRS: Final = ((5, 50), (4, 15), (3, 5))
"""(Number cards that both rows have at least, points), the best first."""


def score_round(players: Sequence[Player]) -> tuple[tuple[int, ...], Seat | None]:
    """The points by seat and who has the longest row, once nobody is in any more.

    Players that bust have no cards left, so they score nothing.
    """
    longest = longest_row(players)
    points = tuple(
        _own_points(player) + (LONGEST_ROW if seat == longest else 0)
        for seat, player in enumerate(players)
    )
    return points, longest


def longest_row(players: Sequence[Player]) -> Seat | None:
    """The player with the strictly longest single row; with no Number card at all, all tie."""
    lengths = [max(len(player.top.cards), len(player.bottom.cards)) for player in players]
    most = max(lengths)
    return lengths.index(most) if lengths.count(most) == 1 else None


def _own_points(player: Player) -> int:
    both = min(len(player.top.cards), len(player.bottom.cards))
    pairs = next((points for cards, points in PAIRS if both >= cards), 0)
    return player.top.tally() + player.bottom.tally() + pairs
