"""A runner that can be killed: starts a bot with offspring and waits.

python -m tests.sandbox.runner LEVEL PYTHON FOLDER MARK PROCESSES [worker]

Prints the pid of the process that spawned the bot: itself, or a forked worker.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from pathlib import Path

from sandbox import Level, Limits, View, spawn

from .play import read_lines

BOT = """
import os, signal, sys, time
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
for _ in range(int(sys.argv[2]) - 1):
    if os.fork() == 0:
        try:
            os.setsid()
        except OSError:
            pass
        break
print("up", flush=True)
while True:
    time.sleep(60)
"""


def hold(level: Level, python: str, folder: str, mark: str, processes: str) -> None:
    """Spawn, say so, and never clean up."""
    (Path(folder) / "bot.py").write_text(BOT)
    limits = Limits(memory_mb=128, processes=int(processes))
    argv = [python, "-I", "-S", "bot.py", mark, processes]
    child = spawn(argv, limits, View(Path(folder)), level)
    read_lines(child, int(processes))
    print(os.getpid(), flush=True)
    time.sleep(120)


def main() -> None:
    """See the module text."""
    name, python, folder, mark, processes, *worker = sys.argv[1:]
    level: Level = {"full": "full", "partial": "partial"}.get(name, "none")  # type: ignore[assignment]
    if not worker:
        hold(level, python, folder, mark, processes)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=hold, args=(level, python, folder, mark, processes))
    process.start()
    process.join()


if __name__ == "__main__":
    main()
