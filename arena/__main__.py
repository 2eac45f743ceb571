"""The program `arena`, also as `python -m arena`: minds Ctrl-C before all else is imported."""

import os
import signal
from types import FrameType


def main() -> None:
    """Run the command that was given."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupted)
    from arena.cli import main as program

    program()


def _interrupted(number: int, frame: FrameType | None) -> None:
    """KeyboardInterrupt; but amid an import, where it could get lost, an end without a word."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        frame = frame.f_back
    raise KeyboardInterrupt


if __name__ == "__main__":
    main()
