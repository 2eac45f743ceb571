"""The conformance tests find what is wrong with a game, and nothing where nothing is."""

from dataclasses import replace
from typing import Any

import pytest

from arena.games.core import Option, State, Step
from arena.testing import check_description, check_games, check_options
from arena.testing.conformance import plain
from tests.testing.broken import BROKEN, dealing, deciding
from tests.testing.draw import DRAW, KIT, Public, changed


def test_a_sound_game_passes() -> None:
    check_description(DRAW)
    check_options(DRAW)
    for seats in DRAW.seats:
        check_games(DRAW, seats, range(40), KIT)
        check_games(DRAW, seats, range(8), KIT, positions=None)


@pytest.mark.parametrize("name", BROKEN)
def test_finds(name: str) -> None:
    game, complaint = BROKEN[name]
    with pytest.raises(AssertionError, match=complaint) as caught:
        check_games(game, 2, range(20), KIT)
    assert any("draw with 2 seats" in note for note in caught.value.__notes__)


def test_finds_a_seat_with_nothing_of_its_own_that_sees_more_than_all() -> None:
    game = changed(
        start=lambda seats, options: Step(State(Public(2, 2, (0, 0)), (None, None), (1,))),
        observe=lambda public, seat, own: {"seat": seat},
    )
    with pytest.raises(AssertionError, match="seat 0, with nothing of its own"):
        check_games(game, 2, [0], KIT)


WRONG_KITS = {
    "no pieces": (replace(KIT, pieces=None), "the kit needs `pieces`"),
    "no redeal": (replace(KIT, redeal=None), "its kit needs `redeal`"),
    "no cards": (replace(KIT, pieces=lambda state: []), "finds no card"),
    "a redeal that does nothing": (
        replace(KIT, redeal=lambda state, seat, rng: state),
        "never changed anything",
    ),
    "a redeal of what is public": (
        replace(KIT, redeal=lambda state, seat, rng: state._replace(public=None)),
        "changed the public part",
    ),
    "a redeal of the seat's own": (
        replace(KIT, redeal=lambda state, seat, rng: state._replace(own=(99, 99))),
        "changed the seat's own part",
    ),
    "a redeal that makes cards": (
        replace(KIT, redeal=lambda state, seat, rng: state._replace(hidden=(99,))),
        "changed which cards there are",
    ),
}


@pytest.mark.parametrize("name", WRONG_KITS)
def test_finds_in_the_kit(name: str) -> None:
    kit, complaint = WRONG_KITS[name]
    with pytest.raises(AssertionError, match=complaint):
        check_games(DRAW, 2, range(8), kit)


def test_what_the_rules_make_public_about_a_private_card_is_for_the_kit_to_say() -> None:
    def show_whether_high(step: Step) -> Step:
        high = step.events[0]["card"] >= 5
        return Step(step.state, [*step.events, {"event": "high", "is": high}])

    game = dealing(show_whether_high)
    with pytest.raises(AssertionError, match="can tell"):
        check_games(game, 2, range(8), KIT)
    check_games(game, 2, range(8), replace(KIT, shows=lambda state, outcome: outcome >= 5))


def test_secret_choices_need_a_redeal_too() -> None:
    game = deciding(lambda state, node: node._replace(secret=True))
    with pytest.raises(AssertionError, match="its kit needs `redeal`"):
        check_games(game, 2, range(8), replace(KIT, redeal=None))


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"name": "my game"}, "not a name"),
        ({"title": ""}, "no title"),
        ({"rules_version": 0}, "no rules_version"),
        ({"seats": range(2, 2)}, "no number of seats"),
        ({"seats": range(3)}, "seats"),
        ({"default_seats": 4}, "4 seats are not allowed"),
        ({"positions": None}, "not true or false"),
    ],
)
def test_finds_in_the_description(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_description(changed(**changes))


class Lenient:
    """An option that takes anything."""

    kind, default, help, low, high = "int", 1, "nothing", 1, 2

    def default_for(self, seats: int) -> int:
        return 1

    def complaint(self, value: object) -> None:
        return None


@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (Option("int", 9, "", 1, 9), "no help"),
        (Option("int", 0, "too small", 1, 9), "bad default"),
        (Option("int", 5, "too large at three", 1, 9, defaults={3: 10}), "bad default"),
        (Option("colour", "a", "unknown", choices=("a",)), "not a kind"),
        (Lenient(), "is accepted"),
    ],
)
def test_finds_in_the_options(option: Option, complaint: str) -> None:
    game = changed(options={**DRAW.options, "odd": option})
    with pytest.raises(AssertionError, match=complaint):
        check_options(game)


def test_finds_an_option_value_that_does_not_start_a_game() -> None:
    def start(seats: int, options: Any) -> Step:
        return DRAW.start(seats, {"cards": 100 // (20 - options["cards"])})

    with pytest.raises(ZeroDivisionError):
        check_options(changed(start=start))


def test_plain_json() -> None:
    assert plain({"a": [1, (True, None)], "b": {"c": "d"}})
    for fancy in (0.5, {1: 2}, {"a": [{"b": {3}}]}, b"", float("nan")):
        assert not plain(fancy)
