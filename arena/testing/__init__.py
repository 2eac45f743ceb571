"""Tests that every game must pass, for the games of other packages too.

`playout` plays whole games in memory, `conformance` and `description` say what must hold, `privacy`
looks for leaks, `kit` is what they must be told about a game, `golden` keeps a playthrough of it,
`speed` measures it.
"""

from arena.testing.conformance import check_games
from arena.testing.description import check_description, check_options
from arena.testing.kit import Kit
from arena.testing.playout import at_random, falling_back, leaning, playout, replay, scripted

__all__ = [
    "Kit",
    "at_random",
    "check_description",
    "check_games",
    "check_options",
    "falling_back",
    "leaning",
    "playout",
    "replay",
    "scripted",
]
