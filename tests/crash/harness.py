"""Leagues that run as real processes and are disturbed: killed, stopped, cut off."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.ledger import Ledger
from tests.tournament.league import BOT, League

DATE = "1800000000"
"""SOURCE_DATE_EPOCH of all runs: every match ends then."""
MARK = "ARENA_TEST_LEAGUE"
GONE_S = 5.0

FILE = """
seed: 7
bench_after: 0
limits: {{move_s: 20, start_s: 60}}
format: {{type: round_robin, cycles: {cycles}}}
games:
  - {{game: bank_dice, players: 2, deals: 4, options: {{rounds: 3}}}}
"""


SLOW_BOT = "import time\n" + BOT.replace(
    "        return", "        time.sleep(0.004)\n        return"
)


class Disturbed(League):
    """Four bots that meet in pairs, six matches a cycle, and take their time."""

    def __init__(self, root: Path, cycles: int, level: str = "full") -> None:
        super().__init__(root)
        self.write(FILE.format(cycles=cycles))
        for name, limit in {"a": 20, "b": 60, "c": 90, "d": 200}.items():
            self.bot(name, SLOW_BOT.format(limit=limit))
        self.cycles = cycles
        self.matches = 6 * cycles
        self.level = level

    def command(self, *more: str) -> list[str]:
        level = [] if self.level == "full" else ["--sandbox", self.level]
        return [sys.executable, "-m", "arena", "run", str(self.file), "--jobs", "2", *level, *more]

    @property
    def env(self) -> dict[str, str]:
        return {**os.environ, MARK: str(self.root), "SOURCE_DATE_EPOCH": DATE}

    @contextmanager
    def started(self, *more: str) -> "Iterator[subprocess.Popen[str]]":
        """The run in a process group of its own; killed at the end if it has not ended."""
        process = subprocess.Popen(
            self.command(*more),
            env=self.env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
            # Where the tests themselves run under nohup too.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def finish(self, *more: str) -> str:
        """Run to the end, undisturbed; what it said on stderr."""
        done = subprocess.run(
            self.command(*more), env=self.env, capture_output=True, text=True, timeout=600
        )
        assert done.returncode == 0, done.stderr
        return done.stderr

    def kept(self) -> int:
        """How many matches are in the ledger."""
        with Ledger.read(self.boards / "cup") as ledger:
            return len(ledger)

    def processes(self) -> list[int]:
        """All processes of runs of this league: runner, workers, sandboxes, bots."""
        mark = str(self.root).encode()
        return [pid for pid in all_processes() if pid != os.getpid() and mark in _traces(pid)]

    def none_left(self) -> bool:
        """Whether all processes are gone, at last in a while."""
        until = time.monotonic() + GONE_S
        while self.processes() and time.monotonic() < until:
            time.sleep(0.02)
        return not self.processes()


def all_processes() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]  # noqa: PTH208


def _traces(pid: int) -> bytes:
    """All that may tell which league a process belongs to."""
    found = b""
    for name in ("environ", "cmdline", "mountinfo"):
        try:
            found += Path(f"/proc/{pid}/{name}").read_bytes()
        except OSError:
            continue
    with suppress(OSError):
        found += os.fsencode(Path(f"/proc/{pid}/cwd").readlink())
    return found


def children(pid: int) -> list[int]:
    """Living children of a process."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


def workers(runner: int) -> list[int]:
    """Those children of a runner that are copies of it."""
    line = _command_line(runner)
    return [pid for pid in children(runner) if line and _command_line(pid) == line]


def bots(runner: int) -> list[int]:
    """The bots' own processes at the moment: those below the workers that have no children."""
    below = [pid for worker in workers(runner) for pid in children(worker)]
    leaves = []
    while below:
        pid = below.pop()
        inside = children(pid)
        below += inside
        if not inside:
            leaves.append(pid)
    return leaves


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def minds_signals(process: "subprocess.Popen[str]") -> bool:
    """Wait until the run has taken over the signals; False if it ended before."""
    wanted = 1 << (signal.SIGHUP - 1)
    while process.poll() is None:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("SigCgt:") and int(line.split()[1], 16) & wanted:
                return True
        time.sleep(0.005)
    return False


def kill(pid: int) -> bool:
    """SIGKILL to a process that we found; whether it was there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def disturb(league: Disturbed, kills: int, choose: random.Random, longest: float) -> int:
    """Start the run again and again and kill the runner or workers, so often at least.

    Returns the number of kills; less than `kills` where the league came to its end before.
    """
    done = 0
    while done < kills:
        with league.started() as process:
            assert minds_signals(process)
            time.sleep(choose.uniform(0.0, longest))
            victims = workers(process.pid)
            if victims and choose.random() < 0.5:
                for victim in victims[: choose.randint(1, 2)]:
                    done += kill(victim)
                time.sleep(choose.uniform(0.0, longest))
            if process.poll() is not None:
                return done
            done += kill(process.pid)
            process.wait()
            assert league.none_left(), league.processes()
    return done
