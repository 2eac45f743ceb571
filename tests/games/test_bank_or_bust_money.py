"""Bank or Bust with money cards: the rulebook, and each of its worked examples."""

import pytest

from arena.chance import Seeded
from arena.games.bank_or_bust_money import GAME
from arena.games.bank_or_bust_money.cards import busts, in_order, value
from arena.games.core import Over
from arena.testing.playout import (
    falling_back,
    playout,
)
from tests.games.bank_or_bust_money import TOP_HAND, TOP_HITS, Play, cards, survives

# The rulebook's classic game


def test_three_to_eight_players() -> None:
    assert list(GAME.seats) == [3, 4, 5, 6, 7, 8]


def test_the_highest_classic_total_is_186() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 5", "20 - - 10 5 1 -")
    assert play.all("show")[0] == {
        "event": "show",
        "player": 0,
        "hand": [50, 100, 20, 10, 5, 1],
        "value": 186,
    }
    assert all(busts(cards("100 50 20 10 5 1"), card) for card in cards("100 50 20 10 5 1"))


def test_two_cards_each_two_at_a_time_from_the_dealers_left() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1")
    assert play.events[2:] == [
        {"event": "deal", "player": 0, "cards": [100, 50], "to": [0]},
        {"event": "deal", "player": 1, "cards": [20, 10], "to": [1]},
        {"event": "deal", "player": 2, "cards": [5, 1], "to": [2]},
    ]
    assert play.progress.dealer == 2


def test_one_card_lies_face_down_and_one_face_up() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    assert [hand.up for hand in play.public.hands] == [(100,), (10,), (5,)]
    assert play.state.own == ((50,), (20,), (1,))
    assert play.events == [
        {"event": "up", "player": 0, "card": 100},
        {"event": "up", "player": 1, "card": 10},
        {"event": "up", "player": 2, "card": 5},
    ]


def test_a_pair_is_shown_and_one_of_it_is_replaced() -> None:
    play = Play(deal="50 50 | 20 10 | 5 1 | 100")
    assert play.kinds()[-2:] == ["pair", "redeal"]
    assert play.event("pair") == {"event": "pair", "player": 0, "card": 50}
    assert play.event("redeal") == {"event": "redeal", "player": 0, "card": 100, "to": [0]}
    assert play.dead == (50,)
    assert play.legal[0] == ("down:50", "down:100")


def test_a_pair_again_is_replaced_again() -> None:
    play = Play(deal="50 50 | 20 10 | 5 1 | 50 50 100")
    assert play.kinds()[-6:] == ["pair", "redeal"] * 3
    assert play.dead == (50, 50, 50)
    assert play.state.own[0] == (50, 100)


def test_pairs_are_settled_from_the_dealers_left_each_to_its_end() -> None:
    play = Play(deal="5 1 | 20 20 | 50 50 | 20 10 | 50 5")
    shown = [(event["event"], event["player"]) for event in play.events[-8:]]
    assert shown == [(kind, seat) for seat in (1, 1, 2, 2) for kind in ("pair", "redeal")]


def test_turns_go_clockwise_and_bring_one_card_each() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    turns = []
    for card in ("20", "50", "10", "10", "5"):
        turns.append(play.public.turn)
        play.hit(card)
    assert turns == [0, 1, 2, 0, 1]
    assert play.public.hands[0].up == (100, 20, 10)


def test_who_sticks_is_not_asked_again() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    play.hit("20").stick().hit("10").hit("10")
    assert play.public.hands[1].status == "stuck"
    assert play.public.turn == 2


def test_the_last_one_in_is_asked_until_it_sticks_or_busts() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").hit("100").stick()
    assert play.legal == {2: ("hit", "stick")}
    assert play.hit("10").legal == {2: ("hit", "stick")}


def test_a_match_with_a_card_face_up_busts() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").hit("100")
    assert play.kinds() == ["card", "bust"]
    assert play.event("bust") == {"event": "bust", "player": 0, "hand": [50, 100, 100]}
    assert play.public.turn == 1


def test_a_match_with_the_face_down_card_busts() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").hit("50")
    assert play.event("bust")["hand"] == [50, 100, 50]
    assert play.public.hands[0].status == "bust"
    assert play.dead == (50, 50, 100)


def test_the_highest_hand_goes_into_the_wallet_and_losing_hands_to_the_dead_pile() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    assert play.cash == [150, 0, 0]
    assert play.progress.wallets[0].cards == (50, 100)
    assert play.dead == (1, 5, 10, 20)
    end = {"event": "round_end", "winners": [0], "wallets": [150, 0, 0]}
    assert play.event("round_end") == end


def test_tied_hands_go_into_the_wallets_of_both() -> None:
    play = Play().round("20 10 | 50 1 | 20 10", "20 1 10", "- 50 -")
    assert play.event("round_end")["winners"] == [0, 2]
    assert play.cash == [30, 0, 30]
    assert play.dead == (1, 50, 50)


def test_winners_are_named_by_seat_whoever_dealt() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    play.round("20 10 | 5 1 | 20 10", "10 20 5", "- - -")
    assert play.event("round_end")["winners"] == [0, 1]


def test_when_all_bust_nobody_gains() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "50 10 1")
    assert play.all("show") == []
    end = {"event": "round_end", "winners": [], "wallets": [0, 0, 0]}
    assert play.event("round_end") == end
    assert len(play.dead) == 9


def test_hands_are_shown_from_the_dealers_left() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    play.round("20 10 | 50 10 | 5 1", "1 20 10", "- - -")
    shown = [(show["player"], show["hand"]) for show in play.all("show")]
    assert shown == [(1, [20, 10]), (2, [10, 50]), (0, [1, 5])]


def test_only_hands_that_stuck_are_shown() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "100 - -")
    assert [show["player"] for show in play.all("show")] == [1, 2]


@pytest.mark.parametrize(("seats", "rounds"), [(3, 6), (4, 8), (5, 5), (6, 6), (7, 7), (8, 8)])
def test_everyone_deals_once_or_twice_with_three_or_four_players(seats: int, rounds: int) -> None:
    played = playout(GAME, seats, {"copies": 40}, Seeded(1), falling_back(GAME))
    dealers = [event["dealer"] for event in played.record if event["event"] == "round"]
    assert len(dealers) == rounds
    assert dealers == [(seats - 1 + n) % seats for n in range(rounds)]


def test_the_dead_pile_is_shuffled_when_the_dealing_pile_is_empty() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").set_up(dead="50 20 20").place("50 20 1").hit("20")
    assert play.kinds() == ["shuffle", "card"]
    assert play.event("shuffle") == {"event": "shuffle", "cards": 3}
    assert play.state.hidden == (20, 50)
    assert play.dead == ()


def test_a_busted_hand_is_shuffled_in_the_same_round() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").set_up(deck="100").place("50 20 1").hit("100")
    assert play.hit("50").kinds() == ["shuffle", "card"]
    assert play.state.hidden == (100, 100)


def test_hands_in_play_are_not_shuffled() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").set_up(deck="10").place("50 20 1").hit("10")
    assert play.legal == {1: ("stick",)}


def test_the_most_cash_wins() -> None:
    play = Play(laps=1).round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    play.round("100 50 | 5 1 | 20 10", "10 50 1", "- - -")
    play.round("100 10 | 5 1 | 20 10", "1 20 10", "- - -")
    assert play.node == Over((150, 150, 110), (0, 0, 0))


# The rulebook's wild game


def test_four_jokers_are_shuffled_into_the_deck() -> None:
    classic, wild = Play().state.hidden, Play(wild=True).state.hidden
    assert len(classic) == 48
    assert in_order(set(classic)) == (1, 5, 10, 20, 50, 100)
    assert sorted(map(str, wild)) == sorted(map(str, (*classic, 2, 2, "pyramid", "eagle")))


def test_hundred_fifty_and_two_dollar_are_worth_300() -> None:
    play = Play(wild=True).round("100 50 | 20 10 | 5 1", "50 20 1", "2 - - -")
    assert play.all("show")[0] == {
        "event": "show",
        "player": 0,
        "hand": [50, 100, 2],
        "value": 300,
    }


def test_a_pyramid_saves_one_double() -> None:
    hand = "100 50 pyramid 100"
    assert survives(hand)
    assert value(cards(hand), "multiply") == 250
    play = Play(wild=True).round("100 50 | 20 10 | 5 1", "50 20 1", "pyramid - - 100 -")
    assert play.all("show")[0]["value"] == 250


def test_a_pyramid_does_not_save_two_doubles() -> None:
    assert not survives("50 20 pyramid 50 20")
    assert survives("50 20 pyramid 50")


def test_a_pyramid_does_not_save_three_of_a_kind() -> None:
    assert not survives("20 5 pyramid 20 20")
    assert survives("20 5 pyramid 20")


def test_pyramid_and_eagle_save_two_doubles() -> None:
    assert survives("100 50 pyramid eagle 100 50")
    assert not survives("100 50 20 pyramid eagle 100 50 20")


def test_the_top_score_of_1360_counts_the_two_dollars_as_cash_first() -> None:
    play = Play(wild=True, two_dollar="add_and_multiply").round(*TOP_HAND, TOP_HITS)
    assert play.all("show")[0]["value"] == 1360


def test_two_dollars_in_a_wallet_are_two_dollars_and_other_jokers_nothing() -> None:
    play = Play(wild=True).round(*TOP_HAND, TOP_HITS)
    assert play.cash == [340, 0, 0]
    wallet = cards("pyramid eagle 1 2 2 5 10 20 50 50 100 100")
    assert play.progress.wallets[0].cards == wallet
