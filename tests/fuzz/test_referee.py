"""A running referee whose bots say anything: never an exception, never a wrong verdict."""

import json
import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import pytest

import sandbox
from arena.bots.process import BotProcess, Launch
from arena.referee import House, crew, play_sitting
from arena.results import GameResult, SeatFault
from tests.fuzz.lines import harmed, right
from tests.fuzz.reference import reply
from tests.referee.table import spec

LIMITS: Mapping[str, float | None] = {"start_s": 60.0, "move_s": 60.0, "game_s": None}


class FakeChild:
    """Pipes that the referee may read and write, and no process behind them."""

    def __init__(self) -> None:
        self.stdout, self.said = os.pipe()
        self.stderr, self.noise = os.pipe()
        self.stdin, self.pidfd = self.noise, os.eventfd(0)
        os.set_blocking(self.stdout, False)
        os.set_blocking(self.stderr, False)
        self.killed = self.closed = False

    def kill(self) -> None:
        self.killed = True

    def stop(self) -> None: ...
    def resume(self) -> None: ...
    def cpu_s(self) -> float:
        return 0.0

    def waited_s(self) -> float | None:
        return None

    def usage(self) -> sandbox.Usage:
        return sandbox.Usage(0.0, None, 0)

    def wait(self, timeout: float) -> sandbox.Exit:
        return sandbox.Exit("exited", 0, None, 0.0, 0)

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            for fd in (self.stdout, self.said, self.stderr, self.noise, self.pidfd):
                os.close(fd)


class FakeBot(BotProcess):
    """Answers on the spot. `due`: the kinds of fault that it must be found to have."""

    __slots__ = ("_choose", "concurrent", "due", "lines_said", "rate")

    def __init__(self, choose: random.Random, rate: float) -> None:
        self.entrant = "fake"
        self.limits = sandbox.Limits()
        self.child = FakeChild()  # type: ignore[assignment]
        self.outbox: list[bytes] = []
        self.stderr_bytes = 0
        self._rest = self._stderr = b""
        self._choose = choose
        self.rate = rate
        self.concurrent = choose.random() < 0.7
        self.due: set[str] = set()
        self.lines_said = 0

    def flush(self) -> bool:
        """Take in what the referee says, and answer it all."""
        messages = [json.loads(line) for part in self.outbox for line in part.splitlines()]
        self.outbox.clear()
        asked = [message for message in messages if message["type"] == "act"]
        if self._choose.random() < 0.3:
            self._choose.shuffle(asked)  # any order will do
        for message in messages:
            if message["type"] == "hello":
                self._say(json.dumps({"type": "ready", "concurrent": self.concurrent}).encode())
        open_ids = {message["id"] for message in asked}
        for message in asked:
            if "invalid" not in self.due:  # from there on nothing is read
                self._answer(message, open_ids)
        return True

    def _answer(self, message: Mapping[str, object], open_ids: set[int]) -> None:
        number, legal = message["id"], message["legal"]
        assert isinstance(number, int)
        assert isinstance(legal, list)
        line = right(self._choose, number, self._choose.choice(legal))
        if not self.due and self._choose.random() < self.rate:
            line = harmed(self._choose, line)
        self._say(line)
        meant = reply(line)
        if meant is None or meant[0] not in open_ids:
            self.due.add("invalid")
            return
        open_ids.discard(meant[0])  # of another request, perhaps: then that is answered twice
        if meant[1] not in legal:
            self.due.add("illegal")

    def _say(self, line: bytes) -> None:
        self.lines_said += 1
        os.write(self.child_said, line + b"\n")

    @property
    def child_said(self) -> int:
        child = self.child
        assert isinstance(child, FakeChild)
        return child.said


@contextmanager
def fakes(bots: Sequence[FakeBot]) -> Iterator[crew.ProcessCrew]:
    """A crew of these bots."""
    patched = pytest.MonkeyPatch()
    patched.setattr(crew, "start_bots", lambda launches, level: bots)
    launches: list[Launch] = [Launch("fake", (), None, (), ())] * len(bots)  # type: ignore[arg-type]
    try:
        with crew.ProcessCrew(launches, "none", LIMITS, "bank_dice") as made:
            yield made
            for member in made.members:
                member.ended = True  # nobody is there who could leave by himself
    finally:
        patched.undo()


def first_faults(games: Sequence[GameResult], seat: int) -> list[SeatFault]:
    """The faults of a seat that are no echo of one in another game."""
    return [f for game in games for f in game.faults if f.seat == seat and not f.earlier]


def sitting(choose: random.Random, rate: float, kinds: Counter[str]) -> int:
    """One sitting of fakes; what the referee says of each must be so. The number of lines."""
    bots = [FakeBot(choose, rate) for _ in range(choose.choice([2, 2, 3]))]
    match = spec(tuple("abc"[: len(bots)]), deals=choose.choice([1, 2, 5]), rounds=2)
    with fakes(bots) as made:
        games = play_sitting(match, 0, made, House())
    for seat, bot in enumerate(bots):
        faults = first_faults(games, seat)
        assert bool(faults) == bool(bot.due), (faults, bot.due)
        for fault in faults:
            kinds[fault.kind] += 1
            assert fault.kind in bot.due, (fault, bot.due)
            assert fault.detail.isprintable()
            assert len(fault.detail) < 700
    for game in games:
        failed = {fault.seat for fault in game.faults}
        whole = [rank for seat, rank in enumerate(game.ranks) if seat not in failed]
        assert not whole or max(whole) <= len(whole)
    return sum(bot.lines_said for bot in bots)


def play(lines: int, seed: int) -> None:
    choose = random.Random(seed)
    kinds: Counter[str] = Counter()
    said = 0
    while said < lines:
        said += sitting(choose, choose.choice([0.0, 0.02, 0.1, 0.5]), kinds)
    assert set(kinds) == {"invalid", "illegal"}
    assert lines / 100 < kinds.total() < lines / 4


def test_thousands_of_lines() -> None:
    play(4_000, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_million_lines() -> None:
    play(1_000_000, seed=2)
