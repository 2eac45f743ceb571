"""What each mood takes for enough."""

from typing import NamedTuple


class Mood(NamedTuple):
    """The bank and the cash in hand from which on it stops."""

    name: str
    bank: int
    cash: int


MOODS = (Mood("careful", 120, 60), Mood("daring", 500, 120))
