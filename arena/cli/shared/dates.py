"""What day it is, for what is published."""

import os
from collections.abc import Callable
from time import time

from arena.errors import ArenaError

VARIABLE = "SOURCE_DATE_EPOCH"


def clock() -> Callable[[], float]:
    """Tells the seconds since 1970 UTC: those of SOURCE_DATE_EPOCH where that is set.

    So that a run can be repeated byte for byte. ArenaError where it is no such number.
    """
    text = os.environ.get(VARIABLE)
    if not text:
        return time
    if not text.isascii() or not text.isdigit() or len(text) > 11:
        raise ArenaError(f"{VARIABLE} is {text!r}, not a number of seconds since 1970")
    seconds = float(text)
    return lambda: seconds
