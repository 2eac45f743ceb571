"""What can be named is found, and nothing is imported before it is named."""

import subprocess
import sys

import pytest

from arena import plugins


def test_every_point_has_choices_and_each_can_be_loaded() -> None:
    points = [value for value in vars(plugins).values() if isinstance(value, plugins.Point)]
    assert len(points) >= 6
    for point in points:
        assert point.names()
        for name in point.names():
            assert point.load(name) is not None


def test_what_is_no_choice_cannot_be_loaded() -> None:
    for name in ("core", "nothing", "__init__"):
        with pytest.raises(KeyError):
            plugins.GAMES.load(name)


def test_names_are_told_without_importing_what_they_name() -> None:
    code = (
        "import sys; from arena.plugins import PUBLISHERS, RATINGS; RATINGS.names();"
        "PUBLISHERS.names();"
        "sys.exit(any(name.startswith(('arena.ratings', 'numpy')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
