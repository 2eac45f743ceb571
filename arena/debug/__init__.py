"""What a seat was told in a stored game, byte for byte, and what a bot says to it now."""

from arena.debug.compare import Compared, Heard, compare
from arena.debug.retell import Message, Sat, retold
from arena.debug.talk import Talk, bare, confined

__all__ = ["Compared", "Heard", "Message", "Sat", "Talk", "bare", "compare", "confined", "retold"]
