"""What a game says about itself: its attributes and its options."""

from collections.abc import Callable, Mapping
from sys import modules

from arena.games.core import Game, Json, Option, fill_options


def check_description(game: Game) -> None:
    """The game says what it is, and its module opens with the rules."""
    assert game.name.isidentifier(), f"{game.name!r} is not a name"
    assert game.title, "no title"
    assert game.rules_version >= 1, "no rules_version"
    assert len(game.seats), "no number of seats"
    assert min(game.seats) >= 1, f"{game.seats} seats"
    assert game.default_seats in game.seats, f"{game.default_seats} seats are not allowed"
    assert isinstance(game.positions, bool), "positions is not true or false"
    assert modules[type(game).__module__].__doc__, "the module does not open with the rules"


def check_options(game: Game) -> None:
    """Defaults and limits of every option are accepted and start a game; all else is refused."""
    for key, option in game.options.items():
        assert key.isidentifier(), f"{key!r} is not a name"
        assert option.help, f"{key} has no help"
        for seats in game.seats:
            assert option.complaint(option.default_for(seats)) is None, f"{key}: bad default"
        for value in _good_values(option):
            game.start(game.default_seats, fill_options(game, game.default_seats, {key: value}))
        for wrong in _bad_values(option):
            _check_refused(game, {key: wrong})
    _check_refused(game, {"no_such_option": 1})


def _good_values(option: Option) -> list[Json]:
    kinds: dict[str, Callable[[], list[Json]]] = {
        "int": lambda: [option.low, option.high],
        "bool": lambda: [False, True],
        "choice": lambda: list(option.choices),
    }
    assert option.kind in kinds, f"{option.kind!r} is not a kind of option"
    values = kinds[option.kind]()
    return values if option.default is not None else [None, *values]


def _bad_values(option: Option) -> list[Json]:
    wrong = [] if option.default is None else [None]
    return [*wrong, option.low - 1, option.high + 1, 1.0, "no such value", ["a"]]


def _check_refused(game: Game, options: Mapping[str, Json]) -> None:
    try:
        fill_options(game, game.default_seats, options)
    except ValueError:
        return
    raise AssertionError(f"{dict(options)} is accepted")
