"""What a run's progress says of speed and of the time that is left."""

import pytest

from arena.cli.shared.pace import Pace


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_was_played_before_is_done_but_tells_nothing_of_speed() -> None:
    clock = Clock()
    pace = Pace(1000, clock)
    pace.passed(900)
    assert (pace.done, str(pace)) == (900, "0 new games (0/s)")
    clock.now += 10
    for _ in range(5):
        pace.ended(16)
    assert (pace.done, str(pace)) == (905, "80 new games (8/s), 3 min 10 s left")


def test_nothing_is_left_at_the_end() -> None:
    clock = Clock()
    pace = Pace(2, clock)
    clock.now += 4
    pace.ended(0)
    assert str(pace) == "0 new games (0/s), 4 s left"
    pace.ended(10)
    assert str(pace) == "10 new games (2/s)"


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (0.2, "1 s"),
        (59, "59 s"),
        (60, "1 min"),
        (3599.7, "60 min"),
        (3_600, "1 h"),
        (9_000, "2 h 30 min"),
        (90_000, "1 d 1 h"),
        (86_400 * 3.0, "3 d"),
    ],
)
def test_times_are_told_in_units_that_fit(seconds: float, told: str) -> None:
    clock = Clock()
    pace = Pace(2, clock)
    clock.now += seconds
    pace.ended(1)
    assert str(pace).endswith(f", {told} left")
