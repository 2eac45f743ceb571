"""Replays: a stored game step by step, with the table drawn, for terminals and pages.

`replay_of` makes the steps; `terminal` and `browse` show them as text; `views` holds the looks of
each game.
"""

from arena.replay.board import Board, Piece, SeatBoard, Zone, seen_by
from arena.replay.steps import Line, Replay, Step, lines_seen, replay_of
from arena.replay.stored import replayed

__all__ = [
    "Board",
    "Line",
    "Piece",
    "Replay",
    "SeatBoard",
    "Step",
    "Zone",
    "lines_seen",
    "replay_of",
    "replayed",
    "seen_by",
]
