import json
from collections.abc import Iterator
from itertools import pairwise
from zlib import compress

import msgspec
import pytest

from arena.errors import ArenaError
from arena.games import names
from arena.games.core import Seat
from arena.ledger import Recorded
from arena.replay import Board, Piece, Replay, lines_seen, replay_of, seen_by, steps, stored
from arena.replay.views import generic, load
from arena.results import Fault, GameResult
from tests.engine import toy
from tests.replay.played import recorded

GAMES = names()
SEEDS = range(3)


def pieces(board: Board) -> Iterator[Piece]:
    """All that lie on the table, those in piles too."""
    zones = [*board.zones, *(zone for seat in board.seats for zone in seat.zones)]
    for zone in zones:
        for piece in zone.pieces:
            yield piece
            yield from piece.inner


def zone(board: Board, seat: Seat, label: str) -> list[str]:
    """The faces in a zone of a seat, "hidden" for cards face down."""
    (found,) = [one for one in board.seats[seat].zones if one.label == label]
    return [piece.face or "hidden" for piece in found.pieces]


def texts(replay: Replay) -> list[str]:
    return [line.text for step in replay.steps for line in step.lines]


def at(replay: Replay, text: str) -> int:
    """The first step in which that was said."""
    for number, step in enumerate(replay.steps):
        if any(text in line.text for line in step.lines):
            return number
    raise AssertionError(text)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_the_record_is_told_once_and_in_order(game: str, seed: int) -> None:
    stored_game = recorded(game, seed)
    events = [json.loads(line) for line in stored.replayed(stored_game).record()]
    lines = [line for step in replay_of(stored_game).steps for line in step.lines]
    assert len(lines) == len(events)
    for line, event in zip(lines, events, strict=True):
        assert (line.player, line.to) == (event.get("player"), event.get("to"))
        assert line.note == event.get("note", "")
        assert line.text
        assert line.text.isprintable()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_looks_of_its_own(game: str) -> None:
    assert load(game) is not generic.VIEW


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_no_card_of_another(game: str, seed: int) -> None:
    replay = replay_of(recorded(game, seed))
    for step in replay.steps:
        for seat in range(len(replay.players)):
            seen = seen_by(step.board, seat)
            assert {piece.private for piece in pieces(seen)} <= {None, seat}
            assert len(list(pieces(seen))) == len(list(pieces(step.board)))
            for line in lines_seen(step, seat):
                assert line.to is None or seat in line.to
                assert not line.note or line.player == seat


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_are_hidden_in_banking_benjamins(seed: int) -> None:
    replay = replay_of(recorded("banking_benjamins", seed))
    for step in replay.steps:
        for seat, board in enumerate(step.board.seats):
            hand = next(zone for zone in board.zones if zone.label == "Hand")
            assert {piece.private for piece in hand.pieces} <= {seat}
    assert set(zone(seen_by(replay.steps[5].board, 1), 0, "Hand")) == {"hidden"}


@pytest.mark.parametrize("seed", SEEDS)
def test_one_card_of_a_money_hand_is_face_down_until_it_is_shown(seed: int) -> None:
    replay = replay_of(recorded("bank_or_bust_money", seed))
    turns = [step for step in replay.steps if any(seat.turn for seat in step.board.seats)]
    for step in turns:
        placing = sum(seat.turn for seat in step.board.seats) > 1
        for seat, board in enumerate(step.board.seats):
            hand = next(zone for zone in board.zones if zone.label == "Hand").pieces
            hidden = [piece.private for piece in hand if piece.private is not None]
            expected = 2 if placing else 0 if "bust" in board.badges else 1
            assert hidden == [seat] * expected
    ends = [step for step in replay.steps if "The round ends" in step.lines[-1].text]
    assert len(ends) == 4
    for step in ends:
        assert {piece.private for piece in pieces(step.board)} == {None}
        shown = [line.player for line in step.lines if " shows " in line.text]
        assert all(zone(step.board, one, "Hand") for one in shown if one is not None)


def test_a_won_hand_is_in_its_wallet_when_the_round_ends() -> None:
    replay = replay_of(recorded("bank_or_bust_money", 1))
    for number, step in enumerate(replay.steps[:-1]):
        for seat, board in enumerate(step.board.seats):
            if "wins" in board.badges:
                following = replay.steps[number + 1].board.seats[seat]
                assert board.score == following.score
                assert [z for z in board.zones if z.label == "Wallet"] == [
                    z for z in following.zones if z.label == "Wallet"
                ]


def test_a_round_of_bank_ends_on_the_table_it_was_played_on() -> None:
    replay = replay_of(recorded("bank_dice", 3))
    ends = [step for step in replay.steps if "The round ends" in step.lines[-1].text]
    assert [dict(step.board.facts)["Round"] for step in ends] == ["1 of 3", "2 of 3", "3 of 3"]
    for step, following in zip(ends[:-1], replay.steps[1:], strict=False):
        assert not any(seat.turn for seat in step.board.seats)
        assert following.board.zones


def test_rows_stand_until_their_round_is_scored() -> None:
    most = 0
    for seed in range(4):
        steps_ = replay_of(recorded("bank_or_bust_numbers", seed)).steps
        for step, following in pairwise(steps_[:-1]):
            if "The round is scored" not in step.lines[-1].text:
                continue
            most = max(most, *(len(one.pieces) for seat in step.board.seats for one in seat.zones))
            after = following.board.seats
            assert {len(one.pieces) for seat in after for one in seat.zones} == {1}
            assert [seat.score for seat in step.board.seats] == [seat.score for seat in after]
    assert most > 2


def test_an_attack_and_its_answer_are_two_steps() -> None:
    for seed in range(40):
        replay = replay_of(recorded("banking_benjamins", seed))
        if any("steals" in text for text in texts(replay)):
            break
    asked = at(replay, " steals ")
    assert [zone.label for zone in replay.steps[asked].board.zones][1].startswith("Steals")
    assert replay.steps[asked + 1].lines[0].text.split(" ", 1)[1] in (
        "allows it",
        "blocks with a $2",
        "blocks with the Pyramid",
        "blocks with the Eagle",
    )


@pytest.mark.parametrize("game", GAMES)
def test_what_begins_is_told_with_what_happens_first_in_it(game: str) -> None:
    replay = replay_of(recorded(game))
    begun = [step for step in replay.steps if step.chapter]
    assert begun
    for step in begun:
        assert len(step.lines) > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_last_step_tells_the_places(game: str) -> None:
    stored_game = recorded(game)
    last = replay_of(stored_game).steps[-1]
    assert last.lines[-1].text.startswith("The game is over: 1. ")
    assert [seat.badges[0] for seat in last.board.seats] == [
        f"place {rank}" for rank in stored_game.result.ranks
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_fault_is_told_where_it_happened(game: str) -> None:
    late = {(1, decision): Fault("timeout", "too slow") for decision in range(3, 99)}
    replay = replay_of(recorded(game, 3, late))
    number = at(replay, "bob failed: timeout")
    lines = replay.steps[number].lines
    place = next(n for n, line in enumerate(lines) if line.fault)
    assert lines[place].note == "too slow"
    followed = [line for line in lines[place:] if line.player == 1 and not line.fault]
    assert followed[0].text.endswith(", played by the fallback")
    assert number > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_nobody_could_begin_is_one_step(game: str) -> None:
    failed = {(seat, -1): Fault("start", "no ready", earlier=True) for seat in range(4)}
    stored_game = recorded(game)
    seats = len(stored_game.result.entrants)
    none = {key: fault for key, fault in failed.items() if key[0] < seats}
    (step,) = replay_of(recorded(game, failing=none)).steps
    assert [line.fault for line in step.lines] == [True] * seats + [False]
    assert "in another game of the sitting" in step.lines[0].text


def test_all_fail_in_mid_game() -> None:
    failing = {
        (seat, decision): Fault("crash", "gone") for seat in range(4) for decision in range(5, 9)
    }
    replay = replay_of(recorded("bank_dice", 1, failing))
    assert [line.fault for line in replay.steps[-1].lines][:-1] == [True] * (
        len(replay.steps[-1].lines) - 1
    )


def test_timing_is_told_on_request_only() -> None:
    stored_game = recorded("bank_dice")
    assert {line.ms for step in replay_of(stored_game).steps for line in step.lines} == {0}
    timed = replay_of(stored_game, timing=True)
    acted = [line.ms for step in timed.steps for line in step.lines if "stays" in line.text]
    assert set(acted) == {3}


def test_names_stand_for_ids() -> None:
    replay = replay_of(recorded("bank_dice"), {"ann": "Ann <3"})
    assert replay.players == ("Ann <3", "bob", "cid", "dan")
    assert any("Ann <3 " in text for text in texts(replay))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_looks_of_its_own_is_shown_all_the_same(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(steps, "load", lambda _: generic.VIEW)
    stored_game = recorded(game)
    replay = replay_of(stored_game)
    events = stored.replayed(stored_game).record()
    assert len(texts(replay)) == len(events)
    for step in replay.steps:
        for seat in range(len(replay.players)):
            assert {piece.private for piece in pieces(seen_by(step.board, seat))} <= {None, seat}
    hidden = game in ("bank_or_bust_money", "banking_benjamins")
    private = {piece.private for step in replay.steps for piece in pieces(step.board)}
    assert (len(private) > 1) == hidden


def test_a_game_of_another_package_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "load", lambda _: toy.TOY)
    monkeypatch.setattr("tests.replay.played.load", lambda _: toy.TOY)
    replay = replay_of(recorded("toy"))
    assert replay.title == toy.TOY.title
    assert replay.steps[-1].lines[-1].text.startswith("The game is over")


def test_what_cannot_be_replayed_is_said() -> None:
    spec, result = recorded("bank_dice")
    other = recorded("banking_benjamins").result.moves
    with pytest.raises(ArenaError, match="its record was not kept"):
        replay_of(Recorded(spec, _with(result, b"")))
    for damaged in (other, b"no moves", other[:-9], compress(b"none")):
        with pytest.raises(ArenaError, match="cannot be replayed"):
            replay_of(Recorded(spec, _with(result, damaged)))


def _with(result: GameResult, moves: bytes) -> GameResult:
    return msgspec.structs.replace(result, moves=moves)
