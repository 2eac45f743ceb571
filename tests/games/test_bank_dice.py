"""Bank: every rule and ruling, with the dice as written."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Scripted, Seeded
from arena.games.bank_dice import BANK, CALLS, GAME, STAY, Dice
from arena.games.core import Action, Chance, Decide, Event, Over, Seat
from arena.testing import at_random, falling_back, leaning, playout
from arena.testing.playout import Played

Plan = Mapping[Seat, Mapping[int, int]]
"""When each seat banks: the roll by round; seats and rounds left out stay."""


def play(seats: int, rounds: int, dice: Sequence[Dice], plan: Plan) -> Played:
    """A whole game of those dice and plans."""

    def call(state: Any, seat: Seat, legal: Collection[Action]) -> Action:
        at = plan.get(seat, {}).get(state.public.round)
        return BANK if at is not None and state.public.roll >= at else STAY

    return playout(GAME, seats, {"rounds": rounds}, Scripted(dice), call)


def position(dice: Sequence[Dice], seats: int = 3, rounds: int = 2) -> Any:
    """The state after those rolls of a round in which nobody banked."""
    state = GAME.start(seats, {"rounds": rounds}).state
    for number, roll in enumerate(dice):
        if number:
            state = call(state).state
        state = GAME.deal(state, roll).state
    return state


def call(state: Any, *banking: Seat) -> Any:
    """The step after a call at which those seats bank and all others stay."""
    node = GAME.node(state)
    assert isinstance(node, Decide)
    assert set(banking) <= set(node.legal)
    return GAME.act(state, {seat: BANK if seat in banking else STAY for seat in node.legal})


def asked(state: Any) -> list[Seat]:
    """The seats that are asked."""
    node = GAME.node(state)
    assert isinstance(node, Decide)
    return list(node.legal)


def of_kind(played: Played, kind: str) -> list[Event]:
    """All events of a kind."""
    return [event for event in played.record if event["event"] == kind]


SAFE = ((1, 2), (1, 3), (1, 4))
"""Three rolls that make a bank of 12."""


@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_seven_in_the_first_three_rolls_adds_70(before: int) -> None:
    state = position([(1, 1)] * before + [(3, 4)])
    assert state.public.bank == 2 * before + 70
    assert asked(state) == [0, 1, 2]


def test_rulebook_safe_doubles_add_face_value_two_ones_2_two_fives_10() -> None:
    assert position([(1, 1)]).public.bank == 2
    assert position([(5, 5)]).public.bank == 10
    assert position([(5, 5), (1, 1), (5, 5)]).public.bank == 22


def test_rulebook_a_two_and_a_three_add_5() -> None:
    assert position([(2, 3)]).public.bank == 5


def test_doubles_from_the_fourth_roll_double_the_bank_and_add_nothing() -> None:
    assert position(SAFE).public.bank == 12
    assert position([*SAFE, (6, 6)]).public.bank == 24
    assert position([*SAFE, (6, 6), (1, 1)]).public.bank == 48


def test_other_rolls_from_the_fourth_on_add_their_sum() -> None:
    assert position([*SAFE, (5, 6)]).public.bank == 23


def test_a_seven_at_the_third_roll_is_safe_and_at_the_fourth_ends_the_round() -> None:
    third = position([*SAFE[:2], (6, 1)])
    assert third.public.bank == 77
    fourth = GAME.deal(call(third).state, (6, 1))
    assert [event["event"] for event in fourth.events] == ["roll", "round_end", "round"]
    assert fourth.events[0]["bank"] == 0
    assert fourth.events[1] == {"event": "round_end", "reason": "seven"}
    assert isinstance(GAME.node(fourth.state), Chance)


def test_those_still_in_at_the_seven_get_nothing_and_keep_what_they_had() -> None:
    dice = [(3, 4), (1, 1), *SAFE, (2, 5)]
    played = play(2, 2, dice, {0: {1: 1}, 1: {1: 2, 2: 3}})
    assert played.over.scores == (70, 72 + 12)
    assert [event["reason"] for event in of_kind(played, "round_end")] == ["all_banked", "seven"]


def test_ruling_nobody_is_asked_before_the_first_roll() -> None:
    state = GAME.start(3, {"rounds": 2}).state
    assert isinstance(GAME.node(state), Chance)
    after = GAME.deal(position([*SAFE, (1, 2)]), (1, 6)).state
    assert (after.public.round, after.public.roll) == (2, 0)
    assert isinstance(GAME.node(after), Chance)


def test_ruling_all_who_are_in_are_asked_at_the_same_time_after_every_roll() -> None:
    node = GAME.node(position([(1, 2)]))
    assert node == Decide({0: CALLS, 1: CALLS, 2: CALLS}, secret=False)


def test_who_banks_scores_the_bank_as_it_stands_and_sits_out_the_round() -> None:
    step = call(position([(1, 2)]), 1)
    assert step.state.public.totals == (0, 3, 0)
    assert asked(step.state) == [0, 2]
    rolled = GAME.deal(call(step.state).state, (5, 6)).state
    assert asked(rolled) == [0, 2]
    assert rolled.public.totals == (0, 3, 0)


def test_any_number_may_bank_the_same_bank() -> None:
    step = call(position([(3, 4)]), 0, 2)
    assert step.state.public.totals == (70, 0, 70)
    assert [event["player"] for event in step.events] == [0, 2]


def test_ruling_those_remaining_are_asked_again_until_nobody_banks() -> None:
    first = call(position([(3, 4)], seats=4), 3)
    assert asked(first.state) == [0, 1, 2]
    second = call(first.state, 0)
    assert asked(second.state) == [1, 2]
    assert second.state.public.bank == 70
    third = call(second.state)
    assert isinstance(GAME.node(third.state), Chance)
    assert third.state.public.totals == (70, 0, 0, 70)


def test_the_round_ends_when_nobody_is_left_in() -> None:
    first = call(position([(3, 4)]), 0, 1)
    last = call(first.state, 2)
    assert [event["event"] for event in last.events] == ["banked", "round_end", "round"]
    assert last.events[1]["reason"] == "all_banked"
    assert last.state.public.bank == 0
    assert last.state.public.still_in == (0, 1, 2)


def test_ruling_seat_0_rolls_first_and_rolls_go_round_clockwise() -> None:
    played = play(3, 1, [*SAFE, (1, 2), (3, 4)], {})
    assert [event["player"] for event in of_kind(played, "roll")] == [0, 1, 2, 0, 1]


def test_ruling_the_next_player_who_is_still_in_rolls() -> None:
    played = play(4, 1, [*SAFE, (1, 2), (1, 2), (3, 4)], {1: {1: 1}, 3: {1: 3}})
    assert [event["player"] for event in of_kind(played, "roll")] == [0, 2, 3, 0, 2, 0]


def test_ruling_a_new_round_starts_with_the_player_after_the_last_roller() -> None:
    dice = [(1, 2), *SAFE, (3, 4), (1, 2)]
    plan = {0: {1: 1, 2: 1, 3: 1}, 1: {1: 1, 3: 1}, 2: {1: 1, 3: 1}}
    rollers = [event["player"] for event in of_kind(play(3, 3, dice, plan), "roll")]
    assert rollers == [0, 1, 2, 1, 2, 0]


def test_a_new_round_starts_with_an_empty_bank_three_safe_rolls_and_everybody_in() -> None:
    after = GAME.deal(position([*SAFE, (1, 2)]), (1, 6)).state
    again = GAME.deal(after, (3, 4)).state
    assert again.public.bank == 70
    assert asked(again) == [0, 1, 2]


@pytest.mark.parametrize("rounds", [1, 10, 15, 20, 100])
def test_as_many_rounds_are_played_as_asked(rounds: int) -> None:
    played = playout(GAME, 2, {"rounds": rounds}, Seeded(5), at_random(5))
    numbers = [event["round"] for event in of_kind(played, "round")]
    assert numbers == list(range(1, rounds + 1))


def test_twenty_rounds_where_nothing_is_said() -> None:
    assert GAME.options["rounds"].default_for(4) == 20


def test_the_highest_total_wins_and_equal_totals_tie() -> None:
    plan = {0: {1: 1}, 1: {1: 2}, 2: {1: 2}, 3: {1: 1}}
    end = play(4, 1, [(3, 4), (1, 1)], plan).record[-1]
    assert end == {
        "event": "end",
        "ranks": [3, 1, 1, 3],
        "scores": [70, 72, 72, 70],
        "tiebreaks": [0, 0, 0, 0],
    }


def test_a_seat_that_failed_banks() -> None:
    assert GAME.fallback(position([(1, 2)]), 1) == BANK


def test_a_table_of_failed_seats_banks_every_first_roll() -> None:
    played = playout(GAME, 3, {"rounds": 5}, Seeded(9), falling_back(GAME))
    assert len(of_kind(played, "roll")) == 5
    assert len(set(played.over.scores)) == 1


def test_the_game_ends_though_nobody_ever_banks() -> None:
    played = playout(GAME, 20, {"rounds": 20}, Seeded(3), lambda state, seat, legal: STAY)
    assert played.over == Over((0,) * 20, (0,) * 20)
    assert [event["reason"] for event in of_kind(played, "round_end")] == ["seven"] * 20


def test_what_is_banked_is_secured_in_the_middle_of_a_round() -> None:
    state = call(position([(3, 4)]), 1).state
    assert GAME.secured(state) == Over((0, 70, 0), (0, 0, 0))


def test_totals_stay_whole_numbers_however_large() -> None:
    state = position([*SAFE, *[(6, 6)] * 200])
    assert call(state, 0).state.public.totals[0] == 12 * 2**200


def test_observation() -> None:
    state = call(position([*SAFE[:2]]), 2).state
    view = {
        "round": 1,
        "roll": 2,
        "bank": 7,
        "scores": [0, 0, 7],
        "in": [True, True, False],
        "roller": 1,
    }
    for seat in (0, 1, 2, None):
        assert GAME.observe(state.public, seat, None) == view


def test_events_in_the_order_of_the_protocol() -> None:
    played = play(2, 2, [(3, 4), (2, 2), *SAFE, (5, 2)], {0: {1: 2}, 1: {1: 2, 2: 3}})
    calls = [
        {"event": "action", "player": 0, "action": STAY},
        {"event": "action", "player": 1, "action": STAY},
    ]
    assert played.record == [
        {"event": "round", "round": 1},
        {"event": "roll", "player": 0, "dice": (3, 4), "roll": 1, "bank": 70},
        *calls,
        {"event": "roll", "player": 1, "dice": (2, 2), "roll": 2, "bank": 74},
        {"event": "action", "player": 0, "action": BANK},
        {"event": "action", "player": 1, "action": BANK},
        {"event": "banked", "player": 0, "points": 74, "total": 74},
        {"event": "banked", "player": 1, "points": 74, "total": 74},
        {"event": "round_end", "reason": "all_banked"},
        {"event": "round", "round": 2},
        {"event": "roll", "player": 0, "dice": (1, 2), "roll": 1, "bank": 3},
        *calls,
        {"event": "roll", "player": 1, "dice": (1, 3), "roll": 2, "bank": 7},
        *calls,
        {"event": "roll", "player": 0, "dice": (1, 4), "roll": 3, "bank": 12},
        {"event": "action", "player": 0, "action": STAY},
        {"event": "action", "player": 1, "action": BANK},
        {"event": "banked", "player": 1, "points": 12, "total": 86},
        {"event": "action", "player": 0, "action": STAY},
        {"event": "roll", "player": 0, "dice": (5, 2), "roll": 4, "bank": 0},
        {"event": "round_end", "reason": "seven"},
        {"event": "end", "ranks": [2, 1], "scores": [74, 86], "tiebreaks": [0, 0]},
    ]


def rolls_by_number(played: Played) -> dict[tuple[int, int], Dice]:
    """The dice by round and number of the roll."""
    dice, current = {}, 0
    for event in played.record:
        current = event.get("round", current)
        if event["event"] == "roll":
            dice[current, event["roll"]] = event["dice"]
    return dice


@given(seed=st.integers(0, 2**128), seats=st.sampled_from(GAME.seats))
def test_the_kth_roll_of_a_round_depends_on_the_seed_alone(seed: int, seats: int) -> None:
    late = playout(GAME, seats, {"rounds": 4}, Seeded(seed), lambda state, seat, legal: STAY)
    early = playout(GAME, 2, {"rounds": 6}, Seeded(seed), leaning(seed))
    one, other = rolls_by_number(late), rolls_by_number(early)
    assert all(one[at] == other[at] for at in one.keys() & other.keys())
    assert (4, 1) in one.keys() & other.keys()


@given(seed=st.integers(0, 2**32), seats=st.sampled_from(GAME.seats))
def test_the_events_alone_tell_the_scores(seed: int, seats: int) -> None:
    """A second reading of the rules, from the record: what was banked, when, and by whom."""
    played = playout(GAME, seats, {"rounds": 5}, Seeded(seed), leaning(seed))
    totals, out, bank = [0] * seats, set[Seat](), 0
    for event in played.record:
        match event:
            case {"event": "round"}:
                out, bank = set(), 0
            case {"event": "roll", "dice": (a, b), "roll": roll, "player": player}:
                assert player not in out
                seven, double = a + b == 7, a == b
                if roll > 3:
                    bank = 0 if seven else bank + (bank if double else a + b)
                else:
                    bank += 70 if seven else a + b
                assert event["bank"] == bank
            case {"event": "banked", "player": player, "points": points, "total": total}:
                assert player not in out
                out.add(player)
                totals[player] += points
                assert (points, total) == (bank, totals[player])
    assert tuple(totals) == played.over.scores
