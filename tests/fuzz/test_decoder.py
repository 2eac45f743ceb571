"""Any line is a reply or an error, and the same as a second reader of JSON says."""

import os
import random
from contextlib import suppress

import pytest

from arena import wire
from arena.bots.process import BotProcess, Ended
from tests.fuzz.lines import ACTIONS, RARE, harmed, right
from tests.fuzz.reference import reply


def verdict(line: bytes) -> tuple[int, str, str | None] | None:
    try:
        number, answer = wire.read_reply(line)
    except wire.WireError:
        return None
    return number, *answer


def feed(lines: int, seed: int) -> tuple[int, int]:
    """Compare so many lines; how many of them were right and how many wrong."""
    choose = random.Random(seed)
    counts = [0, 0]
    for _ in range(lines):
        line = right(choose, choose.randrange(2000), choose.choice(ACTIONS))
        if choose.random() < 0.8:
            line = harmed(choose, line)
        elif choose.random() < 0.01:
            line = choose.choice(RARE)(choose, line)
        found = verdict(line)
        assert found == reply(line), line
        counts[found is None] += 1
        with suppress(wire.WireError):
            wire.read_ready(line)
        assert len(wire.shown(line)) <= wire.MAX_SHOWN
        assert wire.shown(line).isprintable()
    return counts[0], counts[1]


def test_thousands_of_harmed_lines() -> None:
    correct, wrong = feed(8_000, seed=1)
    assert min(correct, wrong) > 1000


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_million_harmed_lines() -> None:
    correct, wrong = feed(1_000_000, seed=2)
    assert min(correct, wrong) > 100_000


def test_lines_are_the_same_however_the_bytes_arrive() -> None:
    choose = random.Random(3)
    for _ in range(200):
        lines = [harmed(choose, right(choose, 1, "stay")) for _ in range(20)]
        assert _through_a_pipe(choose, b"\n".join([*lines, b""])) == lines


class _Piped(BotProcess):
    """A bot without a process: the lines of a pipe."""

    __slots__ = ()

    def __init__(self, stdout: int) -> None:
        self.child = type("Child", (), {"stdout": stdout})()
        self._rest = b""


def _through_a_pipe(choose: random.Random, text: bytes) -> list[bytes]:
    read, write = os.pipe()
    bot = _Piped(read)
    found: list[bytes] = []
    try:
        while text:
            size = choose.choice([1, 2, 7, 40, 1000])
            os.write(write, text[:size])
            text = text[size:]
            found += bot.lines() or []
        os.close(write)
        with pytest.raises(Ended):
            bot.lines()
    finally:
        os.close(read)
    return found
