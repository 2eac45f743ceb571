"""Bank or Bust with money cards: who sees what, and where luck comes from."""

from collections.abc import Sequence

import pytest

from arena.chance import Seeded
from arena.games.bank_or_bust_money import GAME
from arena.games.bank_or_bust_money.cards import Card
from arena.games.core import Chance, Json
from arena.testing.playout import (
    Chooser,
    Played,
    at_random,
    falling_back,
    leaning,
    playout,
)
from tests.games.bank_or_bust_money import PAIR_OF_ONES, Play


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
    def pairs() -> list[Card | None]:
        return [hand["pair"] for hand in play.sees(1)["hands"]]

    play = Play(deal="50 50 | 20 10 | 5 1 | 100")
    assert pairs() == [50, None, None]
    play.place("50 20 1").hit("20").stick(2)
    assert pairs() == [50, None, None]
    play.stick()
    assert play.public.phase == "deal"
    assert pairs() == [None, None, None]


def test_a_shown_pair_stays_known_of_a_hand_that_stuck() -> None:
    play = Play(deal="50 50 | 20 10 | 5 1 | 100").place("50 20 1").stick()
    assert play.sees(1)["hands"][0]["pair"] == 50


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
    play = Play(deal="100 50 | 20 10 | 5 1").place("50 20 1").act({0: "hit"})
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
            for wallet in state.public.progress.wallets:
                assert wallet.cash == sum(card for card in wallet.cards if isinstance(card, int))
            if state.public.phase == "turn":
                for down, hand in zip(state.own, state.public.hands, strict=True):
                    assert hand.pair in (None, *down, *hand.up[:1])
                    assert all(hand.up.count(card) < 3 for card in (1, 5, 10, 20, 50, 100))
