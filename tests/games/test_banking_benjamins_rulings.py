"""Banking Benjamins: what the rulebook leaves open, ruling by ruling."""

import pytest

from arena.games.banking_benjamins import GAME
from arena.games.core import Over
from tests.games.banking_benjamins import NOTHING, Play, big_ben, grant_slam

# The deck


@pytest.mark.parametrize(("copies", "wild", "size"), [(8, False, 50), (8, True, 52), (4, True, 28)])
def test_copies_of_each_denomination_and_two_two_dollar_cards(
    copies: int, wild: bool, size: int
) -> None:
    deck = GAME.start(2, {"copies": copies, "wild": wild}).state.hidden
    assert len(deck) == size
    assert deck.count(20) == copies
    assert deck.count(2) == 2


def test_the_smallest_deck_is_never_dealt_out() -> None:
    start = GAME.start(GAME.seats[-1], {"copies": GAME.options["copies"].low, "wild": False})
    assert start.state.public.deck > 5 * GAME.seats[-1]


# Building


def test_a_two_dollar_card_may_be_built_with() -> None:
    play = Play("50 20 20 5 2").set_up(row="2 1").act("build:h50+h20+h20+h5+h2+r2+r1", "1 1 1 1 1")
    assert play.pile(1).kind == "mixed"
    assert play.row == []


@pytest.mark.parametrize(
    ("build", "kind"),
    [
        ("hpyramid=100", "big_ben"),
        ("h50+hpyramid=50", "grant_slam"),
        ("hpyramid=50+heagle=50", "grant_slam"),
        ("h50+hpyramid=20+r20+h10", "mixed"),
    ],
)
def test_the_names_of_wilds_decide_the_kind(build: str, kind: str) -> None:
    play = Play("pyramid eagle 50 10 1", wild=True).set_up(row="20").act(f"build:{build}")
    assert play.pile(1).kind == kind
    assert play.pile(1).locked == (kind == "mixed")


# One lock rule


def test_the_owners_card_and_a_theft_lock() -> None:
    play = Play("100 1 20 20 20", "1 1 5 5 10", NOTHING).moves("build:h100", "add:1:h1")
    play.act("discard:20", "50 50 50").moves("steal:1:h1", "allow")
    assert play.owns(1) == [1]
    assert play.pile(1).locked
    assert play.pile(1).attached == ("h1", "h1")


def test_after_a_theft_the_thief_locks_with_one_card() -> None:
    play = grant_slam().moves("steal:1:h5", "allow", "add:1:h5")
    assert play.pile(1).locked


def test_after_a_theft_the_next_owner_locks_later_with_one_card() -> None:
    play = big_ben().moves("steal:1:h1", "allow").act("discard:10", "20 20")
    play.act("discard:20", "10").act("discard:20", "20")
    assert play.asked == 1
    play.act("add:1:h1")
    assert play.pile(1).locked


def test_a_block_of_a_second_theft_locks_with_three_cards() -> None:
    play = big_ben().moves("steal:1:h1", "allow").act("discard:10", "20 20")
    play.set_up(hands={1: "2 5"}).act("steal:1:h1").act("block")
    assert play.owns(1) == [1]
    assert play.pile(1).attached == ("h1", "h1", "h2")
    assert GAME.secured(play.state).tiebreaks == (0, 4, 0)
    assert play.kinds().count("locked") == 1


# The answer to a steal


def test_without_a_two_dollar_card_the_owner_is_asked_all_the_same() -> None:
    play = big_ben().act("steal:1:h1")
    assert 2 not in play.hand(0)
    assert play.asked == 0
    assert play.listed == ["allow"]
    assert play.kinds() == []


def test_with_one_it_may_block_or_allow() -> None:
    play = Play("100 2 2 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.act("steal:1:h1")
    assert play.listed == ["block", "allow"]
    play.act("allow")
    assert play.owns(1) == [1]
    assert play.hand(0) == [50, 50, 10, 2, 2]


def test_while_asked_the_card_lies_on_the_table() -> None:
    play = big_ben().act("steal:1:h1")
    assert play.hand(1) == [10, 5, 5, 1]
    for seat in (0, 1, 2, None):
        seen = play.sees(seat)
        assert seen["phase"] == "block"
        assert seen["active"] == 1
        assert seen["steal"] == {"benjamin": 1, "attacker": 1, "card": "h1"}
        assert seen["hands"] == (5, 4, 5)
        assert seen["banks"][0][0]["attached"] == ()


def test_who_has_blocked_draws_at_the_end_of_its_own_turn() -> None:
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.act("steal:1:h1").act("block")
    assert play.hand(0) == [50, 50, 20, 10]
    play.act("discard:10", "20 20")
    assert play.public.hands == (4, 5)
    play.act("discard:10", "5 5")
    assert play.public.hands == (5, 5)


def test_a_block_with_the_last_card_brings_no_more_money() -> None:
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.set_up(hands={0: "2"}).act("steal:1:h1").act("block")
    assert play.kinds() == ["blocked", "locked", "hand", "hand"]
    assert play.public.hands == (0, 4)
    assert play.public.deck > 0


# More Money


def test_more_money_waits_for_the_answer_to_a_steal() -> None:
    play = big_ben().set_up(hand="1").act("steal:1:h1")
    assert play.kinds() == []
    play.act("allow", "5 5 5 1 1")
    assert play.kinds() == ["stolen", "hand", "more_money", "drew", "hand"]
    assert play.asked == 1


def test_more_money_comes_after_a_blocked_steal_too() -> None:
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.set_up(hand="1").act("steal:1:h1").act("block", "5 5 5 1 1")
    assert play.kinds() == ["blocked", "locked", "hand", "hand", "more_money", "drew", "hand"]
    assert play.asked == 1


def test_more_money_draws_what_is_left() -> None:
    play = Play("100 5 5 5 5").set_up(hand="100", deck="20 20").act("build:h100", "20 20")
    assert play.event("drew") == {"event": "drew", "player": 0, "count": 2}
    assert play.kinds() == ["built", "hand", "more_money", "drew", "cash_out", "hand"]


def test_with_nothing_left_there_is_no_more_money() -> None:
    play = Play("100 5 5 5 5").set_up(hand="100", deck="20").act("build:h100", "20")
    play.set_up(hand="50 50").act("build:h50+h50")
    assert play.kinds() == ["built", "hand"]


def emptied(row: str) -> Play:
    """Seat 0 has an empty hand, the deck is empty, and Big Ben 1 of seat 1 is exposed."""
    play = Play(NOTHING, "100 1 5 5 10").set_up(deck="20").act("discard:5", "20")
    play.act("build:h100").act("discard:10")
    return play.set_up(hand="50 50", row=row).act("build:h50+h50")


def test_with_empty_hand_and_deck_end_takes_the_place_of_discard() -> None:
    assert emptied(row="").listed == ["end"]


def test_with_empty_hand_and_deck_cards_of_the_row_may_still_be_played() -> None:
    play = emptied(row="100 1 5")
    assert play.listed == ["end", "steal:1:r1", "add:2:r5", "build:r100"]
    play.moves("build:r100", "add:2:r5", "steal:1:r1", "allow")
    assert play.asked == 0
    assert play.listed == ["end"]


def test_end_ends_the_turn() -> None:
    play = emptied(row="").act("end")
    assert isinstance(play.node, Over)
    assert play.kinds() == ["hand"]
    assert play.event("hand")["cards"] == []


def test_end_is_legal_with_an_empty_hand_only() -> None:
    play = Play().set_up(deck="1").act("discard:5", "1")
    assert play.public.deck == 0
    assert not play.can("end")
    assert not Play().can("end")


def test_who_begins_its_turn_with_an_empty_hand_and_deck_may_end_it() -> None:
    play = Play(NOTHING, NOTHING, NOTHING).set_up(deck="20", hands={1: ""})
    play.act("discard:5", "20")
    assert play.asked == 1
    assert play.listed == ["end"]
    play.act("end")
    assert play.asked == 2


# Final turns


def test_final_turns_left_counts_those_not_yet_begun() -> None:
    play = Play("100 50 20 20 5", NOTHING, NOTHING)
    assert play.sees(0)["final_turns_left"] is None
    play.set_up(hand="100", deck="20 20").act("build:h100", "20 20")
    left = [play.sees(0)["final_turns_left"]]
    while not isinstance(play.node, Over):
        play.act(play.listed[0])
        left.append(play.sees(0)["final_turns_left"])
    assert left == [3, 2, 1, 0, 0]


def test_when_the_last_card_ends_a_turn_the_next_one_is_the_first_final_turn() -> None:
    play = Play(NOTHING, NOTHING, NOTHING).set_up(deck="1").act("discard:5", "1")
    assert play.sees(0)["final_turns_left"] == 2
    assert play.asked == 1


def test_a_draw_that_the_deck_cannot_fill_takes_what_is_left() -> None:
    play = Play("100 50 50 20 5").moves("build:h100", "build:h50+h50").set_up(deck="1")
    play.act("discard:5", "1")
    assert play.event("drew")["count"] == 1
    assert play.hand(0) == [20, 1]


def test_a_final_turn_ends_with_a_discard_and_draws_nothing() -> None:
    play = Play(NOTHING, NOTHING, NOTHING).set_up(deck="1").act("discard:5", "1")
    play.act("discard:100")
    assert play.kinds() == ["hand", "turn"]
    assert play.public.hands == (5, 4, 5)


def test_final_turns_of_two_players() -> None:
    play = Play().set_up(deck="1").act("discard:5", "1")
    turns = []
    while not isinstance(play.node, Over):
        turns.append((play.asked, play.public.turn))
        play.act(play.listed[0])
    assert turns == [(1, 2), (0, 3)]


# The tie-break


def test_an_attached_wild_counts_as_what_it_was_named() -> None:
    play = big_ben(wild=True).set_up(hand="pyramid 20").moves("steal:1:hpyramid=1", "allow")
    assert GAME.secured(play.state) == Over((0, 1, 0), (0, 1, 0))
    play = Play("100 eagle 20 20 10", "1 1 5 5 10", wild=True).act("build:h100")
    play.act("discard:20", "50 50").moves("steal:1:h1", "block:eagle")
    assert GAME.secured(play.state) == Over((1, 0), (3, 0))


def test_cards_built_with_do_not_break_ties() -> None:
    play = Play("50 20 20 5 5").set_up(row="5 5").act("build:h50+h20+h20+h5+h5", "1 1 1 1 1")
    assert GAME.secured(play.state).tiebreaks == (0, 0)


# The fallback


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("100 1 2 5 pyramid", "discard:1"),
        ("2 5 100 20 10", "discard:2"),
        ("100 pyramid eagle", "discard:100"),
        ("eagle pyramid", "discard:pyramid"),
        ("eagle", "discard:eagle"),
    ],
)
def test_the_fallback_discards_the_lowest_card(hand: str, action: str) -> None:
    play = Play(wild=True).set_up(hand=hand)
    assert GAME.fallback(play.state, 0) == action


def test_the_fallback_ends_a_turn_without_cards() -> None:
    assert GAME.fallback(emptied(row="100").state, 0) == "end"


def test_the_fallback_blocks_with_a_two_dollar_card_only() -> None:
    play = Play("100 2 pyramid 20 10", "1 1 5 5 10", wild=True).act("build:h100")
    play.act("discard:20", "50 50").act("steal:1:h1")
    assert GAME.fallback(play.state, 0) == "block"
    play = Play("100 5 pyramid 20 10", "1 1 5 5 10", wild=True).act("build:h100")
    play.act("discard:20", "50 50").act("steal:1:h1")
    assert GAME.fallback(play.state, 0) == "allow"


def test_what_is_secured_are_the_benjamins_in_the_bank() -> None:
    play = big_ben().act("steal:1:h1")
    assert GAME.secured(play.state) == Over((1, 0, 0), (0, 0, 0))
