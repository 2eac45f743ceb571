"""Runs a Python bot under pdb: `python -m arena.debug.under_pdb bot.py < messages`.

The bot's standard input and output belong to the protocol, so pdb talks to the terminal itself.
"""

import sys
from bdb import BdbQuit
from pathlib import Path
from pdb import Pdb
from types import ModuleType

TERMINAL = "/dev/tty"


def main() -> None:
    """Run the script that the command line names; it stops at its first line."""
    script = Path(sys.argv[1])
    del sys.argv[0]
    sys.path[0] = str(script.resolve().parent)
    module = ModuleType("__main__")
    module.__file__ = str(script)
    sys.modules["__main__"] = module
    with open(TERMINAL, encoding="utf-8") as keys, open(TERMINAL, "w", encoding="utf-8") as screen:  # noqa: PTH123
        debugger = Pdb(stdin=keys, stdout=screen, nosigint=True)
        try:
            debugger.run(compile(script.read_bytes(), str(script), "exec"), module.__dict__)
        except BdbQuit:
            return
        except Exception:
            debugger.interaction(None, sys.exc_info()[2])


if __name__ == "__main__":
    main()
