"""What must hold for every game, at every table; nothing here knows any game by name."""

from importlib import import_module
from importlib.util import find_spec

import pytest

from arena.games import load, names
from arena.testing import Kit, check_description, check_games, check_options
from arena.testing.golden import compare, golden_files

TABLES = [(name, seats) for name in names() for seats in load(name).seats]
QUICK = 24
THOROUGH = 2_000


def kit(name: str) -> Kit:
    """The game's own kit in `tests/games/kits/NAME.py`, if it has one."""
    module = f"tests.games.kits.{name}"
    if find_spec(module) is None:
        return Kit()
    found: Kit = import_module(module).KIT
    return found


@pytest.mark.parametrize("name", names())
def test_says_what_it_is(name: str) -> None:
    assert load(name).name == name
    check_description(load(name))


@pytest.mark.parametrize("name", names())
def test_options_are_checked(name: str) -> None:
    check_options(load(name))


@pytest.mark.parametrize("name", names())
def test_golden_playthrough(name: str) -> None:
    files = golden_files(name)
    assert files, f"none: write it with `python -m arena.testing.golden {name}`"
    for path in files:
        compare(load(name), path)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_games(name: str, seats: int) -> None:
    check_games(load(name), seats, range(QUICK), kit(name))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_two_thousand_random_games(name: str, seats: int) -> None:
    check_games(load(name), seats, range(THOROUGH), kit(name))
