"""Banking Benjamins: how actions are written, in which order they are listed, which are legal."""

from collections.abc import Sequence
from itertools import islice, product
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.banking_benjamins import GAME, builds
from arena.games.banking_benjamins.cards import Card
from arena.games.banking_benjamins.moves import Moves
from arena.games.banking_benjamins.state import Public
from tests.games.banking_benjamins import NOTHING, Play, big_ben, cards, held

VALUES = (100, 50, 20, 10, 5, 2, 1)
LONG_ROW = "100 " * 3 + "50 " * 4 + "20 " * 8 + "10 " * 8 + "5 " * 8 + "2 2 " + "1 " * 8

# Spelling


def test_the_order_of_cards_in_a_build_does_not_matter() -> None:
    play = Play("50 20 5 5 pyramid", wild=True).set_up(row="20 10")
    legal = play.legal
    for spelling in (
        "h50+h20+r20+hpyramid=10",
        "hpyramid=10+r20+h50+h20",
        "r20+h20+hpyramid=10+h50",
    ):
        assert f"build:{spelling}" in legal
        assert GAME.canonical(f"build:{spelling}") == "build:h50+h20+r20+hpyramid=10"


def test_a_build_is_written_with_values_descending_hand_before_row_wilds_last() -> None:
    canonical = GAME.canonical("build:reagle=5+hpyramid=50+r10+h10+r20+h2+r2+h1")
    assert canonical == "build:r20+h10+r10+h2+r2+h1+hpyramid=50+reagle=5"
    assert GAME.canonical("build:heagle=1+hpyramid=1") == "build:hpyramid=1+heagle=1"


def test_a_card_that_is_used_twice_stands_twice() -> None:
    play = Play("50 20 20 10 5")
    assert play.can("build:h50+h20+h20+h10")
    assert not play.can("build:h50+h20+h10")
    assert not Play("50 20 10 5 5").can("build:h50+h20+h20+h10")


def test_other_actions_and_nonsense_are_their_own_canonical_form() -> None:
    for action in ("discard:20", "steal:3:h1", "end", "block:pyramid", "build:h50+x", "build:", ""):
        assert GAME.canonical(action) == action


@pytest.mark.parametrize(
    "action",
    [
        "",
        "build",
        "build:",
        "build:h100+",
        "build:+h100",
        "build:h100 ",
        "build:H100",
        "build:100",
        "build:h0100",
        "build:h50,h50",
        "build:h100+h100",
        "build:r100",
        "build:hpyramid",
        "build:hpyramid=100=100",
        "discard",
        "discard:",
        "discard:h20",
        "discard:7",
        "discard:20:20",
        "discard:１０",
        "end",
        "end:",
        "pass",
        "allow",
        "block",
        "steal:1:h1",
        "add:1",
        "add:1:",
        "add:01:h1",
        "add:１:h1",
        "add:+1:h1",
        "add:2:h1",
        "add:1:r1",
        "add:1:h1:h1",
        "add:1:h1+h1",
        "add:-1:h1",
    ],
)
def test_what_is_not_written_as_documented_is_not_legal(action: str) -> None:
    play = Play("100 100 20 10 1").act("build:h100")
    assert play.can("add:1:h1")
    assert not play.can(action)


def test_an_absurdly_long_action_is_refused_quickly() -> None:
    play = Play("1 1 1 1 1").set_up(row=LONG_ROW)
    began = process_time()
    for action in ("build:" + "+".join(["h1"] * 20_000), "discard:" + "1" * 60_000):
        assert GAME.canonical(action) not in play.legal
    assert process_time() - began < 1


# Order


def test_legal_actions_are_listed_in_the_documented_order() -> None:
    play = Play("100 50 50 50 1", "100 pyramid 5 1 50", wild=True)
    play.act("build:h50+h50").act("discard:50", "20 20 20").act("build:h100")
    play.act("discard:50", "20 20").set_up(hand="pyramid 5 5 1", row="50 100 5")
    assert play.listed == [
        "discard:5",
        "discard:1",
        "discard:pyramid",
        "steal:2:h1",
        "steal:2:hpyramid=1",
        "add:1:h5",
        "add:1:r5",
        "add:1:hpyramid=5",
        "build:hpyramid=100",
        "build:r100",
        "build:r50+hpyramid=50",
    ]


def test_builds_of_the_same_number_of_cards_are_listed_as_text() -> None:
    play = Play("50 50 20 20 10").set_up(row="50 50 20 10")
    assert [action for action in play.listed if action.startswith("build")] == [
        "build:h50+h50",
        "build:h50+r50",
        "build:r50+r50",
        "build:h50+h20+h20+h10",
        "build:h50+h20+h20+r10",
        "build:h50+h20+r20+h10",
        "build:h50+h20+r20+r10",
        "build:r50+h20+h20+h10",
        "build:r50+h20+h20+r10",
        "build:r50+h20+r20+h10",
        "build:r50+h20+r20+r10",
    ]


def test_every_action_is_listed_once() -> None:
    play = Play("50 50 20 20 10").set_up(row=LONG_ROW)
    assert len(set(play.listed)) == len(play.listed) > 500
    assert Play("2 2 5 5 5").listed == ["discard:5", "discard:2"]


def test_steals_and_adds_go_by_the_number_of_the_benjamin() -> None:
    play = Play("100 100 1 5 5", "100 1 1 1 5", NOTHING).moves("build:h100", "build:h100")
    play.act("discard:5", "20 20 20").moves("build:h100", "steal:2:h1", "allow")
    play.act("discard:5", "100 20 20").set_up(hand="1 20")
    assert play.owns(1) == [3, 2]
    assert play.asked == 2
    assert play.listed[2:] == ["steal:1:h1", "steal:2:h1", "steal:3:h1"]


# The list of builds


def brute_force(hand: Sequence[Card], row: Sequence[Card]) -> list[str]:
    """Every choice of cards and names tried, written and sorted as documented."""
    there = [("h", card) for card in hand] + [("r", card) for card in row]
    found = set()
    for chosen in product((False, True), repeat=len(there)):
        used = [card for card, taken in zip(there, chosen, strict=True) if taken]
        names = [VALUES if isinstance(card, str) else (card,) for _, card in used]
        for values in product(*names):
            if sum(values) == 100:
                found.add(written(used, values))
    return [text for _, text in sorted(found)]


def written(used: Sequence[tuple[str, Card]], values: Sequence[int]) -> tuple[int, str]:
    keyed = []
    for (source, card), value in zip(used, values, strict=True):
        wild = isinstance(card, str)
        text = f"{source}{card}={value}" if wild else f"{source}{card}"
        keyed.append((wild, -value, source, card == "eagle", text))
    return len(used), "build:" + "+".join(key[-1] for key in sorted(keyed))


CARDS = st.sampled_from([100, 50, 50, 20, 20, 10, 10, 5, 5, 2, 1, 1])


@st.composite
def hands_and_rows(draw: st.DrawFn) -> tuple[str, str]:
    hand = draw(st.lists(CARDS, max_size=5))
    row = draw(st.lists(CARDS, max_size=5))
    text = [" ".join(map(str, plain)) for plain in (hand, row)]
    for wild in ("pyramid", "eagle"):
        place = draw(st.sampled_from([None, None, 0, 1]))
        if place is not None:
            text[place] += f" {wild}"
    return text[0], text[1]


@given(hands_and_rows())
def test_the_list_is_what_trying_everything_finds(both: tuple[str, str]) -> None:
    hand, row = both
    listed = list(builds.listed(held(hand), held(row)))
    assert listed == brute_force(cards(hand), cards(row))
    assert builds.count(held(hand), held(row)) == len(listed)
    for action in listed:
        assert builds.is_build(action.removeprefix("build:"), held(hand), held(row))
        assert GAME.canonical(action) == action


TEXTS = [f"{source}{value}" for source in "hr" for value in VALUES]
TEXTS += [f"{source}{wild}={v}" for source in "hr" for wild in ("pyramid", "eagle") for v in VALUES]


@given(hands_and_rows(), st.lists(st.sampled_from(TEXTS), max_size=6))
def test_what_is_not_listed_is_not_legal(both: tuple[str, str], names: list[str]) -> None:
    hand, row = held(both[0]), held(both[1])
    action = GAME.canonical("build:" + "+".join(names))
    legal = builds.is_build("+".join(names), hand, row)
    assert legal == (action in set(builds.listed(hand, row)))


# Long lists


def long_list(hand: str = "50 20 5 pyramid eagle") -> Moves:
    row = held(LONG_ROW)
    public = Public(1, 0, None, row, ((), ()), (5, 5), 10)
    return Moves(public, 0, held(hand))


def test_tens_of_thousands_of_actions_are_counted_without_listing_them() -> None:
    legal = long_list()
    assert len(legal) == sum(1 for _ in legal) > 10_000


def test_the_list_is_not_built_further_than_it_is_read() -> None:
    list(islice(long_list(), 513))
    began = process_time()
    for _ in range(10):
        assert len(list(islice(long_list(), 513))) == 513
    first = process_time() - began
    began = process_time()
    assert sum(1 for _ in long_list()) > 10_000
    assert first / 10 < (process_time() - began) / 5


def test_legal_actions_beyond_the_listed_ones_are_legal() -> None:
    legal = long_list()
    *_, last = legal
    assert last in legal
    assert last not in set(islice(legal, 512))
    assert "build:" + "+".join(reversed(last.removeprefix("build:").split("+"))) in legal


def test_len_counts_all_kinds_of_actions() -> None:
    play = big_ben(wild=True).set_up(hand="1 1 100 pyramid", row="50 50 1")
    assert len(play.legal) == len(play.listed)
    assert len(Play(NOTHING).set_up(hand="", deck="").legal) == 1
