"""Bank or Bust with money cards: what its page shows is what the engine does."""

import re
from pathlib import Path

from arena.chance import Scripted
from arena.games.bank_or_bust_money import GAME
from arena.games.core import fill_options
from arena.results import Answer
from arena.table import Table
from tests.games.bank_or_bust_money import Play, cards

PAGE = (Path(__file__).parents[2] / "docs/games/bank_or_bust_money.md").read_text("utf-8")
DEALT = "100 50 | 20 20 | pyramid 10 | 50"
PLACED = {0: "down:100", 1: "down:50", 2: "down:pyramid"}
TURNS = "2 50 10 - 100 -"
NEXT_DEAL = "5 1 | 5 1 | 5 1"
SHOWN_REQUESTS = {(0, 1), (3, 2)}
"""(decision, seat)"""


def worked_round() -> list[str]:
    """The JSON lines of the page: the record of its round, with some requests where they came."""
    drawn = cards(f"{DEALT} {TURNS.replace('-', '')} {NEXT_DEAL}")
    table = Table(GAME, 3, fill_options(GAME, 3, {"wild": True, "laps": 1}), Scripted(drawn))
    lines = [line.decode() for line in table.record()]
    turns = iter(TURNS.split())
    while True:
        for seat in table.asks:
            request = "{" + table.request(seat).decode() + "}"
            if (table.decision, seat) in SHOWN_REQUESTS:
                lines.append(request)
        answers = {seat: Answer(action) for seat, action in PLACED.items()}
        if table.decision:
            (seat,) = table.asks
            answers = {seat: Answer("stick" if next(turns) == "-" else "hit")}
        known = len(table.record())
        table.submit(answers)
        for line in table.record()[known:]:
            lines.append(line.decode())
            if '"round_end"' in lines[-1]:
                return lines


def test_the_worked_round_is_real() -> None:
    shown = [
        line for block in re.findall(r"```json\n(.*?)```", PAGE, re.S) for line in block.split("\n")
    ]
    assert [line for line in shown if line] == worked_round()


def test_every_option_key_and_event_is_explained() -> None:
    play = Play(deal="50 50 | 20 10 | 5 1 | 100", target=100, laps=1).set_up(dead="20")
    play.place("50 20 1").hit("20").stick(3)
    view = play.sees(0)
    names = {*GAME.options, *view, *view["hands"][0], *view["wallets"][0]}
    names |= {event["event"] for event in play.record} | {"bust", "hit", "stick", "down:50"}
    names |= {member for event in play.record for member in event} - {"event"}
    assert [name for name in sorted(names) if f"`{name}`" not in PAGE] == []
