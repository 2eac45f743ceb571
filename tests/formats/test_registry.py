"""A format is found by the name of its module."""

import pytest

from arena import formats
from arena.formats.round_robin import FORMAT


def test_round_robin_is_found_and_helpers_are_not() -> None:
    assert formats.names() == ("round_robin",)
    assert formats.load("round_robin") is FORMAT


@pytest.mark.parametrize("name", ["core", "_orbits", "swiss", ""])
def test_other_names_are_key_errors(name: str) -> None:
    with pytest.raises(KeyError):
        formats.load(name)
