"""Banking Benjamins: the rulebook, rule by rule."""

import pytest

from arena.chance import Seeded
from arena.games.banking_benjamins import GAME
from arena.games.core import Chance
from arena.testing.playout import at_random, playout
from tests.games.banking_benjamins import NOTHING, Play, big_ben, cards, grant_slam

WILD = {"wild": True, "copies": 8}


def test_two_to_four_players() -> None:
    assert list(GAME.seats) == [2, 3, 4]


# Set up


def test_five_cards_each_the_rest_is_the_deck() -> None:
    play = Play("100 50 20 10 5", "1 1 2 2 100", "5 5 5 5 5")
    assert [play.hand(seat) for seat in range(3)] == [
        [100, 50, 20, 10, 5],
        [100, 2, 2, 1, 1],
        [5, 5, 5, 5, 5],
    ]
    assert play.record[0] == {"event": "shuffle", "cards": 50}
    assert play.public.deck == len(play.state.hidden) == 35


def test_both_two_dollar_cards_are_in_the_deck() -> None:
    deck = GAME.start(2, {"wild": False, "copies": 8}).state.hidden
    assert deck.count(2) == 2
    assert [deck.count(card) for card in (100, 50, 20, 10, 5, 1)] == [8] * 6


def test_a_bank_begins_empty() -> None:
    assert Play().public.banks == ((), ())


# The turn


def test_any_number_of_moves_with_cards_from_hand_and_row() -> None:
    play = Play("100 50 50 5 1").set_up(row="50 20 20 10 100")
    play.moves("build:h100", "build:h50+r50", "build:r100", "add:1:h1", "add:2:h5")
    assert play.asked == 0
    assert play.hand(0) == [50]
    assert play.row == [20, 20, 10]
    assert play.owns(0) == [1, 2, 3]


def test_no_move_need_be_made() -> None:
    play = Play("100 50 50 5 1").act("discard:5", "10")
    assert play.public.banks == ((), ())
    assert play.asked == 1


def test_cards_of_the_row_alone_may_build() -> None:
    play = Play().set_up(row="50 20 20 10").act("build:r50+r20+r20+r10")
    assert play.row == []
    assert play.hand(0) == cards(NOTHING)
    assert play.pile(1).kind == "mixed"


def test_cards_of_the_row_cannot_be_taken_into_the_hand() -> None:
    play = Play("100 50 50 5 1").set_up(row="100 50 20 20 10 5 2 1").act("build:h100")
    assert play.verbs() == {"discard", "add", "build"}
    assert not play.can("discard:10")


def test_a_discard_lies_face_up_in_the_row() -> None:
    play = Play("100 50 20 10 5").act("discard:20", "1")
    assert play.row == [20]
    assert [play.sees(seat)["row"] for seat in (0, 1, None)] == [[20]] * 3


def test_the_row_keeps_all_discards() -> None:
    play = Play("100 50 20 10 5", "10 10 10 10 10")
    play.act("discard:5", "1").act("discard:10", "1").act("discard:20", "1")
    assert play.row == [20, 10, 5]


def test_one_discard_ends_the_turn_then_five_cards_are_drawn() -> None:
    play = Play("100 50 20 10 5").act("build:h100").act("discard:5", "1 2")
    assert play.hand(0) == [50, 20, 10, 2, 1]
    assert play.kinds() == ["drew", "hand", "turn"]
    assert play.event("drew") == {"event": "drew", "player": 0, "count": 2}
    assert play.event("turn") == {"event": "turn", "player": 1, "turn": 2}


def test_turns_go_clockwise_from_seat_0() -> None:
    play = Play(NOTHING, NOTHING, NOTHING)
    seats = []
    for _ in range(7):
        seats.append(play.asked)
        play.pass_turn()
    assert seats == [0, 1, 2, 0, 1, 2, 0]


# Building


def test_cards_must_come_to_exactly_100() -> None:
    play = Play("50 50 20 20 10").set_up(row="10 5 2")
    assert play.can("build:h50+h20+h20+h10")
    assert play.can("build:h50+h20+h20+r10")
    assert not play.can("build:h50+h20+h20")
    assert not play.can("build:h50+h20+h20+h10+r10")
    assert not play.can("build:h50+h50+r2")


def test_one_100_is_a_big_ben() -> None:
    play = Play("100 50 50 5 1").act("build:h100")
    assert play.event("built") == {
        "event": "built",
        "player": 0,
        "benjamin": 1,
        "kind": "big_ben",
        "cards": ["h100"],
    }
    assert not play.pile(1).locked


def test_two_50s_are_a_grant_slam() -> None:
    play = Play("100 50 50 5 1").set_up(row="50 50").act("build:h50+r50").act("build:r50+h50")
    assert [play.pile(n).kind for n in (1, 2)] == ["grant_slam"] * 2
    assert [play.pile(n).locked for n in (1, 2)] == [False] * 2


def test_anything_else_is_mixed_and_locked_at_once() -> None:
    play = Play("50 20 20 10 1").act("build:h50+h20+h20+h10")
    assert play.event("built")["kind"] == "mixed"
    assert play.pile(1).locked
    assert "locked" not in play.kinds()


def test_benjamins_are_piles_of_their_own_numbered_as_they_are_built() -> None:
    play = Play("100 50 50 5 1", "100 1 5 10 20").moves("build:h100", "build:h50+h50")
    play.act("discard:5", "10 10 10 10").act("build:h100")
    assert [play.owns(seat) for seat in range(2)] == [[1, 2], [3]]
    assert play.pile(2).cards == ("h50", "h50")


# Stealing


def test_a_1_steals_a_big_ben() -> None:
    play = big_ben().act("steal:1:h1").act("allow")
    assert play.owns(0) == []
    assert play.owns(1) == [1]
    assert play.pile(1).attached == ("h1",)
    assert play.hand(1) == [10, 5, 5, 1]
    assert play.event("stolen") == {
        "event": "stolen",
        "player": 1,
        "benjamin": 1,
        "from": 0,
        "card": "h1",
    }


def test_a_5_steals_a_grant_slam() -> None:
    play = grant_slam().act("steal:1:h5").act("allow")
    assert play.owns(1) == [1]
    assert play.pile(1).attached == ("h5",)


def test_no_other_card_steals() -> None:
    assert not big_ben().can("steal:1:h5")
    assert not grant_slam().can("steal:1:h1")


def test_a_card_of_the_row_steals_and_locks_too() -> None:
    play = big_ben().set_up(row="1 1").act("steal:1:r1").act("allow").act("add:1:r1")
    assert play.row == []
    assert len(play.hand(1)) == 5
    assert play.pile(1).attached == ("r1", "r1")
    assert play.pile(1).locked


def test_a_stolen_benjamin_stays_exposed_and_can_be_stolen_again() -> None:
    play = big_ben().act("steal:1:h1").act("allow").act("discard:10", "20 20")
    assert not play.pile(1).locked
    play.act("steal:1:h1").act("allow")
    assert play.owns(2) == [1]


def test_after_the_second_steal_it_is_locked() -> None:
    play = big_ben().act("steal:1:h1").act("allow").act("discard:10", "20 20")
    play.act("steal:1:h1").act("allow")
    assert play.pile(1).locked
    assert play.kinds() == ["stolen", "locked", "hand"]
    assert play.event("locked") == {"event": "locked", "benjamin": 1}
    play.act("discard:20", "1 1").set_up(hand="1 5 10")
    assert not play.can("steal:1:h1")


def test_the_thief_may_lock_at_once_with_another_matching_card() -> None:
    play = big_ben().moves("steal:1:h1", "allow", "add:1:h1")
    assert play.pile(1).locked
    assert play.event("added") == {"event": "added", "player": 1, "benjamin": 1, "card": "h1"}
    assert play.kinds() == ["added", "locked", "hand"]


def test_mixed_benjamins_cannot_be_stolen() -> None:
    play = Play("50 20 20 10 1", "1 5 1 5 10").act("build:h50+h20+h20+h10")
    play.act("discard:1", "10 10 10 10 10")
    assert not play.can("steal:1:h1")
    assert not play.can("steal:1:h5")


def test_nobody_steals_from_its_own_bank() -> None:
    play = Play("100 1 1 20 20").act("build:h100")
    assert not play.can("steal:1:h1")


# Locking


def test_two_1s_lock_a_big_ben() -> None:
    play = Play("100 1 1 5 5").moves("build:h100", "add:1:h1")
    assert not play.pile(1).locked
    assert "locked" not in play.kinds()
    play.act("add:1:h1")
    assert play.pile(1).locked
    assert not play.can("add:1:h5")


def test_two_5s_lock_a_grant_slam() -> None:
    play = Play("50 50 1 5 5").act("build:h50+h50")
    assert not play.can("add:1:h1")
    play.moves("add:1:h5", "add:1:h5")
    assert play.pile(1).locked


def test_a_locked_benjamin_takes_no_more_cards() -> None:
    play = Play("100 1 1 1 5").moves("build:h100", "add:1:h1", "add:1:h1")
    assert not play.can("add:1:h1")
    play = Play("50 20 20 10 1").set_up(row="5").act("build:h50+h20+h20+h10")
    assert not play.can("add:1:h1")
    assert not play.can("add:1:r5")


def test_nobody_adds_to_another_bank() -> None:
    assert not big_ben().can("add:1:h1")


# Blocking


def blocked() -> Play:
    """Seat 0 has blocked the steal of Big Ben 1 by seat 1."""
    play = Play("100 2 20 20 10", "1 1 5 5 10", NOTHING).act("build:h100")
    return play.act("discard:20", "50 50").act("steal:1:h1").act("block")


def test_a_two_dollar_card_from_the_hand_blocks() -> None:
    play = blocked()
    assert play.owns(0) == [1]
    assert play.event("blocked") == {
        "event": "blocked",
        "player": 0,
        "benjamin": 1,
        "attacker": 1,
        "card": "h2",
    }


def test_a_block_keeps_both_cards_with_the_benjamin_and_locks_it() -> None:
    play = blocked()
    assert play.pile(1).attached == ("h1", "h2")
    assert play.pile(1).locked
    assert play.kinds() == ["blocked", "locked", "hand", "hand"]
    assert [event["player"] for event in play.events[2:]] == [0, 1]
    assert not play.can("steal:1:h1")


def test_after_a_block_the_attackers_turn_goes_on() -> None:
    play = blocked()
    assert play.asked == 1
    assert play.hand(1) == [10, 5, 5, 1]


def test_a_two_dollar_card_of_the_row_does_not_block() -> None:
    play = big_ben().set_up(row="2").act("steal:1:h1")
    assert play.asked == 0
    assert play.listed == ["allow"]


# More Money


def test_playing_the_whole_hand_brings_five_new_cards_and_the_turn_goes_on() -> None:
    play = Play("50 20 10 10 10").act("build:h50+h20+h10+h10+h10", "1 1 2 5 5")
    assert play.asked == 0
    assert play.hand(0) == [5, 5, 2, 1, 1]
    assert play.kinds() == ["built", "hand", "more_money", "drew", "hand"]
    assert play.events[1] == {"event": "hand", "player": 0, "cards": [], "to": [0]}


def test_more_money_can_come_again_in_the_same_turn() -> None:
    play = Play("50 20 10 10 10").act("build:h50+h20+h10+h10+h10", "50 20 20 5 5")
    play.act("build:h50+h20+h20+h5+h5", "1 1 1 1 1")
    assert play.hand(0) == [1] * 5
    assert play.asked == 0


def test_discarding_the_last_card_is_no_more_money() -> None:
    play = Play("50 20 20 10 1").act("build:h50+h20+h20+h10").act("discard:1", "5 5 5 5 5")
    assert "more_money" not in play.kinds()
    assert play.asked == 1


def test_more_money_after_the_last_card_was_added() -> None:
    play = Play("100 1 5 5 5").act("build:h100").set_up(hand="1")
    play.act("add:1:h1", "10 10 10 10 10")
    assert play.kinds() == ["added", "hand", "more_money", "drew", "hand"]


# Cash Out


def last_cards(deck: str) -> Play:
    """Three seats, seat 0 to move, with so little left in the deck."""
    return Play(NOTHING, NOTHING, NOTHING).set_up(deck=deck)


def test_the_turn_in_which_the_last_card_is_drawn_is_finished() -> None:
    play = Play("50 20 20 5 5").set_up(deck="100 1 1")
    play.act("build:h50+h20+h20+h5+h5", "100 1 1")
    assert play.kinds() == ["built", "hand", "more_money", "drew", "cash_out", "hand"]
    assert play.event("cash_out") == {"event": "cash_out", "last": 0}
    play.act("build:h100")
    assert play.asked == 0


def test_then_everybody_has_one_final_turn_who_drew_it_included() -> None:
    play = last_cards("1").act("discard:5", "1")
    assert play.kinds() == ["drew", "cash_out", "hand", "turn"]
    seats = []
    for _ in range(3):
        seats.append(play.asked)
        play.act("discard:100")
    assert seats == [1, 2, 0]
    assert play.over.scores == (0, 0, 0)


def test_final_turns_are_turns_like_any_other() -> None:
    play = last_cards("1").act("discard:5", "1").act("build:h100").act("discard:50")
    assert play.kinds() == ["hand", "turn"]
    play.set_up(hand="1 5").act("steal:1:h1").act("allow")
    assert play.owns(2) == [1]


# Scoring


def test_exposed_and_locked_benjamins_both_count() -> None:
    play = last_cards("1").act("discard:5", "1")
    play.act("build:h100").act("discard:50")
    play.set_up(hand="50 20 20 10 100 1").moves("build:h50+h20+h20+h10", "build:h100", "discard:1")
    play.act("discard:100")
    assert play.over.scores == (0, 1, 2)


def test_a_tie_is_broken_by_the_cards_attached() -> None:
    play = Play("100 1 20 20 20", "100 1 1 5 5").set_up(deck="20 20 20")
    play.moves("build:h100", "add:1:h1").act("discard:20", "20 20 20")
    play.moves("build:h100", "add:2:h1", "add:2:h1", "discard:5", "discard:20")
    assert play.over.scores == (1, 1)
    assert play.over.tiebreaks == (1, 2)


def test_attached_1s_2s_and_5s_are_added_up() -> None:
    play = blocked()
    assert GAME.secured(play.state).tiebreaks == (3, 0, 0)
    play = grant_slam().act("steal:1:h5").act("allow")
    assert GAME.secured(play.state).tiebreaks == (0, 5, 0)


# Wild cards


def test_the_wilds_are_two_more_cards() -> None:
    assert len(GAME.start(2, WILD).state.hidden) == 52
    assert Play("pyramid eagle 1 1 1", wild=True).hand(0) == [1, 1, 1, "pyramid", "eagle"]


@pytest.mark.parametrize(
    ("value", "rest"),
    [
        (100, ""),
        (50, "+h50"),
        (20, "+h50+h20+r5+r5"),
        (10, "+h50+h20+h20"),
        (5, "+h50+h20+h20+r5"),
        (2, "+h50+h20+h20+r5+r2+r1"),
        (1, "+h50+h20+h20+r5+r2+r2"),
    ],
)
def test_a_wild_may_be_played_as_any_denomination(value: int, rest: str) -> None:
    play = Play("pyramid 50 20 20 1", wild=True).set_up(row="5 5 2 2 1 1")
    play.act(f"build:hpyramid={value}{rest}")
    assert f"hpyramid={value}" in play.pile(1).cards
    assert "pyramid" not in play.hand(0)


def test_a_wild_is_nothing_else_and_is_played_once() -> None:
    play = Play("pyramid 50 20 20 5", wild=True).set_up(row="5 5")
    assert not play.can("build:h50+h20+r5+hpyramid=25")
    assert not play.can("build:h50+hpyramid=20+hpyramid=20+h5+r5")
    assert not play.can("build:h50+h20+h20+hpyramid")
    assert not play.can("build:heagle=50+h50")


def test_a_wild_steals_and_locks() -> None:
    play = big_ben(wild=True).set_up(hand="pyramid eagle 20")
    assert not play.can("steal:1:hpyramid=5")
    play.moves("steal:1:hpyramid=1", "allow", "add:1:heagle=1")
    assert play.pile(1).attached == ("hpyramid=1", "heagle=1")
    assert play.pile(1).locked


def test_a_wild_blocks_as_a_two_dollar_card() -> None:
    play = Play("100 eagle pyramid 20 10", "1 1 5 5 10", wild=True).act("build:h100")
    play.act("discard:20", "50 50").act("steal:1:h1")
    assert play.listed == ["block:pyramid", "block:eagle", "allow"]
    play.act("block:pyramid")
    assert play.event("blocked")["card"] == "hpyramid=2"
    assert play.pile(1).attached == ("h1", "hpyramid=2")
    assert play.hand(0) == [50, 50, 10, "eagle"]


# Luck


def test_the_order_of_the_deck_depends_on_the_seed_alone() -> None:
    games = [
        playout(GAME, seats, WILD, Seeded(7), at_random(player))
        for seats, player in ((2, 1), (2, 2), (3, 3), (4, 4))
    ]
    first = games[0].outcomes
    assert sorted(map(str, first)) == sorted(map(str, GAME.start(2, WILD).state.hidden))
    assert all(game.outcomes == first for game in games)


def test_cards_are_drawn_one_by_one_and_seen_by_who_draws_them_only() -> None:
    node = GAME.node(GAME.start(2, {"wild": True, "copies": 4}).state)
    assert isinstance(node, Chance)
    assert node.visible_to == (0,)
    each = [card for card in (100, 50, 20, 10, 5) for _ in range(4)]
    assert node.outcomes == (*each, 2, 2, 1, 1, 1, 1, "pyramid", "eagle")
