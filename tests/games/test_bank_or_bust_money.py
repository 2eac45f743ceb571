"""Bank or Bust with money cards: the rulebook's worked examples, every ruling, the odd corners."""

from collections.abc import Sequence
from itertools import pairwise
from json import loads

import pytest

from arena.chance import Scripted, Seeded
from arena.games.bank_or_bust_money import GAME
from arena.games.bank_or_bust_money.cards import Card, Cards, busts, in_order, value
from arena.games.bank_or_bust_money.position import Position, Public
from arena.games.core import Chance, Decide, Event, Json, Over, State, Step, fill_options
from arena.results import Answer, Fault
from arena.table import Table
from arena.testing.playout import (
    Chooser,
    Played,
    action_events,
    at_random,
    falling_back,
    leaning,
    playout,
)


def cards(text: str) -> Cards:
    """The cards of "100 50 pyramid"; what else stands there is for the eye."""
    words = text.replace("|", " ").split()
    return tuple(int(word) if word.isdigit() else word for word in words)


class Play:
    """A game played with the cards as written, as far as they reach."""

    def __init__(self, seats: int = 3, deal: str = "", **options: Json) -> None:
        self.drawn: list[Card] = []
        self.record: list[Event] = []
        self.streams: list[str] = []
        self.deals = list(cards(deal))
        self._follow(GAME.start(seats, fill_options(GAME, seats, options)))

    def deal(self, text: str) -> "Play":
        """Draw these cards, then go on as far as no card is needed."""
        self.events: list[Event] = []
        self.deals = list(cards(text))
        self._run()
        return self

    def set_up(self, deck: str = "", dead: str = "") -> "Play":
        """Go on with other cards in the dealing pile and the dead pile."""
        hidden = in_order(cards(deck))
        counts = tuple(map(cards(dead).count, self.public.rules.kinds))
        public = self.public._replace(deck=len(hidden), dead=counts)
        self._take(Step(State(public, self.state.own, hidden)))
        return self

    def place(self, text: str) -> "Play":
        """All seats lay these cards face down."""
        return self._act({seat: f"down:{card}" for seat, card in enumerate(text.split())})

    def hit(self, card: str) -> "Play":
        """The seat in turn hits and gets the card."""
        assert not self.deals
        self.deals = list(cards(card))
        return self._act({self.public.turn: "hit"})

    def stick(self, times: int = 1) -> "Play":
        """So many seats, one after the other, stick."""
        for _ in range(times):
            self._act({self.public.turn: "stick"})
        return self

    def round(self, deal: str, down: str, *hits: str) -> "Play":
        """A whole round: cards dealt and laid down; one text of the turns, "-" sticks."""
        self.deal(deal).place(down)
        for card in " ".join(hits).split():
            _ = self.stick() if card == "-" else self.hit(card)
        return self

    def _act(self, actions: dict[int, str]) -> "Play":
        node = self.node
        assert isinstance(node, Decide)
        assert actions.keys() == node.legal.keys()
        assert all(action in node.legal[seat] for seat, action in actions.items()), actions
        self.record += action_events(actions, secret=node.secret)
        self._follow(GAME.act(self.state, actions))
        return self

    def _follow(self, step: Step) -> None:
        self.events = []
        self._take(step)
        self._run()

    def _take(self, step: Step) -> None:
        self.state: Position = step.state
        self.events += step.events
        self.record += step.events
        self.node = GAME.node(self.state)

    def _run(self) -> None:
        while isinstance(self.node, Chance) and self.deals:
            card = Scripted([self.deals.pop(0)]).pick(self.node)
            self.streams.append(self.node.stream)
            self._take(GAME.deal(self.state, card))

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def legal(self) -> dict[int, tuple[str, ...]]:
        assert isinstance(self.node, Decide)
        return {seat: tuple(legal) for seat, legal in self.node.legal.items()}

    @property
    def cash(self) -> list[int]:
        return [wallet.cash for wallet in self.public.wallets]

    @property
    def dead(self) -> Cards:
        return self.public.rules.pile(self.public.dead)

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def event(self, kind: str) -> Event:
        (event,) = self.all(kind)
        return event

    def all(self, kind: str) -> list[Event]:
        return [event for event in self.events if event["event"] == kind]

    def sees(self, seat: int | None) -> dict[str, Json]:
        own = None if seat is None else self.state.own[seat]
        return GAME.observe(self.public, seat, own)


def survives(hand: str) -> bool:
    """Whether a hand can be taken card by card in that order."""
    held = cards(hand)
    return not any(busts(held[:n], held[n]) for n in range(1, len(held)))


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
    assert play.public.dealer == 2


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
    assert play.public.wallets[0].cards == (50, 100)
    assert play.dead == (1, 5, 10, 20)
    end = {"event": "round_end", "winners": [0], "wallets": [150, 0, 0]}
    assert play.event("round_end") == end


def test_tied_hands_go_into_the_wallets_of_both() -> None:
    play = Play().round("20 10 | 50 1 | 20 10", "20 1 10", "- 50 -")
    assert play.event("round_end")["winners"] == [0, 2]
    assert play.cash == [30, 0, 30]
    assert play.dead == (1, 50, 50)


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


TOP_HAND = "100 50 | 20 10 | 5 1", "50 20 1"
TOP_HITS = "pyramid - - 100 eagle 50 20 10 5 1 2 2 -"


def test_the_top_score_of_1360_counts_the_two_dollars_as_cash_first() -> None:
    play = Play(wild=True, two_dollar="add_and_multiply").round(*TOP_HAND, TOP_HITS)
    assert play.all("show")[0]["value"] == 1360


def test_two_dollars_in_a_wallet_are_two_dollars_and_other_jokers_nothing() -> None:
    play = Play(wild=True).round(*TOP_HAND, TOP_HITS)
    assert play.cash == [340, 0, 0]
    wallet = cards("pyramid eagle 1 2 2 5 10 20 50 50 100 100")
    assert play.public.wallets[0].cards == wallet


# Rulings


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


PAIR_OF_ONES = "1 1 | 20 10 | 5 1"


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


# Sets


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
    assert play.public.last_round == 7


# What is secured when the game is broken off


def test_secured_are_the_wallets() -> None:
    play = Play().round("100 50 | 20 10 | 5 1", "50 20 1", "- - -").deal("100 50 | 20 10 | 5 1")
    assert GAME.secured(play.state) == Over((150, 0, 0), (0, 0, 0))


def test_secured_with_a_target_are_the_totals_of_finished_sets() -> None:
    play = Play(target=151, laps=1).round("100 50 | 20 10 | 5 1", "50 20 1", "- - -")
    assert GAME.secured(play.state) == Over((0, 0, 0), (0, 0, 0))
    play.deal("100 50 | 20 10 | 5 1").set_up().place("1 100 20").stick(3)
    assert play.public.set_number == 2
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


# What is hidden, and when it becomes public


def test_others_see_neither_the_dealt_cards_nor_the_face_down_one() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1")
    assert play.sees(0)["hand"] == [100, 50]
    assert play.sees(None)["hand"] == []
    play.place("50 20 1")
    assert play.sees(0)["hand"] == []
    assert [hand["down"] for hand in play.sees(0)["hands"]] == [50, None, None]
    assert [hand["down"] for hand in play.sees(None)["hands"]] == [None, None, None]


def test_what_was_laid_face_down_is_told_to_its_player_only() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")
    downs = [event for event in play.record if event["event"] == "action"]
    assert [event["to"] for event in downs] == [[0], [1], [2]]


def test_a_shown_pair_stays_known_for_the_round() -> None:
    play = Play(deal="50 50 | 20 10 | 5 1 | 100")
    assert [hand["pair"] for hand in play.sees(None)["hands"]] == [50, None, None]
    assert [hand["pair"] for hand in play.place("50 20 1").sees(1)["hands"]] == [50, None, None]
    play.stick(3)
    assert [hand["pair"] for hand in play.sees(1)["hands"]] == [None, None, None]


def test_a_bust_hand_is_on_the_dead_pile_where_all_see_it() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").hit("50")
    bust: Json = {"up": [], "down": None, "status": "bust", "pair": None}
    assert play.sees(0)["hands"][0] == bust
    assert play.sees(2)["dead"] == {"1": 0, "5": 0, "10": 0, "20": 0, "50": 2, "100": 1}


def test_a_hand_that_stuck_keeps_its_face_down_card_until_the_show() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").stick()
    assert play.sees(1)["hands"][0] == {"up": [100], "down": None, "status": "stuck", "pair": None}
    assert play.sees(0)["hands"][0]["down"] == 50
    assert [show["hand"] for show in play.stick(2).all("show")] == [[50, 100], [20, 10], [1, 5]]


def test_hands_of_a_round_called_off_are_not_told() -> None:
    play = Play().set_up(deck="1 1 1 5 10 20").deal(PAIR_OF_ONES)
    told = [event for event in play.record if "to" not in event]
    assert [event["event"] for event in told] == ["shuffle", "round", "pair", "round_end"]


def test_observation() -> None:
    play = Play(wild=True, laps=1).round("100 50 | 20 10 | 5 1", "50 20 1", "2 - - -")
    play.deal("100 20 | pyramid 10 | 5 1").place("1 20 10").hit("50")
    assert play.sees(1) == {
        "set": 1,
        "totals": [0, 0, 0],
        "round": 2,
        "dealer": 0,
        "phase": "turn",
        "turn": 2,
        "hand": [],
        "hands": [
            {"up": [5], "down": None, "status": "in", "pair": None},
            {"up": [100, 50], "down": 20, "status": "in", "pair": None},
            {"up": ["pyramid"], "down": None, "status": "in", "pair": None},
        ],
        "wallets": [
            {"cash": 152, "cards": [2, 50, 100]},
            {"cash": 0, "cards": []},
            {"cash": 0, "cards": []},
        ],
        "deck": 38,
        "dead": {
            "pyramid": 0,
            "eagle": 0,
            "1": 1,
            "2": 0,
            "5": 1,
            "10": 1,
            "20": 1,
            "50": 0,
            "100": 0,
        },
    }


def test_nobody_is_in_turn_while_all_place() -> None:
    view = Play(deal="100 50 | 20 10 | 5 1").sees(0)
    assert view["phase"] == "place"
    assert view["turn"] is None


# Luck


def drawn(played: Played, stream: str) -> list[Card]:
    """The cards that came from one stream, in order."""
    return [
        move.given
        for move in played.moves
        if isinstance(move.node, Chance) and move.node.stream == stream
    ]


@pytest.mark.parametrize("stream", ["deck", "set2.deck"])
def test_the_same_seed_has_the_same_first_deck_whatever_is_played(stream: str) -> None:
    choosers: Sequence[Chooser] = (falling_back(GAME), *map(at_random, range(6)))
    options = {"target": 400, "copies": 10}
    decks = [drawn(playout(GAME, 4, options, Seeded(3), chooser), stream) for chooser in choosers]
    longest = max(decks, key=len)
    assert len(longest) > 20
    assert all(deck == longest[: len(deck)] for deck in decks)


def test_seeds_and_sets_have_different_decks() -> None:
    played = [
        playout(GAME, 4, {"target": 400}, Seeded(seed), falling_back(GAME)) for seed in (1, 2)
    ]
    decks = [tuple(drawn(game, stream)[:12]) for game in played for stream in ("deck", "set2.deck")]
    assert len(set(decks)) == 4


def test_each_shuffle_has_a_stream_of_its_own() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").set_up(dead="100 20").place("50 20 1")
    play.hit("100").hit("20").hit("100").stick(0)
    assert play.streams[6:] == ["deck.1", "deck.1", "deck.2"]


def test_later_sets_have_streams_of_their_own() -> None:
    play = Play(target=500, laps=2).set_up(deck="1 1 1 5 10 20").deal(PAIR_OF_ONES)
    play.deal("100 50 | 20 10 | 5 1").set_up(dead="50").place("50 20 1").hit("50")
    assert play.streams[6:] == ["set2.deck"] * 6 + ["set2.deck.1"]


def test_private_cards_are_shown_to_their_player_only() -> None:
    play = Play(deal="50 50 | 20 10 | 5")
    assert isinstance(play.node, Chance)
    assert play.node.visible_to == (2,)
    play.deal("1")
    assert isinstance(play.node, Chance)
    assert play.node.visible_to == (0,)


def test_cards_of_a_hit_are_shown_to_all() -> None:
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1")._act({0: "hit"})
    assert isinstance(play.node, Chance)
    assert play.node.visible_to is None


# Whole games


def always(wanted: str) -> Chooser:
    return lambda state, seat, legal: wanted if wanted in legal else next(iter(legal))


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("wild", [False, True])
def test_games_of_players_who_always_hit_or_always_stick_end(seats: int, wild: bool) -> None:
    greedy = playout(GAME, seats, {"wild": wild, "copies": 40}, Seeded(1), always("hit"))
    assert not any(greedy.over.scores)
    timid = playout(GAME, seats, {"wild": wild, "copies": 4}, Seeded(1), always("stick"))
    assert any(timid.over.scores)


def test_wallets_hold_what_they_are_worth_and_hands_never_match() -> None:
    for seed in range(30):
        for state in playout(GAME, 5, {"wild": True}, Seeded(seed), leaning(seed)).states:
            for wallet in state.public.wallets:
                assert wallet.cash == sum(card for card in wallet.cards if isinstance(card, int))
            if state.public.phase == "turn":
                for down, hand in zip(state.own, state.public.hands, strict=True):
                    assert hand.pair in (None, *down, *hand.up[:1])
                    assert all(hand.up.count(card) < 3 for card in (1, 5, 10, 20, 50, 100))
