"""Bank or Bust with money cards: what the rulebook leaves open, and its odd corners."""

import pytest

from arena.chance import Scripted
from arena.games.bank_or_bust_money import GAME
from arena.games.bank_or_bust_money.cards import value
from arena.games.core import Decide, Over, fill_options
from arena.results import Answer
from arena.table import Table
from tests.games.bank_or_bust_money import PAIR_OF_ONES, TOP_HAND, TOP_HITS, Play, cards, survives


def test_ruling_deck() -> None:
    assert len(Play(copies=4).state.hidden) == 24
    assert len(Play(copies=40, wild=True).state.hidden) == 244
    assert Play(copies=5).state.hidden.count(100) == 5


def test_ruling_two_dollar_multiply_follows_the_example() -> None:
    assert value(cards("100 50 2"), "multiply") == 300
    play = Play(wild=True).round(*TOP_HAND, TOP_HITS)
    assert play.all("show")[0]["value"] == 1344


def test_ruling_two_dollar_add_and_multiply_follows_the_top_score() -> None:
    assert value(cards("100 50 2"), "add_and_multiply") == 304


def test_jokers_alone_are_worth_nothing_to_double() -> None:
    assert value(cards("2 2"), "multiply") == 0
    assert value(cards("2 2"), "add_and_multiply") == 16
    assert value(cards("pyramid eagle"), "add_and_multiply") == 0


def test_ruling_the_first_dealer_is_the_last_seat_and_the_deal_moves_clockwise() -> None:
    play = Play(deal="100 50 20 10 5 1").place("50 20 1")
    assert play.record[1] == {"event": "round", "round": 1, "dealer": 2}
    assert play.public.turn == 0
    play.stick(3)
    assert play.event("round") == {"event": "round", "round": 2, "dealer": 0}
    play.deal("100 50 20 10 5 1")
    assert [event["player"] for event in play.all("deal")] == [1, 2, 0]
    assert play.place("1 100 20").public.turn == 1


@pytest.mark.parametrize("pair", ["2 2", "pyramid eagle"])
def test_ruling_jokers_are_no_pair_at_the_deal(pair: str) -> None:
    play = Play(wild=True, deal=f"{pair} | 20 10 | 5 1")
    assert play.all("pair") == []
    assert play.public.phase == "place"


def test_two_two_dollars_leave_one_way_of_placing() -> None:
    play = Play(wild=True, deal="2 2 | 20 10 | 5 1")
    assert play.legal[0] == ("down:2",)
    play.place("2 20 1")
    assert play.state.own[0] == (2,)
    assert play.public.hands[0].up == (2,)


def test_ruling_two_dollars_match_nothing_later() -> None:
    assert survives("100 2 2")
    assert survives("2 2 100")
    assert survives("2 2 pyramid 100 50 100")


def test_ruling_never_three_of_a_kind_whatever_the_jokers() -> None:
    assert not survives("100 50 pyramid eagle 100 100")


def test_ruling_a_joker_after_the_double_comes_too_late() -> None:
    play = Play(wild=True, deal="100 50 | 20 10 | 5 1").place("50 20 1").hit("100")
    assert play.event("bust")["hand"] == [50, 100, 100]
    assert not survives("100 50 pyramid 100 50 eagle")


def test_a_joker_face_down_saves_a_double() -> None:
    play = Play(wild=True, deal="100 pyramid | 20 10 | 5 1").place("pyramid 20 1").hit("100")
    assert play.all("bust") == []


def test_a_pair_of_the_deal_needs_no_joker_later() -> None:
    """The pair that was replaced is no pair of the hand: the Pyramid is still there to be used."""
    play = Play(wild=True, deal="100 100 | 20 10 | 5 1 | pyramid").place("100 20 1").hit("100")
    assert play.all("bust") == []
    assert play.stick(2).hit("100").event("bust")["hand"] == [100, "pyramid", 100, 100]


def test_ruling_a_round_without_a_card_that_differs_from_the_pair_is_called_off() -> None:
    play = Play().set_up(deck="1 1 1 5 10 20", dead="1").deal(PAIR_OF_ONES)
    assert play.events[-2:] == [
        {"event": "pair", "player": 0, "card": 1},
        {"event": "round_end", "winners": [], "wallets": [0, 0, 0]},
    ]
    assert play.node == Over((0, 0, 0), (0, 0, 0))
    assert play.dead == (1, 1, 1, 1, 5, 10, 20)
    assert play.state.own == ((), (), ())


def test_ruling_the_round_is_called_off_with_equal_cards_left_in_the_dealing_pile() -> None:
    play = Play().set_up(deck="1 1 1 1 1 5 10 20").deal(PAIR_OF_ONES)
    assert play.kinds()[-2:] == ["pair", "round_end"]
    assert play.node == Over((0, 0, 0), (0, 0, 0))


def test_a_card_that_differs_in_the_dead_pile_is_enough_to_deal_on() -> None:
    play = Play().set_up(deck="1 1 1 5 10 20", dead="50 1").deal(PAIR_OF_ONES)
    assert play.kinds()[-2:] == ["pair", "shuffle"]
    assert play.event("shuffle")["cards"] == 3
    assert play.deal("1 1").kinds() == ["redeal", "pair", "redeal", "pair"]
    assert play.deal("50").kinds() == ["redeal"]
    assert play.dead == (1, 1)
    assert play.state.own[0] == (1, 50)


def test_the_card_laid_down_for_an_earlier_pair_is_enough_to_deal_on() -> None:
    play = Play().set_up(deck="1 1 5 5 10 20 50").deal("1 1 | 5 5 | 10 20 | 50")
    assert play.kinds()[-3:] == ["redeal", "pair", "shuffle"]
    assert play.deal("1").state.own[1] == (5, 1)


def test_a_joker_is_a_card_that_differs() -> None:
    play = Play(wild=True).set_up(deck="1 1 1 5 10 20 2").deal(PAIR_OF_ONES)
    assert play.deal("2").state.own[0] == (1, 2)


def test_a_round_called_off_after_real_play() -> None:
    """Three rounds leave 10, 5 and four 1 outside the wallets, of which two in the dealing pile."""
    play = Play(copies=4)
    play.round("100 50 | 100 50 | 100 50", "50 50 50", "20 20 20 - - -")
    play.round("10 5 | 10 5 | 10 5", "5 5 5", "- - -")
    play.round("100 50 | 10 1 | 5 1", "10 5 50", "20 - - -")
    assert play.cash == [185, 185, 355]
    play.deal("1 1 | 10 1 | 5 1")
    assert play.kinds() == ["deal", "shuffle", "deal", "deal", "pair", "round_end"]
    assert play.node == Over((185, 185, 355), (0, 0, 0))


def test_the_dealing_pile_may_run_out_in_the_middle_of_a_hand() -> None:
    play = Play().set_up(deck="100 50 20", dead="10 5 1 1").deal("100 50 20")
    assert play.kinds() == ["deal", "shuffle"]
    assert play.deal("10 | 5 1").events[0]["cards"] == [20, 10]
    assert play.public.phase == "place"


def test_the_dealing_pile_may_run_out_between_two_hands() -> None:
    play = Play().set_up(deck="100 50", dead="10 5 1 1").deal("100 50")
    assert play.kinds() == ["deal", "shuffle"]
    assert play.public.turn == 1


def test_a_shuffle_stands_directly_before_the_event_that_needed_the_card() -> None:
    """So not before the `round` event, when a round begins with an empty dealing pile."""
    play = Play(deal="100 50 | 20 10 | 5 1").set_up(dead="1 1 1 1").place("50 20 1").stick(3)
    assert play.kinds()[-3:] == ["round_end", "round", "shuffle"]


def test_ruling_the_players_place_at_the_same_time_and_in_secret() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1")
    assert isinstance(play.node, Decide)
    assert play.node.secret
    assert play.legal == {
        0: ("down:100", "down:50"),
        1: ("down:20", "down:10"),
        2: ("down:5", "down:1"),
    }


def test_turns_are_public() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    assert isinstance(play.node, Decide)
    assert not play.node.secret


def test_ruling_without_a_card_in_both_piles_nobody_can_hit() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").set_up().place("50 20 1")
    assert play.legal == {0: ("stick",)}
    assert play.set_up(dead="1").legal == {0: ("hit", "stick")}
    assert play.set_up(deck="1").legal == {0: ("hit", "stick")}


def test_nobody_can_hit_when_all_cards_are_in_hands() -> None:
    """Eight players with three different cards each hold a whole deck of 24."""
    deal = "100 50 | 100 50 | 100 50 | 100 50 | 20 10 | 20 10 | 20 10 | 20 10"
    play = Play(8, deal, copies=4).place("50 50 50 50 10 10 10 10")
    for card in cards("5 5 5 5 1 1 1 1"):
        play.hit(str(card))
    assert play.legal == {0: ("stick",)}
    assert play.stick(8).event("round_end")["winners"] == [0, 1, 2, 3]


def test_ruling_a_round_without_two_cards_for_everyone_ends_the_game() -> None:
    play = Play(deal="100 50 | 100 50 | 5 1").set_up(dead="1 1 1").place("50 50 1").stick(3)
    assert play.kinds()[-1] == "round_end"
    assert play.node == Over((150, 150, 0), (0, 0, 0))


def test_two_cards_for_everyone_are_enough() -> None:
    play = Play(deal="100 50 | 100 50 | 5 1").set_up(dead="1 1", deck="1 1").place("50 50 1")
    assert play.stick(3).kinds()[-1] == "round"


def test_equal_amounts_tie() -> None:
    table = Table(GAME, 3, fill_options(GAME, 3, {"laps": 1}), Scripted(cards(TIED_GAME)))
    while table.result is None:
        table.submit({seat: Answer([*legal][-1]) for seat, legal in table.asks.items()})
    assert table.result.scores == (300, 300, 15)
    assert table.result.ranks == (1, 1, 3)


TIED_GAME = "100 50 | 100 50 | 5 1 || 100 50 | 10 5 | 100 50 || 10 5 | 5 1 | 5 1"
