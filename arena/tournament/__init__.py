"""A tournament from its file to its published leaderboard."""

from arena.tournament.loop import Ended, Settings, run
from arena.tournament.signals import Stopped
from arena.tournament.watch import Unwatched, Watch

__all__ = ["Ended", "Settings", "Stopped", "Unwatched", "Watch", "run"]
