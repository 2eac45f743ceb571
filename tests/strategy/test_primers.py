"""The primers' numbers: as they stand in the pages, and as the engine has them."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arena.chance import Seeded
from arena.games import load
from arena.games.core import Chance, Decide, Game, Outcome, fill_options
from arena.table import Table
from tests.strategy import numbers
from tests.strategy.tables import TABLES, percent

PAGES = Path(__file__).parents[2] / "docs" / "strategy"


@pytest.mark.parametrize("game", TABLES)
def test_the_page_has_the_tables(game: str) -> None:
    page = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    for table in TABLES[game]:
        assert table in page, table


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("banking_benjamins", f"{numbers.deck_worth():,} dollars"),
        ("banking_benjamins", f"{percent(numbers.dealt_build())} of all opening hands"),
        ("bank_or_bust_money", f"{percent(numbers.holds(8, 1, 46))} for each"),
    ],
)
def test_the_page_says_so(game: str, said: str) -> None:
    assert said in (PAGES / f"{game}.md").read_text(encoding="utf-8")


# The engine's own luck: from a position, all outcomes of the next draw.


def position(game: Game, luck: Sequence[Outcome], actions: Sequence[str], **options: Any) -> Any:
    """The state at the next draw after all that luck, with these actions of whoever is asked."""
    seats = game.default_seats
    state = game.start(seats, fill_options(game, seats, options)).state
    left, chosen = list(luck), list(actions)
    while True:
        match game.node(state):
            case Chance():
                if not left:
                    return state
                state = game.deal(state, left.pop(0)).state
            case Decide(legal):
                answers = {}
                for seat in legal:
                    action = chosen.pop(0) if chosen else ""
                    answers[seat] = action if action in legal[seat] else next(iter(legal[seat]))
                state = game.act(state, answers).state
            case over:
                raise AssertionError(over)


def outcomes(game: Game, state: Any) -> Sequence[Outcome]:
    node = game.node(state)
    assert isinstance(node, Chance)
    return node.outcomes


@pytest.mark.parametrize("rolls", [[(1, 2)] * 3, [(3, 4), (6, 6), (1, 5), (4, 4)]])
def test_a_roll_is_worth_as_much_in_the_engine(rolls: list[tuple[int, int]]) -> None:
    game = load("bank_dice")
    state = position(game, rolls, ["stay"] * 99)
    bank = game.observe(state.public, None, None)["bank"]
    banks = []
    for roll in outcomes(game, state):
        after = game.deal(state, roll)
        (rolled,) = [event for event in after.events if event["event"] == "roll"]
        banks.append(rolled["bank"])
    assert Fraction(sum(banks), len(banks)) == numbers.roll_worth(bank)
    assert numbers.roll_worth(bank) - bank == Fraction(14, 3)


@pytest.mark.parametrize(("top", "bottom"), [(40, 60), (20, 80), (60, 40), (50, 51)])
def test_numbers_bust_as_often_in_the_engine(top: int, bottom: int) -> None:
    game = load("bank_or_bust_numbers")
    others = [3, 2, 4]  # what the other three place; seen cards, which are no part of the number
    actions = ["draw", "place:top", *["draw", "place:bottom"] * 3, "draw", "place:bottom",
               *["bank"] * 3, "draw"]  # fmt: skip
    state = position(game, [top, *others, bottom], actions)
    busts = [
        any(event["event"] == "bust" for event in game.deal(state, card).events)
        for card in outcomes(game, state)
        if isinstance(card, int)
    ]
    seen = [card for card in others if card < top or card > bottom]
    wrong = numbers.number_bust(top, bottom) * (numbers.NUMBER_CARDS - 2)
    assert sum(busts) == wrong
    assert len(busts) == numbers.NUMBER_CARDS - 2 - len(others)
    assert len(seen) == len(others)


@pytest.mark.parametrize("wild", [False, True])
def test_a_hand_of_money_busts_as_often_in_the_engine(wild: bool) -> None:
    """All that is seen: the hand. The others' cards are unknown, so any card is as likely."""
    game = load("bank_or_bust_money")
    deal = [100, 50, 20, 10, 5, 1, 20, 5]
    state = position(game, deal, ["down:100"], wild=wild)
    # In the engine the three other hands are out of the pile; none of their cards matches ours.
    cards = outcomes(game, state)
    busts = [
        any(event["event"] == "bust" for event in game.deal(state, card).events) for card in cards
    ]
    jokers = 4 if wild else 0
    assert sum(busts) == 14
    assert len(cards) == 48 + jokers - 8
    assert numbers.money_bust(2, jokers) == Fraction(14, 48 + jokers - 2)


def test_opening_hands_hold_a_build_as_often_in_the_engine() -> None:
    """Deals by luck: their share is that of the primer, within five standard errors."""
    game = load("banking_benjamins")
    deals, built = 1500, 0
    for seed in range(deals):
        table = Table(game, 2, fill_options(game, 2, {}), Seeded(seed))
        built += any(action.startswith("build:") for action in table.asks[0])
    share = float(numbers.dealt_build())
    assert abs(built / deals - share) < 5 * (share * (1 - share) / deals) ** 0.5
