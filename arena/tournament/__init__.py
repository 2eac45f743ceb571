"""A tournament from its file to its published leaderboard."""

from arena.tournament.loop import Ended, Settings, run
from arena.tournament.watch import Unwatched, Watch

__all__ = ["Ended", "Settings", "Unwatched", "Watch", "run"]
