"""A game with a person in it: what can be taken back, and that nothing else changes by it."""

from collections.abc import Sequence

import pytest

from arena.chance import Words
from arena.games import load, names
from arena.games.core import fill_options
from arena.play import Course
from arena.referee.players import Replies, Request
from arena.results import Answer, Fault


class Mates:
    """Bots in memory that choose by the body of the request alone, and what they were told."""

    concurrent = True

    def __init__(self, failing: int | None = None) -> None:
        self.told: list[bytes] = []
        self.failing = failing
        self.asked = 0

    def fault(self, seat: int) -> Fault | None:
        return None

    def tell(self, seat: int, message: bytes) -> None:
        self.told.append(message)

    def ask(self, requests: Sequence[Request]) -> Replies:
        self.told += [request.body for request in requests]
        self.asked += len(requests)
        if self.failing is not None and self.asked > self.failing:
            return Replies([Fault("crash", "gone") for _ in requests], {})
        return Replies([Answer(_chosen(request.body)) for request in requests], {})

    def dismiss(self, seat: int, fault: Fault) -> None:
        raise AssertionError(fault)


def _chosen(body: bytes) -> str:
    listed = body.split(b'"legal":["', 1)[1].split(b'"]', 1)[0].split(b'","')
    return listed[Words(body[:64], "mate").below(len(listed))].decode()


def course(game: str, mates: Mates, seed: int, seats: int | None = None, seat: int = 0) -> Course:
    rules = load(game)
    seats = seats or rules.default_seats
    return Course(rules, seats, fill_options(rules, seats, {}), seed, seat, mates)


def finished(game: str, seed: int) -> tuple[Course, Mates]:
    """A game in which the person chooses by luck."""
    mates, words = Mates(), Words(b"person", str(seed))
    played = course(game, mates, seed)
    while played.result is None:
        listed = played.question().listed
        played.choose(listed[words.below(len(listed))])
    played.end()
    return played, mates


@pytest.mark.parametrize("game", names())
def test_whole_games_are_played_and_the_same_choices_give_the_same_game(game: str) -> None:
    one, mates = finished(game, 3)
    two, again = finished(game, 3)
    assert one.table.digest() == two.table.digest()
    assert mates.told == again.told
    assert one.table.faults == []


def test_what_was_taken_back_leaves_no_trace() -> None:
    """Every build that needs no new cards is made, taken back and made again."""
    backs = 0
    for seed in range(12):
        plain, heard = finished("banking_benjamins", seed)
        mates, words = Mates(), Words(b"person", str(seed))
        doubted = course("banking_benjamins", mates, seed)
        while doubted.result is None:
            question = doubted.question()
            wanted = question.listed[words.below(len(question.listed))]
            builds = [one for one in question.listed if one.startswith("build:")]
            if builds:
                doubted.choose(builds[0])
                if doubted.undo():
                    backs += 1
                    assert doubted.question() == question
                else:  # it used up the hand, and new cards have come: another game from here
                    break
            doubted.choose(wanted)
        else:
            doubted.end()
            assert doubted.table.digest() == plain.table.digest()
            assert mates.told == heard.told
    assert backs > 10


def test_luck_cannot_be_taken_back() -> None:
    played = course("bank_dice", Mates(), 1)
    assert not played.undo()  # nothing has been chosen yet
    played.choose("stay")
    before = played.question()
    assert not played.undo()
    assert played.question() == before


def test_what_others_were_told_cannot_be_taken_back() -> None:
    mates = Mates()
    played = course("bank_or_bust_money", mates, 1, seats=3)
    while "stick" not in played.question().listed:
        played.choose(played.question().listed[0])
    asked = mates.asked
    played.choose("stick")  # no card comes, but the others are asked
    assert mates.asked > asked
    assert not played.undo()


def test_several_choices_are_taken_back_one_by_one() -> None:
    for seed in range(300):
        played = course("banking_benjamins", Mates(), seed, seats=2)
        first = played.question()
        builds = [one for one in first.listed if one.startswith("build:")]
        if not builds:
            continue
        played.choose(builds[0])
        second = played.question()
        more = [one for one in second.listed if one.startswith("build:")]
        if not more:
            continue
        played.choose(more[0])
        if played.undo():
            assert played.question() == second
            assert played.undo()
            assert played.question() == first
            assert not played.undo()
            return
    raise AssertionError("no deal lets the first player build twice")


def test_a_bot_that_fails_is_played_on() -> None:
    played = course("bank_dice", Mates(failing=5), 2)
    while played.result is None:
        played.choose("bank")
    assert {fault.kind for fault in played.table.faults} == {"crash"}
    assert played.result.ranks[0] == 1


def test_only_what_the_seat_may_know_is_asked() -> None:
    played = course("bank_or_bust_money", Mates(), 5, seats=4, seat=2)
    question = played.question()
    assert question.observation["you"] == 2
    private = [event for event in question.events if "to" in event]
    assert private
    assert all(event["to"] == [2] for event in private)
