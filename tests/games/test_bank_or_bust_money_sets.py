"""Bank or Bust with money cards: sets, what is secured, and play for a seat that failed."""

from itertools import pairwise
from json import loads

import pytest

from arena.chance import Scripted, Seeded
from arena.games.bank_or_bust_money import GAME
from arena.games.core import Json, Over, fill_options
from arena.results import Answer, Fault
from arena.table import Table
from arena.testing.playout import (
    Played,
    falling_back,
    playout,
)
from tests.games.bank_or_bust_money import PAIR_OF_ONES, Play, cards


def all_stick(seats: int = 3, **options: Json) -> Played:
    return playout(GAME, seats, options, Seeded(7), falling_back(GAME))


def test_without_a_target_there_are_no_sets() -> None:
    assert {"set", "set_end"}.isdisjoint(event["event"] for event in all_stick().record)


def test_ruling_sets_are_played_until_a_total_reaches_the_target() -> None:
    played = all_stick(target=1000, laps=1)
    ends = [event for event in played.record if event["event"] == "set_end"]
    assert [end["set"] for end in ends] == list(range(1, len(ends) + 1))
    assert max(ends[-1]["totals"]) >= 1000 > max(ends[-2]["totals"])
    assert list(played.over.scores) == ends[-1]["totals"]


def test_ruling_totals_are_the_sums_of_the_wallets_at_the_ends_of_sets() -> None:
    totals = [0, 0, 0]
    wallets: list[int] = []
    for event in all_stick(target=1000, laps=1).record:
        if event["event"] == "round_end":
            wallets = event["wallets"]
        if event["event"] == "set_end":
            totals = [total + cash for total, cash in zip(totals, wallets, strict=True)]
            assert event["totals"] == totals


def test_ruling_each_set_starts_with_the_full_deck_and_the_last_seat_as_dealer() -> None:
    record = all_stick(target=1000, laps=1).record
    for before, now, after in zip(record, record[1:], record[2:], strict=False):
        if before["event"] == "set":
            assert now == {"event": "shuffle", "cards": 48}
            assert after["dealer"] == 2


def test_ruling_rounds_are_numbered_on_through_the_sets() -> None:
    record = all_stick(target=1000, laps=2).record
    rounds = [event["round"] for event in record if event["event"] == "round"]
    sets = [event["set"] for event in record if event["event"] == "set"]
    assert rounds == list(range(1, 6 * len(sets) + 1))


def test_ruling_the_target_is_looked_at_when_a_set_ends() -> None:
    played = all_stick(target=1, laps=2)
    assert len([event for event in played.record if event["event"] == "round_end"]) == 6


def test_ruling_the_fiftieth_set_is_the_last() -> None:
    played = all_stick(target=1_000_000, laps=1)
    assert [event["set"] for event in played.record if event["event"] == "set"][-1] == 50
    assert played.record[-2]["event"] == "set_end"
    assert list(played.over.scores) == played.record[-2]["totals"]


def test_the_target_may_be_reached_exactly() -> None:
    play = Play(target=150, deal="100 50 | 20 10 | 5 1", laps=1).place("50 20 1").set_up().stick(3)
    assert play.node == Over((150, 0, 0), (0, 0, 0))
    play = Play(target=151, deal="100 50 | 20 10 | 5 1", laps=1).place("50 20 1").set_up().stick(3)
    assert play.kinds()[-5:] == ["round_end", "set_end", "set", "shuffle", "round"]


def test_ruling_a_set_that_ends_early_counts_and_rounds_go_on() -> None:
    play = Play(target=500, laps=2).set_up(deck="1 1 1 5 10 20").deal(PAIR_OF_ONES)
    assert play.events[-5:] == [
        {"event": "round_end", "winners": [], "wallets": [0, 0, 0]},
        {"event": "set_end", "set": 1, "totals": [0, 0, 0]},
        {"event": "set", "set": 2},
        {"event": "shuffle", "cards": 48},
        {"event": "round", "round": 2, "dealer": 2},
    ]
    assert play.progress.last_round == 7


# What is secured when the game is broken off


def test_secured_are_the_wallets() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "- - -").deal("100 50 | 20 10 | 5 1")
    assert GAME.secured(play.state) == Over((150, 0, 0), (0, 0, 0))


def test_secured_with_a_target_are_the_totals_of_finished_sets() -> None:
    play = Play(target=151, laps=1).round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    assert GAME.secured(play.state) == Over((0, 0, 0), (0, 0, 0))
    play.deal("100 50 | 20 10 | 5 1").set_up().place("1 100 20").stick(3)
    assert play.progress.set_number == 2
    assert GAME.secured(play.state) == Over((150, 150, 0), (0, 0, 0))


# Fallback


RISING = ("pyramid", "eagle", "1", "2", "5", "10", "20", "50", "100")


@pytest.mark.parametrize(("lower", "higher"), [*pairwise(RISING)])
def test_the_fallback_lays_the_lower_card_face_down(lower: str, higher: str) -> None:
    for hand in (f"{lower} {higher}", f"{higher} {lower}"):
        play = Play(wild=True, deal=f"{hand} | 20 10 | 5 1")
        assert GAME.fallback(play.state, 0) == f"down:{lower}"


def test_the_fallback_sticks() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    assert GAME.fallback(play.state, 0) == "stick"


def test_a_failed_seat_is_played_on_by_fallback() -> None:
    table = Table(
        GAME,
        3,
        fill_options(GAME, 3, {}),
        Scripted(cards("100 50 | 20 10 | 5 1")),
        {1: Fault("crash", "gone")},
    )
    table.submit({0: Answer("down:100"), 2: Answer("down:5")})
    lines = [loads(line) for line in table.record()]
    fallback = {"event": "action", "player": 1, "action": "down:10", "fallback": True, "to": [1]}
    assert fallback in lines
