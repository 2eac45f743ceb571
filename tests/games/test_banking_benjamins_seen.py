"""Banking Benjamins: what is seen, by whom, and in which order things happen."""

from arena.games.banking_benjamins import GAME
from arena.games.core import Over
from tests.games.banking_benjamins import NOTHING, Play, big_ben

KEYS = [
    "turn",
    "active",
    "phase",
    "hand",
    "hands",
    "row",
    "banks",
    "deck",
    "final_turns_left",
    "steal",
]


def test_the_observation_of_a_turn() -> None:
    play = big_ben()
    assert play.sees(1) == {
        "turn": 2,
        "active": 1,
        "phase": "turn",
        "hand": [10, 5, 5, 1, 1],
        "hands": (5, 5, 5),
        "row": [20],
        "banks": [
            [
                {
                    "benjamin": 1,
                    "kind": "big_ben",
                    "cards": ("h100",),
                    "attached": (),
                    "locked": False,
                }
            ],
            [],
            [],
        ],
        "deck": 33,
        "final_turns_left": None,
        "steal": None,
    }


def test_the_keys_are_always_the_same() -> None:
    play = big_ben()
    views = [play.sees(seat) for seat in (0, 1, 2, None)]
    play.act("steal:1:h1")
    views += [play.sees(seat) for seat in (0, 1, 2, None)]
    assert [list(view) for view in views] == [KEYS] * 8


def test_a_hand_is_seen_by_its_holder_only() -> None:
    play = big_ben()
    assert [play.sees(seat)["hand"] for seat in (0, 1, 2, None)] == [
        [50, 20, 10, 5, 1],
        [10, 5, 5, 1, 1],
        [20, 20, 2, 2, 1],
        None,
    ]
    assert all(
        event["to"] == [event["player"]] for event in play.record if event["event"] == "hand"
    )


def test_a_game_begins_with_the_hands_in_order_of_seats() -> None:
    play = Play("5 pyramid 100 1 eagle", NOTHING, "2 1 2 1 1", wild=True)
    assert play.record == [
        {"event": "shuffle", "cards": 52},
        {"event": "hand", "player": 0, "cards": [100, 5, 1, "pyramid", "eagle"], "to": [0]},
        {"event": "hand", "player": 1, "cards": [100, 50, 20, 20, 5], "to": [1]},
        {"event": "hand", "player": 2, "cards": [2, 2, 1, 1, 1], "to": [2]},
        {"event": "turn", "player": 0, "turn": 1},
    ]


def test_a_theft_that_locks() -> None:
    play = big_ben().moves("steal:1:h1", "allow").act("discard:10", "20 20")
    before = len(play.record)
    play.moves("steal:1:h1", "allow")
    assert play.record[before:] == [
        {"event": "action", "player": 2, "action": "steal:1:h1"},
        {"event": "action", "player": 1, "action": "allow"},
        {"event": "stolen", "player": 2, "benjamin": 1, "from": 1, "card": "h1"},
        {"event": "locked", "benjamin": 1},
        {"event": "hand", "player": 2, "cards": [20, 20, 2, 2], "to": [2]},
    ]


def test_a_block_shows_both_hands_by_seat_then_more_money() -> None:
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.set_up(hand="1")
    before = len(play.record)
    play.act("steal:1:h1").act("block", "5 10 20 50 100")
    assert play.record[before:] == [
        {"event": "action", "player": 1, "action": "steal:1:h1"},
        {"event": "action", "player": 0, "action": "block"},
        {"event": "blocked", "player": 0, "benjamin": 1, "attacker": 1, "card": "h2"},
        {"event": "locked", "benjamin": 1},
        {"event": "hand", "player": 0, "cards": [50, 50, 20, 10], "to": [0]},
        {"event": "hand", "player": 1, "cards": [], "to": [1]},
        {"event": "more_money", "player": 1},
        {"event": "drew", "player": 1, "count": 5},
        {"event": "hand", "player": 1, "cards": [100, 50, 20, 10, 5], "to": [1]},
    ]


def test_only_hands_that_changed_are_shown() -> None:
    assert "hand" not in Play().set_up(row="100").act("build:r100").kinds()
    play = big_ben().set_up(row="1 1")
    assert play.moves("steal:1:r1", "allow").kinds() == ["stolen"]
    assert play.act("add:1:r1").kinds() == ["added", "locked"]
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.set_up(row="1").moves("steal:1:r1", "block")
    assert play.kinds() == ["blocked", "locked", "hand"]
    assert play.event("hand")["player"] == 0


def test_cards_are_written_as_they_were_played() -> None:
    play = Play("pyramid 50 1 5 5", NOTHING, wild=True).set_up(row="eagle 50")
    play.act("build:h50+reagle=50").act("add:1:hpyramid=5")
    assert play.pile(1).cards == ("h50", "reagle=50")
    assert play.pile(1).attached == ("hpyramid=5",)
    assert play.event("added")["card"] == "hpyramid=5"


def test_the_turn_in_which_the_deck_runs_out() -> None:
    play = Play(NOTHING, NOTHING).set_up(hand="100 50 20", deck="2 1")
    before = len(play.record)
    play.act("build:h100").act("discard:20", "1 2")
    assert play.record[before:] == [
        {"event": "action", "player": 0, "action": "build:h100"},
        {"event": "built", "player": 0, "benjamin": 1, "kind": "big_ben", "cards": ["h100"]},
        {"event": "hand", "player": 0, "cards": [50, 20], "to": [0]},
        {"event": "action", "player": 0, "action": "discard:20"},
        {"event": "drew", "player": 0, "count": 2},
        {"event": "cash_out", "last": 0},
        {"event": "hand", "player": 0, "cards": [50, 2, 1], "to": [0]},
        {"event": "turn", "player": 1, "turn": 2},
    ]


def test_nothing_follows_the_hand_of_the_last_turn() -> None:
    play = Play().set_up(deck="1").act("discard:5", "1").act("discard:5").act("discard:1")
    assert isinstance(play.node, Over)
    assert play.kinds() == ["hand"]
    assert GAME.observe(play.public, None, None)["final_turns_left"] == 0


def test_the_sizes_seen_are_those_of_the_hands_and_the_deck() -> None:
    play = Play("100 50 50 20 20", NOTHING, NOTHING)
    for action, draw in (("build:h100", ""), ("build:h50+h50", ""), ("discard:20", "1 2 5 1")):
        play.act(action, draw)
        assert play.sees(None)["hands"] == tuple(map(sum, play.state.own))
        assert play.sees(None)["deck"] == len(play.state.hidden)
