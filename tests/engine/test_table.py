"""One game in play: order of events, faults, privacy, replay."""

import json
from typing import Any

import pytest

from arena.chance import Scripted, Seeded
from arena.games.core import Decide, Node
from arena.moves import Moves
from arena.results import Answer, Fault
from arena.table import MAX_LISTED, Table, replay
from arena.wire import act
from tests.engine.toy import TOY, Toy

OPTIONS = {"rounds": 2}
BUST = Fault("timeout", "no answer within 1 s")


def table(dice: list[int], seats: int = 2, failed: dict[int, Fault] | None = None) -> Table:
    return Table(TOY, seats, OPTIONS, Scripted(dice), failed or {})


def record(played: Table) -> list[dict[str, Any]]:
    return [json.loads(line) for line in played.record()]


def request(played: Table, seat: int) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(act(1, b"g", played.request(seat)))
    assert (asked.pop("type"), asked.pop("id"), asked.pop("game_id")) == ("act", 1, "g")
    return asked


def test_plays_to_the_end_and_ranks() -> None:
    play = table([5, 2])
    play.submit({0: Answer("pass"), 1: Answer("keep")})
    play.submit({0: Answer("keep")})
    assert play.result == ((2, 5), (0, 0), (2, 1))
    assert [line["event"] for line in record(play)] == [
        "round", "die", "action", "action", "round", "die", "action", "end",
    ]  # fmt: skip


def test_request_holds_what_the_seat_may_know() -> None:
    play = table([5, 2])
    asked = request(play, 1)
    assert asked == {
        "observation": {"you": 1, "options": OPTIONS, "round": 1, "scores": [0, 0], "die": 5},
        "legal": ["keep", "pass"],
        "events": [{"event": "round", "round": 1}, {"event": "die", "value": 5}],
    }
    assert play.events(1) == b"[]"


def test_requests_are_written_as_promised_to_bots_without_a_json_library() -> None:
    line = act(7, b"g1", table([5, 2]).request(1))
    assert line.startswith(
        b'{"type":"act","id":7,"game_id":"g1","observation":{"you":1,"options":{"rounds":2},'
    )
    assert b" " not in line
    assert line.index(b'"observation":') < line.index(b'"legal":') < line.index(b'"events":')


def test_private_events_reach_their_seats_only() -> None:
    play = table([5, 2])
    play.submit({0: Answer("pass"), 1: Answer("keep")})
    others = json.loads(play.events(1))
    assert {"event": "action", "player": 1, "action": "keep", "to": [1]} in others
    assert not any(e["event"] == "die" and e["value"] == 2 for e in others)
    assert not any(e.get("player") == 0 for e in others)


def test_actions_are_recorded_in_their_canonical_spelling() -> None:
    play = table([5, 2])
    assert play.submit({0: Answer("PASS"), 1: Answer("keep")}) == {}
    assert record(play)[2]["action"] == "pass"


def test_fault_stands_before_all_actions_of_its_decision_and_falls_back() -> None:
    play = table([5, 2])
    play.submit({0: Answer("keep"), 1: BUST})
    lines = record(play)
    assert lines[2:5] == [
        {"event": "fault", "player": 1, "fault": "timeout", "detail": BUST.detail},
        {"event": "action", "player": 0, "action": "keep", "to": [0]},
        {"event": "action", "player": 1, "action": "pass", "fallback": True, "to": [1]},
    ]
    assert b"detail" not in play.events(0)
    play.submit({0: Answer("pass")})
    assert play.result == ((5, 0), (0, 0), (1, 2))


def test_illegal_action_is_a_fault_that_names_the_legal_ones() -> None:
    play = table([5, 2])
    illegal = play.submit({0: Answer("jump\n"), 1: Answer("keep")})
    assert illegal[0].kind == "illegal"
    assert "'jump\\n' is not legal here; legal are keep, pass" in illegal[0].detail


def test_seat_that_failed_before_the_game_is_never_asked() -> None:
    play = table([5, 2], failed={1: Fault("crash", "exit status 3", earlier=True)})
    first = record(play)[0]
    assert (first["event"], first["earlier"]) == ("fault", True)
    assert set(play.asks) == {0}
    play.submit({0: Answer("pass")})
    play.submit({0: Answer("pass")})
    assert play.result is not None
    assert play.result.ranks == (1, 2)


def test_nothing_is_applied_after_the_last_seat_failed() -> None:
    play = table([5, 2])
    play.submit({0: BUST, 1: BUST})
    assert [line["event"] for line in record(play)] == ["round", "die", "fault", "fault", "end"]
    assert play.result is not None
    assert play.result.ranks == (1, 1)


def test_all_failed_before_the_game_ends_it_at_once() -> None:
    play = table([], failed={0: BUST, 1: BUST})
    assert [line["event"] for line in record(play)] == ["fault", "fault", "end"]


def test_later_fault_ranks_above_an_earlier_one_whatever_the_points() -> None:
    play = Table(TOY, 3, {"rounds": 3}, Scripted([6, 6, 6]))
    play.submit({0: Answer("keep"), 1: BUST, 2: Answer("pass")})
    play.submit({0: BUST})
    play.submit({2: Answer("pass")})
    assert play.result == ((6, 0, 0), (0, 0, 0), (2, 3, 1))


def test_notes_are_recorded_but_not_told() -> None:
    play = table([5, 2])
    play.submit({0: Answer("pass", "bold"), 1: Answer("keep", "sure")})
    lines = record(play)
    assert [line["note"] for line in lines[2:4]] == ["bold", "sure"]
    assert b"bold" not in play.events(0) + play.events(1)


def random_game(seed: int) -> Table:
    play = Table(TOY, 3, {"rounds": 5}, Seeded(seed))
    turn = 0
    while play.result is None:
        turn += 1
        replies: dict[int, Answer | Fault] = {
            seat: Answer("keep" if (seed >> seat) & turn else "pass", "why" if turn == 2 else None)
            for seat in play.asks
        }
        if turn == seed % 7 and 1 in replies:
            replies[1] = Answer("nonsense")
        play.submit(replies)
    return play


@pytest.mark.parametrize("seed", range(20))
def test_replay_gives_the_same_record(seed: int) -> None:
    play = random_game(seed)
    moves = Moves.unpack(play.moves().pack())
    again = replay(TOY, 3, {"rounds": 5}, Seeded(seed), moves, play.faults)
    assert again.record() == play.record()
    assert again.digest() == play.digest()


def test_replay_refuses_moves_of_other_rules() -> None:
    play = random_game(1)
    moves = play.moves()
    more = moves._replace(actions=moves.actions + "\nkeep")
    with pytest.raises(ValueError, match="after the end"):
        replay(TOY, 3, {"rounds": 5}, Seeded(1), more, play.faults)
    other = moves._replace(actions="jump")
    with pytest.raises(ValueError, match="does not fit"):
        replay(TOY, 3, {"rounds": 5}, Seeded(1), other, play.faults)


def test_long_lists_of_legal_actions_are_cut_and_say_so() -> None:
    class Wide(Toy):
        def node(self, state: Any) -> Node:
            node = super().node(state)
            if isinstance(node, Decide):
                return node._replace(legal={s: [f"a{i}" for i in range(600)] for s in node.legal})
            return node

    play = Table(Wide(), 1, OPTIONS, Seeded(1))
    asked = request(play, 0)
    assert asked["legal_truncated"] is True
    assert len(asked["legal"]) == MAX_LISTED
    assert play.submit({0: Answer("a599")}) == {}
