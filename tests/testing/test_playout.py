"""Whole games in memory."""

from collections.abc import Callable

import pytest

from arena.chance import Scripted, Seeded
from arena.games.core import Over
from arena.testing import at_random, falling_back, leaning, playout, replay, scripted
from arena.testing.playout import Chooser
from arena.testing.speed import decisions_per_second, main
from tests.testing.draw import DRAW

DEALT = {"cards": 5}


def test_a_scripted_game() -> None:
    played = playout(DRAW, 2, DEALT, Scripted([4, 2]), scripted(["show", "hide"]))
    assert played.over == Over((4, 0), (0, 0))
    assert played.outcomes == [4, 2]
    assert played.answers == ["show", "hide"]
    assert len(played.states) == 5
    assert played.options["loud"] is False
    assert played.record == [
        {"event": "card", "player": 0, "card": 4, "to": [0]},
        {"event": "card", "player": 1, "card": 2, "to": [1]},
        {"event": "action", "player": 0, "action": "show"},
        {"event": "turn_end"},
        {"event": "action", "player": 1, "action": "hide"},
        {"event": "turn_end"},
        {"event": "end", "ranks": [1, 2], "scores": [4, 0], "tiebreaks": [0, 0]},
    ]
    assert replay(played).record == played.record


@pytest.mark.parametrize("actions", [["show"], ["show", "keep"]])
def test_a_script_must_be_legal_and_long_enough(actions: list[str]) -> None:
    with pytest.raises(ValueError, match="is not legal for seat 1; legal: "):
        playout(DRAW, 2, DEALT, Scripted([4, 2]), scripted(actions))


def test_falling_back() -> None:
    played = playout(DRAW, 3, DEALT, Seeded(1), falling_back(DRAW))
    assert played.answers == ["hide"] * 3


@pytest.mark.parametrize("player", [at_random, leaning])
def test_random_players_depend_on_their_seed_alone_and_do_everything(
    player: Callable[[int], Chooser],
) -> None:
    games = [playout(DRAW, 3, {}, Seeded(1), player(seed)).answers for seed in range(50)]
    assert games == [playout(DRAW, 3, {}, Seeded(2), player(seed)).answers for seed in range(50)]
    assert len({tuple(answers) for answers in games}) == 8


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(ValueError, match="no such option"):
        playout(DRAW, 2, {"colour": 1}, Seeded(1), at_random(1))


def test_speed_counts_the_action_of_every_seat() -> None:
    assert decisions_per_second(DRAW, 2, 0.01) > 1000


def test_speed_of_the_named_games(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bank_dice", "--seats", "3", "--seconds", "0.01"])
    assert capsys.readouterr().out.startswith("bank_dice, 3 seats: ")
