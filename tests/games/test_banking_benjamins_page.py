"""Banking Benjamins: what its page shows is what the engine does."""

import re
from pathlib import Path

from arena.chance import Scripted
from arena.games.banking_benjamins import GAME
from arena.games.banking_benjamins.cards import FACES
from arena.games.core import fill_options
from arena.results import Answer
from arena.table import Table
from tests.games.banking_benjamins import Play, big_ben, cards

PAGE = (Path(__file__).parents[2] / "docs/games/banking_benjamins.md").read_text("utf-8")
DRAWN = "100 20 10 5 2  50 20 5 5 1  50 5  100 50 20 2 1  10 1"
ACTIONS = (
    "build:h100",
    "discard:20",
    "steal:1:h1",
    "block",
    "build:h50+h20+r20+h5+h5",
    "build:h100",
    "discard:1",
)
SHOWN_REQUESTS = {2, 3}
"""The decisions whose requests are on the page."""


def worked_turns() -> list[str]:
    """The JSON lines of the page: the record of two turns, with some requests where they came."""
    table = Table(GAME, 2, fill_options(GAME, 2, {}), Scripted(cards(DRAWN)))
    lines = table.record()
    for number, action in enumerate(ACTIONS):
        (seat,) = table.asks
        request = table.request(seat)
        if number in SHOWN_REQUESTS:
            lines.append(b"{" + request + b"}")
        known = len(table.record())
        table.submit({seat: Answer(action)})
        lines += table.record()[known:]
    return [line.decode() for line in lines]


def test_the_worked_turns_are_real() -> None:
    blocks = re.findall(r"```json\n(.*?)```", PAGE, re.S)
    assert [line for block in blocks for line in block.splitlines()] == worked_turns()


def test_every_option_key_event_and_kind_of_action_is_explained() -> None:
    play = big_ben(wild=True).act("steal:1:h1")
    view = play.sees(1)
    names = {*GAME.options, "you", "options", *view, *view["steal"], *view["banks"][0][0]}
    play = Play("100 2 20 20 10", "1 1 5 5 10").act("build:h100").act("discard:20", "50 50")
    play.set_up(hand="1", deck="1").act("steal:1:h1").act("block", "1").set_up(row="1")
    names |= {event["event"] for event in play.record} | {"stolen", "added", "end"}
    names |= {member for event in play.record for member in event} | {"from"}
    names |= {"allow", "block", "block:pyramid", "big_ben", "grant_slam", "mixed"}
    missing = [name for name in sorted(names - {"event"}) if f"`{name}`" not in PAGE]
    assert missing == []


def test_every_card_is_named() -> None:
    assert all(f"`{card}`" in PAGE or f'`"{card}"`' in PAGE for card in FACES)
