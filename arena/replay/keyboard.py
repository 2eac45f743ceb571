"""Keys from a terminal, each as soon as it is pressed."""

import os
import re
import termios
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)
END_OF_INPUT = "\x04"


@contextmanager
def keys_of(terminal: int) -> Iterator[Callable[[], str]]:
    """Within, the terminal sends keys at once and shows none; what waits for the next one.

    Keys such as arrows come as the characters that terminals send for them. Ctrl-C raises
    KeyboardInterrupt, as ever.
    """
    waiting: deque[str] = deque()

    def key() -> str:
        if not waiting:
            typed = os.read(terminal, 1024).decode(errors="replace")
            waiting.extend(split(typed) or [END_OF_INPUT])
        return waiting.popleft()

    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def split(typed: str) -> list[str]:
    """The keys one by one."""
    return _KEY.findall(typed)
