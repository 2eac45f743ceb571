"""The page about Bank says what the engine does."""

import json
from fractions import Fraction
from pathlib import Path

from arena.chance import Scripted
from arena.games.bank_dice import DICE, GAME
from arena.games.core import Decide
from arena.results import Answer
from arena.table import Table

PAGE = (Path(__file__).parents[2] / "docs/games/bank_dice.md").read_text(encoding="utf-8")
RECORD, REQUEST = (part.partition("\n```")[0] for part in PAGE.split("```json\n")[1:])


def played_again() -> tuple[list[str], list[str]]:
    """The record and seat 1's requests of a game with the page's dice and answers."""
    events = [json.loads(line) for line in RECORD.splitlines()]
    dice = [tuple(event["dice"]) for event in events if event["event"] == "roll"]
    answers = iter([event["action"] for event in events if event["event"] == "action"])
    table, requests = Table(GAME, 3, {"rounds": 1}, Scripted(dice)), []
    while table.result is None:
        if 1 in table.asks:
            requests.append(table.request(1).decode())
        table.submit({seat: Answer(next(answers)) for seat in table.asks})
    return [line.decode() for line in table.record()], requests


def test_the_worked_game_is_what_the_engine_records() -> None:
    assert played_again()[0] == RECORD.splitlines()


def test_the_request_is_what_the_engine_sends() -> None:
    head, request = '{"type":"act","id":7,"game_id":"g1",', played_again()[1][5]
    assert f"{head}{request}}}" == REQUEST


def test_every_option_key_and_event_is_described() -> None:
    public = GAME.start(2, {"rounds": 1}).state.public
    events = {json.loads(line)["event"] for line in RECORD.splitlines()}
    for word in (*GAME.options, *GAME.observe(public, None, None), *events):
        assert f"| `{word}` |" in PAGE


def means(last: int) -> list[tuple[Fraction, Fraction]]:
    """For each roll of a round: the chance to get there, the mean bank there (0 when lost).

    Worked out by the rules: as every roll changes the bank by a linear law, the mean bank of the
    rounds that go on is enough.
    """
    alive, mean, found = Fraction(1), Fraction(0), []
    for roll in range(1, last + 1):
        at_0, slope, goes_on = linear_law(roll)
        alive, mean = alive * goes_on, slope * mean + at_0 * alive
        found.append((alive, mean))
    return found


def linear_law(roll: int) -> tuple[Fraction, Fraction, Fraction]:
    """Mean bank after that roll from a bank of 0, its rise per point of bank, chance to go on."""
    banks = {bank: [bank_after(bank, roll, dice) for dice in DICE] for bank in (0, 1, 1000)}
    at_0, at_1, at_1000 = (Fraction(sum(filter(None, banks[bank])), 36) for bank in banks)
    assert at_1000 == at_0 + 1000 * (at_1 - at_0)
    return at_0, at_1 - at_0, Fraction(36 - banks[0].count(None), 36)


def bank_after(bank: int, roll: int, dice: tuple[int, int]) -> int | None:
    """The bank after the engine's roll of that number; None when it ends the round."""
    state = GAME.start(2, {"rounds": 2}).state
    public = state.public._replace(roll=roll - 1, bank=bank)
    after = GAME.deal(type(state)(public, state.own, None), dice).state
    return after.public.bank if isinstance(GAME.node(after), Decide) else None


def test_the_table_of_means_is_exact() -> None:
    exact = means(20)
    rows = [line.split("|")[1:-1] for line in PAGE.splitlines() if " % | " in line]
    table = [[cell.strip() for cell in row] for row in rows]
    assert len(table) == 12
    for roll, chance, mean in table:
        alive, worth = exact[int(roll) - 1]
        assert (chance, mean) == (f"{float(alive * 100):.1f} %", f"{float(worth):.2f}")


def test_a_further_roll_is_worth_14_thirds_at_any_bank() -> None:
    for bank in (1, 52, 10**9):
        after = [bank_after(bank, 4, dice) or 0 for dice in DICE]
        assert Fraction(sum(after), 36) == bank + Fraction(14, 3)
