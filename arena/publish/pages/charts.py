"""Lines over a run, as numbers that a template draws with."""

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 44, 190, 16, 44
COLOURED = 8
"""As many lines have a colour and a label; more could not be told apart."""
LABEL_GAP = 17
MOST_TICKS = 7
LEAST_SPAN = 2.0
"""Of the values that are shown: less of a difference is none."""

Values = Sequence[float | None]
"""None where there is nothing to show yet."""


class Drawn(NamedTuple):
    """One line: its points as SVG writes them, and where its label stands."""

    name: str
    points: str
    end: tuple[float, float]
    label_y: float
    colour: int | None
    values: Values


class Chart(NamedTuple):
    """A chart; ticks are (text, position)."""

    width: int
    height: int
    left: float
    right: float
    bottom: float
    x_ticks: Sequence[tuple[str, float]]
    y_ticks: Sequence[tuple[str, float]]
    lines: Sequence[Drawn]


def chart(labels: Sequence[str], series: Mapping[str, Values]) -> Chart:
    """The series by name, best first, over as many `labels` at equal distances."""
    ends = [value for values in series.values() for value in values if value is not None]
    middle, half = (min(ends) + max(ends)) / 2, max(max(ends) - min(ends), LEAST_SPAN) / 2
    step = _step(2 * half)
    low, high = step * floor((middle - half) / step), step * ceil((middle + half) / step)
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def x(place: int) -> float:
        return round(LEFT + (right - LEFT) * place / max(1, len(labels) - 1), 1)

    def y(value: float) -> float:
        return round(bottom - (bottom - TOP) * (value - low) / (high - low), 1)

    lines = [
        Drawn(
            name,
            " ".join(f"{x(place)},{y(v)}" for place, v in enumerate(values) if v is not None),
            (x(len(labels) - 1), y(values[-1] or 0.0)),
            0.0,
            number if number < COLOURED else None,
            values,
        )
        for number, (name, values) in enumerate(series.items())
    ]
    ticks = range(round(low / step), round(high / step) + 1)
    return Chart(
        WIDTH,
        HEIGHT,
        LEFT,
        right,
        bottom,
        [(label, x(place)) for place, label in enumerate(labels)],
        [(f"{step * tick:g}", y(step * tick)) for tick in ticks],
        _labelled(lines),
    )


def _step(width: float) -> float:
    """The distance of ticks that leaves few enough of them: 1, 2 or 5 times a power of ten."""
    step = 0.1
    while True:
        for times in (1, 2, 5):
            if width / (step * times) <= MOST_TICKS:
                return step * times
        step *= 10


def _labelled(lines: Sequence[Drawn]) -> list[Drawn]:
    """The lines with labels moved apart where they would cover each other, bottom lines first.

    Labels go down the chart in the order of the lines' ends, and up again where room ends.
    """
    named = sorted(
        (line for line in lines if line.colour is not None), key=lambda line: line.end[1]
    )
    places: list[float] = []
    for line in named:
        places.append(max(line.end[1], places[-1] + LABEL_GAP if places else TOP))
    floor_ = float(HEIGHT - BOTTOM)
    for number in range(len(places) - 1, -1, -1):
        places[number] = min(places[number], floor_)
        floor_ = places[number] - LABEL_GAP
    moved = {line.name: place for line, place in zip(named, places, strict=True)}
    return [line._replace(label_y=round(moved.get(line.name, 0.0), 1)) for line in reversed(lines)]
