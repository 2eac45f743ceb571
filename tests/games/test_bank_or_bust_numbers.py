"""Bank or Bust with number cards: the rulebook's worked examples, every ruling, the odd corners."""

import json
import re
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.chance import Scripted, Seeded
from arena.games.bank_or_bust_numbers import GAME
from arena.games.bank_or_bust_numbers.cards import FULL_DECK, Card, in_order
from arena.games.bank_or_bust_numbers.rows import BOTTOM_START, TOP_START, Player, Row
from arena.games.bank_or_bust_numbers.scoring import score_round
from arena.games.bank_or_bust_numbers.turns import Public
from arena.games.core import Chance, Decide, Event, Over, State, Step, fill_options
from arena.results import Answer
from arena.table import Table
from arena.testing import playout
from tests.games.kits.bank_or_bust_numbers import pieces


class Play:
    """A game played with cards as written: `cards` are drawn in that order."""

    def __init__(self, cards: Sequence[Card] = (), seats: int = 2, **options: int) -> None:
        self.chance = Scripted(cards)
        self.events: list[Event] = []
        self._follow(GAME.start(seats, fill_options(GAME, seats, options)))

    def set_up(self, cards: Sequence[Card] = (), **changes: Any) -> "Play":
        """Go on from another position: the public part with `changes`, the next cards as given."""
        self.chance = Scripted(cards)
        self._follow(Step(State(self.public()._replace(**changes), self.state.own, None)))
        return self

    def do(self, *actions: str) -> "Play":
        """Make the decisions, drawing cards where they are due."""
        for action in actions:
            assert action in self.legal()
            self.events = []
            self._follow(GAME.act(self.state, {self.public().turn: action}))
        return self

    def _follow(self, step: Step) -> None:
        self.state = step.state
        self.events += step.events
        while isinstance(node := GAME.node(self.state), Chance):
            step = GAME.deal(self.state, self.chance.pick(node))
            self.state = step.state
            self.events += step.events
        self.node = node

    def public(self) -> Public:
        public: Public = self.state.public
        return public

    def legal(self) -> tuple[str, ...]:
        assert isinstance(self.node, Decide)
        ((seat, legal),) = self.node.legal.items()
        assert seat == self.public().turn
        return tuple(legal)

    @property
    def turn(self) -> int | None:
        return self.public().turn

    def player(self, seat: int) -> Player:
        return self.public().players[seat]

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def event(self, kind: str) -> Event:
        (event,) = [event for event in self.events if event["event"] == kind]
        return event


def top(*cards: int, **changes: Any) -> Row:
    row = Row(TOP_START)
    for card in cards:
        row = row.place(card)
    return row._replace(**changes)


def bottom(*cards: int, **changes: Any) -> Row:
    row = Row(BOTTOM_START)
    for card in cards:
        row = row.place(card)
    return row._replace(**changes)


def banked(upper: Row | None = None, lower: Row | None = None) -> Player:
    return Player(upper or top(), lower or bottom(), "banked")


BUSTED = Player(status="bust", discard_card=True)


def solo(cards: Sequence[Card]) -> Play:
    """Seat 0 draws these cards one turn after the other: seat 1 has banked."""
    play = Play(cards)
    return play.set_up(cards, players=(Player(), banked()))


# The rulebook's worked examples


def test_three_cards_in_each_row_and_a_double_on_the_bottom_row_tally_nine() -> None:
    liam = banked(top(90, 80, 70), bottom(10, 20, 30, doubled=True))
    points, _ = score_round((liam, banked(top(99, 98, 97, 96))))
    assert points[0] == 9 + 5  # the tally and the pairs of 3; the longest row is the other's


def test_liams_bust_leaves_caezar_and_kuly_tied_so_nobody_has_the_longest_row() -> None:
    liam = Player(top(99, 80, 60, 41), bottom(43))
    caezar, kuly = banked(top(90, 80, 70)), banked(bottom(10, 20, 30))
    play = Play(seats=3).set_up([42], players=(liam, caezar, kuly)).do("draw")
    assert play.kinds() == ["draw", "bust", "round_end", "round"]
    assert play.event("round_end") == {
        "event": "round_end",
        "points": [0, 3, 3],
        "totals": [0, 3, 3],
        "longest": None,
    }


def test_liam_stopping_with_four_would_have_won_the_longest_row() -> None:
    liam = Player(top(99, 80, 60, 41), bottom(43))
    caezar, kuly = banked(top(90, 80, 70)), banked(bottom(10, 20, 30))
    play = Play(seats=3).set_up(players=(liam, caezar, kuly)).do("bank")
    assert play.event("round_end")["points"] == [5 + 5, 3, 3]
    assert play.event("round_end")["longest"] == 0


def caezar(card: int) -> Play:
    """Caezar has three cards on top and 20, 63 below, with a -10 behind the 63; draws `card`."""
    lower = bottom(20, 63).modify(-10)
    player = Player(top(30, 20, 10), lower, discard_card=True)
    return Play().set_up([card], players=(player, banked())).do("draw")


def test_a_63_with_minus_10_lets_a_54_follow_and_earns_the_pairs() -> None:
    play = caezar(54)
    assert play.legal() == ("place:bottom", "discard")
    play.do("place:bottom", "bank")
    assert play.event("round_end")["points"] == [6 + 5 + 5, 0]


def test_a_63_with_minus_10_does_not_let_a_53_follow() -> None:
    assert caezar(53).legal() == ("discard", "bust")


def test_all_points_of_the_summary_add_up() -> None:
    first = banked(top(90, 80, 70, 60, 50, doubled=True), bottom(1 + 1, 3, 4, 5, 6, doubled=True))
    points, longest = score_round((first, banked(top(9, 8, 7, 6))))
    assert (points, longest) == ((20 + 50 + 5, 4), 0)


# The start


def test_the_deck_is_what_the_rulebook_lists() -> None:
    powers = ["modify20"] * 2 + ["modify10"] * 6 + ["cover"] * 6 + ["double"] * 4
    assert Counter(FULL_DECK) == Counter([*range(2, 100), *powers])
    assert len(FULL_DECK) == 98 + 18


def test_the_game_starts_with_the_shuffle_then_round_1_with_seat_0() -> None:
    play = Play()
    assert play.events == [
        {"event": "shuffle", "cards": 116},
        {"event": "round", "round": 1, "first": 0},
    ]
    assert (play.turn, play.legal()) == (0, ("draw", "bank"))


# Rule 1 and 3: rows, and where a Number card fits


def test_a_number_card_fits_strictly_between_the_starts() -> None:
    for card in (2, 99):
        assert solo([card]).do("draw").legal() == ("place:top", "place:bottom")


def test_top_must_fall_and_bottom_must_rise_strictly() -> None:
    play = solo([50, 50 - 1, 60, 61])
    play.do("draw", "place:top", "draw")
    assert play.legal() == ("place:top", "place:bottom")
    play.do("place:bottom", "draw")
    assert play.legal() == ("place:bottom",)
    play.do("place:bottom", "draw")
    assert play.legal() == ("place:bottom",)


def test_a_card_equal_to_the_value_in_force_fits_neither_row() -> None:
    assert not top(60).modify(-10).fits(50)
    assert not bottom(40).modify(10).fits(50)
    assert top(60).modify(-10).fits(49)
    assert bottom(40).modify(10).fits(51)


def test_placing_goes_to_the_right_and_ends_the_turn() -> None:
    play = Play([50, 60, 40]).do("draw", "place:top")
    assert (play.turn, play.public().drawn) == (1, None)
    play.do("draw", "place:top", "draw", "place:top")
    assert play.player(0).top.cards == (50, 40)
    assert play.player(1).top.cards == (60,)


def test_value_in_force_is_the_start_when_every_card_is_covered() -> None:
    row = top(50, 40).cover().cover()
    assert row.covered == (True, True)
    assert row.value == TOP_START
    assert row.fits(99)
    assert bottom(50).cover().value == BOTTOM_START


def test_value_in_force_skips_covered_cards_and_keeps_modifiers_of_the_uncovered() -> None:
    row = top(70).modify(-10).place(50).cover()
    assert row.values == (60, 50)
    assert row.value == 60


def test_a_modified_then_covered_card_is_ignored_with_its_modifiers() -> None:
    row = bottom(20, 50).modify(20).cover()
    assert row.values == (20, 70)
    assert row.value == 20
    assert row.fits(21)


def test_a_cover_goes_to_the_left_when_the_end_is_covered() -> None:
    row = top(80, 60, 40).cover().cover()
    assert row.covered == (False, True, True)
    assert row.value == 80


def test_a_card_placed_after_covered_ones_is_in_force_and_covered_first() -> None:
    row = top(80, 40).cover().place(70)
    assert row.value == 70
    assert row.cover().covered == (False, True, True)
    assert row.cover().cover().value == TOP_START


# Rule 2: banking


def test_banking_is_open_with_no_card_placed_and_scores_nothing() -> None:
    play = Play().do("bank")
    assert play.events == [{"event": "banked", "player": 0}]
    play.do("bank")
    assert play.event("round_end")["points"] == [0, 0]
    assert play.event("round_end")["longest"] is None


def test_cards_of_a_banked_player_stay_on_the_table_for_scoring() -> None:
    play = Play([50]).do("draw", "place:top", "bank", "bank")
    assert play.event("round_end")["points"] == [1 + 5, 0]


# Rule 4: busts and Discard cards


def test_a_bust_without_a_discard_card_happens_by_itself() -> None:
    player = Player(top(30).modify(10), bottom(60).cover().place(70).double())
    play = Play().set_up([65], players=(player, Player())).do("draw")
    assert play.events == [
        {"event": "draw", "player": 0, "card": 65},
        {"event": "bust", "player": 0, "card": 65, "got_discard": True},
    ]
    assert play.turn == 1
    assert play.player(0) == Player(status="bust", discard_card=True)
    assert Counter(play.public().discards) == Counter(
        [30, "modify10", 60, "cover", 70, "double", 65]
    )


def test_a_busted_player_scores_nothing_and_gets_no_longest_row() -> None:
    points, longest = score_round((BUSTED, banked(top(50))))
    assert (points, longest) == ((0, 1 + 5), 1)


def test_ruling_with_a_discard_card_an_unfitting_card_leaves_discard_and_bust_open() -> None:
    player = Player(top(30), bottom(70), discard_card=True)
    play = Play().set_up([50], players=(player, Player())).do("draw")
    assert play.kinds() == ["draw"]
    assert play.legal() == ("discard", "bust")


def test_ruling_bust_keeps_the_discard_card() -> None:
    player = Player(top(30), bottom(70), discard_card=True)
    play = Play().set_up([50], players=(player, Player())).do("draw", "bust")
    assert play.events == [{"event": "bust", "player": 0, "card": 50, "got_discard": False}]
    assert play.player(0) == BUSTED
    assert play.public().discards == (30, 70, 50)


def test_discard_gives_up_the_card_and_the_discard_card_and_draws_again() -> None:
    player = Player(top(30), bottom(70), discard_card=True)
    play = Play().set_up([50, 80], players=(player, Player())).do("draw", "discard")
    assert play.events == [{"event": "draw", "player": 0, "card": 80}]
    assert play.turn == 0
    assert play.legal() == ("place:bottom",)
    assert not play.player(0).discard_card
    assert play.public().discards == (50,)


def test_discard_is_open_for_a_fitting_card_too() -> None:
    play = Play().set_up([50, 60], players=(Player(discard_card=True), Player())).do("draw")
    assert play.legal() == ("place:top", "place:bottom", "discard")
    play.do("discard")
    assert play.legal() == ("place:top", "place:bottom")


def test_after_a_discard_the_next_card_may_bust_and_brings_a_new_discard_card() -> None:
    player = Player(top(30), bottom(70), discard_card=True)
    play = Play().set_up([50, 55], players=(player, Player())).do("draw", "discard")
    assert play.event("bust") == {"event": "bust", "player": 0, "card": 55, "got_discard": True}
    assert play.player(0) == BUSTED
    assert play.public().discards == (50, 30, 70, 55)


def test_a_power_card_cannot_be_thrown_away_with_the_discard_card() -> None:
    play = Play().set_up(["cover"], players=(Player(discard_card=True), Player())).do("draw")
    assert play.legal() == ("decline",)


def test_ruling_a_discard_card_gained_by_a_bust_is_usable_from_the_next_round() -> None:
    player = Player(top(30), bottom(70))
    play = Play().set_up([50, 60], players=(player, banked())).do("draw")
    assert play.public().round == 2
    assert play.turn == 1
    assert [p.discard_card for p in play.public().players] == [True, False]
    play.do("bank", "draw")
    assert play.legal() == ("place:top", "place:bottom", "discard")


# Rule 5: power cards


def test_ruling_modify_needs_an_uncovered_number_card_in_the_row() -> None:
    player = Player(top(50), bottom(20).cover())
    play = Play().set_up(["modify20"], players=(player, Player())).do("draw")
    assert play.legal() == ("modify:top:+20", "modify:top:-20", "decline")


def test_modify_offers_both_rows_and_both_directions() -> None:
    player = Player(top(50), bottom(20))
    play = Play().set_up(["modify10"], players=(player, Player())).do("draw")
    assert play.legal() == (
        "modify:top:+10",
        "modify:top:-10",
        "modify:bottom:+10",
        "modify:bottom:-10",
        "decline",
    )
    play.do("modify:bottom:-10")
    assert play.turn == 1
    assert play.player(0).bottom.value == 10


def test_modify_goes_behind_the_card_in_force_left_of_a_covered_end() -> None:
    player = Player(top(70, 50).cover())
    play = Play().set_up(["modify10"], players=(player, Player())).do("draw", "modify:top:+10")
    row = play.player(0).top
    assert (row.values, row.modifiers, row.value) == ((80, 50), ((10,), ()), 80)


def test_several_modify_cards_stack_and_may_leave_1_to_100() -> None:
    row = top(90).modify(10).modify(20)
    assert row.values == (120,)
    assert row.modifiers == ((10, 20),)
    assert row.fits(99)
    assert bottom(5).modify(-20).value == -15
    assert bottom(5).modify(-20).fits(2)


def test_modify_never_busts_even_past_the_card_before() -> None:
    player = Player(top(50, 40), bottom(60))
    play = Play().set_up(["modify20"], players=(player, banked())).do("draw", "modify:top:+20")
    assert play.player(0).status == "in"
    assert play.player(0).top.values == (50, 60)


def test_cover_needs_an_uncovered_number_card_and_the_covered_card_still_counts() -> None:
    player = Player(top(50), bottom())
    play = Play().set_up(["cover", "cover"], players=(player, banked())).do("draw")
    assert play.legal() == ("cover:top", "decline")
    play.do("cover:top", "bank")
    assert play.event("round_end")["points"] == [1 + 5, 0]


def test_covered_cards_count_for_tally_pairs_and_longest_row() -> None:
    player = banked(top(90, 80, 70).cover().cover(), bottom(10, 20, 30).cover())
    assert score_round((player, banked())) == ((6 + 5 + 5, 0), 0)


def test_double_may_be_laid_on_an_empty_row_and_once_per_row() -> None:
    play = solo(["double", "double", "double"]).do("draw")
    assert play.legal() == ("double:top", "double:bottom", "decline")
    play.do("double:top", "draw")
    assert play.legal() == ("double:bottom", "decline")
    play.do("double:bottom", "draw")
    assert play.legal() == ("decline",)


def test_double_doubles_the_tally_of_its_row_only() -> None:
    player = banked(top(90, 80, 70, doubled=True), bottom(10, 20, 30, 40))
    assert score_round((player, banked())) == ((6 + 4 + 5 + 5, 0), 0)
    assert score_round((banked(top(doubled=True)), banked())) == ((0, 0), None)


def test_a_declined_power_card_is_discarded_and_the_player_draws_again() -> None:
    play = Play([50, 51, "double", 40]).do("draw", "place:top", "draw", "place:top")
    play.do("draw", "decline")
    assert play.events == [{"event": "draw", "player": 0, "card": 40}]
    assert play.public().discards == ("double",)
    assert play.turn == 0


def test_ruling_a_power_card_that_can_be_played_nowhere_is_still_asked_for() -> None:
    play = Play(["cover", "modify10", 9]).do("draw")
    assert play.kinds() == ["draw"]
    assert play.legal() == ("decline",)
    play.do("decline")
    assert play.legal() == ("decline",)
    play.do("decline")
    assert play.legal() == ("place:top", "place:bottom")


def test_playing_a_power_card_ends_the_turn() -> None:
    assert Play(["double"]).do("draw", "double:top").turn == 1


def test_all_cards_of_a_row_leave_the_table_with_it() -> None:
    row = top(70).modify(20).modify(-10).cover().place(50).modify(-20).double()
    assert row.pile() == (70, 50, "modify20", "modify10", "modify20", "cover", "double")


# Rule 6: turns and rounds


def test_turns_pass_by_those_who_banked_or_bust() -> None:
    play = Play([50, 60, 70], seats=4).do("draw", "place:top", "bank", "bank")
    assert play.turn == 3
    play.do("draw", "place:top")
    assert play.turn == 0


def test_the_last_player_in_goes_on_alone() -> None:
    play = Play([50, 40, 30]).do("draw", "place:top", "bank")
    play.do("draw", "place:top", "draw", "place:top")
    assert play.turn == 0


def test_ruling_the_start_moves_one_seat_clockwise_each_round() -> None:
    play = Play(seats=3)
    for round_ in range(2, 6):
        play.do("bank", "bank", "bank")
        first = (round_ - 1) % 3
        assert play.events[-1] == {"event": "round", "round": round_, "first": first}
        assert (play.public().first, play.turn) == (first, first)


# Rule 7: the deck


def test_ruling_cards_on_the_table_join_the_discards_and_the_deck_goes_on() -> None:
    play = Play([50, "double"]).do("draw", "place:top", "draw", "double:bottom", "bank", "bank")
    assert play.public().discards == (50, "double")
    assert len(play.public().deck) == 114
    assert play.public().players == (Player(), Player())


def test_ruling_an_empty_deck_is_made_of_the_discards_when_a_card_is_needed() -> None:
    play = Play().set_up(["cover"], deck=(), discards=(70, "cover", 30)).do("draw")
    assert play.events == [
        {"event": "shuffle", "cards": 3},
        {"event": "draw", "player": 0, "card": "cover"},
    ]
    assert play.public().deck == (30, 70)
    assert play.public().discards == ()


def test_drawing_the_last_card_shuffles_nothing_yet() -> None:
    play = Play().set_up([50], deck=(50,), discards=(60,)).do("draw")
    assert play.kinds() == ["draw"]
    play.do("place:top")
    assert (play.public().deck, play.public().discards) == ((), (60,))


def test_a_reshuffle_after_a_decline_includes_the_declined_card() -> None:
    play = Play().set_up(["cover", 60], deck=("cover",), discards=(60,)).do("draw", "decline")
    assert play.events == [
        {"event": "shuffle", "cards": 2},
        {"event": "draw", "player": 0, "card": 60},
    ]
    assert play.public().deck == ("cover",)


def test_each_deck_has_a_stream_of_its_own() -> None:
    start = GAME.start(2, fill_options(GAME, 2, {}))
    node = GAME.node(GAME.act(start.state, {0: "draw"}).state)
    assert node == Chance("deck", FULL_DECK)
    public = start.state.public._replace(deck=(), discards=(9, 8))
    for shuffle in (1, 2):
        step = GAME.act(State(public, start.state.own, None), {0: "draw"})
        assert GAME.node(step.state) == Chance(f"deck.{shuffle}", (8, 9))
        public = step.state.public._replace(deck=(), discards=(9, 8), phase="turn")


def first_deck(seed: int, choice: int) -> list[Card]:
    """The cards of the first deck in the order drawn, under bots that choose by `choice`."""
    chance, drawn = Seeded(seed), list[Card]()
    state = GAME.start(3, fill_options(GAME, 3, {"target": 1000})).state
    while len(drawn) < 116:
        node = GAME.node(state)
        if isinstance(node, Chance):
            card = chance.pick(node)
            drawn.append(card)
            state = GAME.deal(state, card).state
        else:
            assert isinstance(node, Decide)
            ((seat, legal),) = node.legal.items()
            choice = choice * 75 % 65537
            state = GAME.act(state, {seat: tuple(legal)[choice % len(legal)]}).state
    return drawn


def test_the_order_of_the_first_deck_depends_on_the_seed_alone() -> None:
    assert first_deck(7, 1) == first_deck(7, 12345)
    assert first_deck(7, 1) != first_deck(8, 1)
    assert Counter(first_deck(7, 1)) == Counter(FULL_DECK)


# Rule 7: nothing left to draw


def test_ruling_draw_is_not_legal_with_deck_and_discards_empty() -> None:
    assert Play().set_up(deck=(), discards=()).legal() == ("bank",)


def test_draw_is_legal_with_one_discard_left() -> None:
    assert Play().set_up(deck=(), discards=("cover",)).legal() == ("draw", "bank")


def test_ruling_a_player_that_declined_all_there_is_ends_its_turn() -> None:
    play = Play().set_up([60, 70], deck=(60,), players=(Player(discard_card=True), Player()))
    play.do("draw", "discard")
    assert play.events == []
    assert (play.turn, play.legal()) == (1, ("draw", "bank"))
    assert play.public().discards == (60,)
    assert play.player(0) == Player()


def test_ruling_what_another_player_gave_up_is_there_to_draw() -> None:
    play = Play().set_up([60, 60], deck=(60,), players=(Player(discard_card=True), Player()))
    play.do("draw", "discard", "draw")
    assert play.kinds() == ["shuffle", "draw"]
    assert play.public().drawn == 60


def test_ruling_the_same_player_may_draw_it_in_its_next_turn() -> None:
    players = (Player(discard_card=True), banked())
    play = Play().set_up([60, 60], deck=(60,), players=players).do("draw", "discard")
    assert play.turn == 0
    play.do("draw")
    assert play.legal() == ("place:top", "place:bottom")


def test_the_turn_ends_while_the_deck_still_holds_declined_cards() -> None:
    players = (Player(discard_card=True), Player())
    cards: list[Card] = [9, "cover", "double"]
    play = Play().set_up(cards, players=players, deck=(9,), discards=("cover", "double"))
    play.do("draw", "discard")  # shuffles 9, cover and double, draws the cover
    assert play.public().deck == (9, "double")
    play.do("decline")  # the double is still new
    assert play.public().deck == (9,)
    play.do("decline")  # the deck's 9 was discarded this turn
    assert play.events == []
    assert play.turn == 1
    assert (play.public().deck, play.public().discards) == ((9,), ("cover", "double"))
    assert play.legal() == ("draw", "bank")


def test_a_card_drawn_again_after_a_mid_turn_shuffle_can_be_played_after_all() -> None:
    play = Play().set_up(["double", "double"], deck=("double",), discards=(60,))
    play.do("draw", "decline")
    assert play.public().drawn == "double"
    play.do("double:top")
    assert play.player(0).top.doubled
    assert play.public().declined == ()


def test_ruling_equal_power_cards_each_count_once_as_declined() -> None:
    cards: list[Card] = ["cover", "cover", "cover", 60]
    play = Play().set_up(cards, deck=("cover",), discards=("cover", 60))
    play.do("draw", "decline")  # one cover declined; shuffled: 60, cover, cover
    play.do("decline")
    assert play.public().declined == ("cover", "cover")
    play.do("decline")  # all covers are declined, counted no further; the 60 is left
    assert play.public().declined == ("cover", "cover")
    assert play.public().drawn == 60


def test_ruling_who_declined_all_that_is_left_without_a_number_card_is_banked() -> None:
    play = Play().set_up(["cover", "double"], deck=("cover", "double"), discards=())
    play.do("draw", "decline", "decline")
    assert play.events == [{"event": "banked", "player": 0}]
    assert play.player(0).status == "banked"
    assert play.turn == 1


def test_what_was_declined_in_the_turn_that_ended_the_round_is_forgotten() -> None:
    player = Player(top(30), bottom(70))
    play = Play().set_up(["double", 50], players=(player, banked())).do("draw", "decline")
    assert play.kinds() == ["draw", "bust", "round_end", "round"]
    assert play.public().declined == ()


# Rule 8: scoring


def test_longest_row_looks_at_single_rows() -> None:
    first = banked(top(90, 80), bottom(10, 20))
    second = banked(bottom(10, 20, 30))
    assert score_round((first, second)) == ((4, 3 + 5), 1)


def test_longest_row_of_a_player_whose_own_rows_are_equal() -> None:
    assert score_round((banked(top(90, 80), bottom(10, 20)), banked(top(5)))) == ((4 + 5, 1), 0)


def test_a_tie_for_the_longest_row_gives_nobody_the_bonus() -> None:
    tied = (banked(top(90, 80)), banked(bottom(10, 20)), banked(top(9)))
    assert score_round(tied) == ((2, 2, 1), None)


def test_a_bust_breaks_a_tie_for_the_longest_row() -> None:
    assert score_round((banked(top(90, 80)), BUSTED, banked(top(9)))) == ((2 + 5, 0, 1), 0)


def test_nobody_has_the_longest_row_with_no_number_card_or_all_bust() -> None:
    assert score_round((banked(), BUSTED)) == ((0, 0), None)
    assert score_round((BUSTED, BUSTED)) == ((0, 0), None)


@pytest.mark.parametrize(("shorter", "bonus"), [(2, 0), (3, 5), (4, 15), (5, 50), (6, 50)])
def test_pairs_pay_once_for_the_shorter_row(shorter: int, bonus: int) -> None:
    lower = bottom(*range(10, 10 + shorter))
    first = banked(top(*range(99, 92, -1)), lower)
    tied = banked(top(*range(90, 83, -1)))
    assert score_round((first, tied)) == ((7 + shorter + bonus, 7), None)


# Rule 9: the end


def test_the_game_ends_with_the_round_in_which_a_total_reaches_the_target() -> None:
    play = Play().set_up(scores=(49, 30), players=(Player(top(50)), banked(bottom(5)))).do("bank")
    assert play.kinds() == ["banked", "round_end"]
    assert play.node == Over((50, 31), (0, 0))


def test_several_over_the_target_are_ordered_by_total() -> None:
    players = (Player(top(50)), banked(bottom(5, 6)))
    play = Play().set_up(scores=(60, 70), players=players).do("bank")
    assert play.node == Over((61, 77), (0, 0))


def test_a_total_below_the_target_goes_on() -> None:
    play = Play().set_up(scores=(43, 30), players=(Player(top(50)), banked())).do("bank")
    assert play.public().scores == (49, 30)
    assert isinstance(play.node, Decide)


def test_the_target_is_an_option() -> None:
    play = Play([50], target=6).do("draw", "place:top", "bank", "bank")
    assert play.node == Over((6, 0), (0, 0))


def test_ruling_max_rounds_ends_the_game_with_the_totals_as_they_stand() -> None:
    play = Play(max_rounds=2, seats=3).do("bank", "bank", "bank")
    assert play.kinds() == ["banked", "round_end", "round"]
    play.do("bank", "bank", "bank")
    assert play.kinds() == ["banked", "round_end"]
    assert play.node == Over((0, 0, 0), (0, 0, 0))


def test_the_points_secured_are_the_totals_of_finished_rounds() -> None:
    play = Play().set_up(scores=(12, 7), players=(banked(top(50)), Player(bottom(5))))
    assert GAME.secured(play.state) == Over((12, 7), (0, 0))


# Rule 10: the fallback


def fallback(play: Play) -> str:
    seat = play.turn
    assert seat is not None
    return GAME.fallback(play.state, seat)


def test_the_fallback_banks_at_the_start_of_a_turn() -> None:
    assert fallback(Play()) == "bank"


def test_the_fallback_places_on_top_a_card_that_fits_both_rows() -> None:
    assert fallback(Play([50]).do("draw")) == "place:top"


@pytest.mark.parametrize(
    ("card", "action"),
    [(50, "place:top"), (70, "place:bottom"), (65, "bust"), ("cover", "decline")],
)
def test_the_fallback_in_mid_draw(card: Card, action: str) -> None:
    player = Player(top(60), bottom(65), discard_card=True)
    play = Play().set_up([card], players=(player, Player())).do("draw")
    assert fallback(play) == action


# What is shown


def test_a_seat_sees_all_that_lies_face_up_and_not_the_order_of_the_deck() -> None:
    play = Play([63, "modify10", 40, "cover", "double"], seats=2)
    play.do("draw", "place:bottom", "draw", "decline", "place:top")
    play.do("draw")
    assert GAME.observe(play.public(), 1, None) == {
        "round": 1,
        "first": 0,
        "turn": 0,
        "scores": [0, 0],
        "rows": [
            {
                "top": EMPTY_TOP,
                "bottom": {
                    "cards": [63],
                    "values": [63],
                    "modifiers": [[]],
                    "covered": [False],
                    "value": 63,
                    "doubled": False,
                },
                "status": "in",
                "discard_card": False,
            },
            {
                "top": {
                    "cards": [40],
                    "values": [40],
                    "modifiers": [[]],
                    "covered": [False],
                    "value": 40,
                    "doubled": False,
                },
                "bottom": {**EMPTY_TOP, "value": 1},
                "status": "in",
                "discard_card": False,
            },
        ],
        "drawn": "cover",
        "deck": 112,
        "discards": ["modify10"],
        "declined": [],
    }


EMPTY_TOP = {
    "cards": [],
    "values": [],
    "modifiers": [],
    "covered": [],
    "value": 100,
    "doubled": False,
}


def test_the_observation_shows_covers_modifiers_and_doubles() -> None:
    player = Player(top(70).modify(10).modify(-10).place(50).cover().double())
    play = Play().set_up(players=(player, Player()))
    assert GAME.observe(play.public(), None, None)["rows"][0]["top"] == {
        "cards": [70, 50],
        "values": [70, 50],
        "modifiers": [[10, -10], []],
        "covered": [False, True],
        "value": 70,
        "doubled": True,
    }


# The page of the documentation


def test_the_worked_sequence_of_the_documentation_is_what_the_engine_does() -> None:
    page = Path(__file__).parents[2] / "docs/games/bank_or_bust_numbers.md"
    blocks = re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    shown = [line for line in lines if line.startswith('{"observation"')]
    written = [line for line in lines if line not in shown]
    events = [json.loads(line) for line in written]
    chance = Scripted(event["card"] for event in events if event["event"] == "draw")
    table = Table(GAME, 2, fill_options(GAME, 2, {}), chance)
    requests = []
    for event in events:
        if event["event"] == "action":
            requests.append("{" + table.request(event["player"]).decode() + "}")
            assert not table.submit({event["player"]: Answer(event["action"])})
    assert [line.decode() for line in table.record()] == written
    assert len(shown) == 2
    assert [request for request in requests if request in shown] == shown


def test_when_the_game_is_over_it_is_nobodys_turn_and_the_rows_lie_as_scored() -> None:
    play = Play([50], target=6).do("draw", "place:top", "bank", "bank")
    seen = GAME.observe(play.public(), None, None)
    assert (seen["turn"], seen["drawn"], seen["scores"]) == (None, None, [6, 0])
    assert seen["rows"][0]["top"]["cards"] == [50]


# What must always hold


def naive_value(start: int, laid: Sequence[tuple[int, list[int], bool]]) -> int:
    """The value in force of a row of (card, changes, covered)."""
    seen = [card + sum(changes) for card, changes, covered in laid if not covered]
    return seen[-1] if seen else start


@given(st.sampled_from([top(), bottom()]), st.lists(st.integers(-1, 99)))
def test_rows_agree_with_a_naive_model(row: Row, script: Sequence[int]) -> None:
    laid: list[tuple[int, list[int], bool]] = []
    for number in script:
        free = [place for place, (_, _, covered) in enumerate(laid) if not covered]
        if number >= 2 and number % 4:
            laid.append((number, [], False))
            row = row.place(number)
        elif number >= 2 and free:
            by = 10 if number % 8 else -20
            laid[free[-1]][1].append(by)
            row = row.modify(by)
        elif free:
            laid[free[-1]] = (*laid[free[-1]][:2], True)
            row = row.cover()
        assert row.cards == tuple(card for card, _, _ in laid)
        assert row.values == tuple(card + sum(changes) for card, changes, _ in laid)
        assert row.covered == tuple(covered for _, _, covered in laid)
        assert row.value == naive_value(row.start, laid)
        assert row.takes("cover") == row.takes("modify10") == (False in row.covered)


SMALL_DECKS = st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=9)


@given(SMALL_DECKS, st.integers(2, 4), st.integers(0, 2**32), st.sampled_from(range(4)))
def test_rounds_end_even_with_a_handful_of_cards_and_nobody_banking(
    deck: list[Card], seats: int, seed: int, mood: int
) -> None:
    """With so few cards the deck runs out in mid-turn all the time."""
    holding = Player(discard_card=True)
    play = Play(seats=seats, max_rounds=3)
    play.set_up(deck=in_order(deck), players=(holding,) * seats)
    chance, choices = Seeded(seed), Seeded(seed + 1)
    state = play.state
    for _ in range(2000):
        assert Counter(pieces(state)) == Counter(deck)
        node = GAME.node(state)
        if isinstance(node, Over):
            return
        if isinstance(node, Chance):
            state = GAME.deal(state, chance.pick(node)).state
        else:
            assert isinstance(node, Decide)
            ((seat, legal),) = node.legal.items()
            state = GAME.act(state, {seat: choose(tuple(legal), mood, choices)}).state
    raise AssertionError("the game does not end")


def choose(legal: Sequence[str], mood: int, choices: Seeded) -> str:
    """An action of a player who banks only when it must, and gives cards up by its mood."""
    keen = [action for action in legal if action != "bank"] or legal
    giving_up = [action for action in keen if action in ("decline", "discard")]
    options = giving_up if giving_up and mood else keen
    return options[choices.pick(Chance("choice", range(len(options))))]


def play_out(seats: int, seed: int, wanted: Sequence[str]) -> tuple[Over, int]:
    """A whole game of players who all do the first of `wanted` that is legal; and its rounds."""

    def first_wanted(state: Any, seat: int, legal: Collection[str]) -> str:
        return next(action for action in wanted if action in legal)

    played = playout(GAME, seats, {}, Seeded(seed), first_wanted)
    return played.over, played.states[-1].public.round


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_in_which_nobody_ever_banks_ends_after_max_rounds(seats: int) -> None:
    wanted = ("draw", "bust", "place:top", "place:bottom", "decline")
    assert play_out(seats, 1, wanted) == (Over((0,) * seats, (0,) * seats), 100)


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_game_in_which_all_bank_at_once_ends_after_max_rounds(seats: int) -> None:
    assert play_out(seats, 1, ("bank",)) == (Over((0,) * seats, (0,) * seats), 100)
