"""Ctrl-C while the program is still being imported."""

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
sys.argv = ["arena", "run", "nothing.yaml"]
from arena.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["click", "arena.errors", "arena.cli.run", "arena.tournament"])
def test_it_ends_at_once_without_a_word(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_one_that_is_ignored_stays_so() -> None:
    ignored = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    program = ignored + PROGRAM.format(module="click")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 2, "it went on to say that there is no such file"
