"""What the pages for bot authors show is what happens."""

import json
import re
import subprocess
from pathlib import Path
from typing import IO

import pytest

from arena import wire
from arena.chance import Seeded
from arena.games import load
from arena.results import FAULT_KINDS, Answer
from arena.table import Table
from tests.bots.tables import BOTS
from tests.sdk.conftest import BYE, HELLO, Play, act, end, start

DOCS = BOTS.parent / "docs"
PROTOCOL = DOCS / "protocol.md"
PAGE = (DOCS / "bots.md").read_text()

OPTIONS = {"rounds": 1}
SEED = 7


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page in that language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def transcript(command: list[str], folder: Path) -> str:
    """All that is said between the referee and a bot in one short game of Bank against a second
    player who banks after the third roll.
    """
    said: list[str] = []
    with subprocess.Popen(
        command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        _play(bot.stdin, bot.stdout, said)
        assert bot.wait(10) == 0
    return "".join(said)


def _play(to_bot: IO[bytes], from_bot: IO[bytes], said: list[str]) -> None:
    def tell(line: bytes) -> None:
        to_bot.write(line)
        said.append(f"→ {line.decode()}")

    def hear() -> bytes:
        line = from_bot.readline()
        said.append(f"← {line.decode()}")
        return line.removesuffix(b"\n")

    limits = {"start_s": 10, "move_s": 1, "game_s": None, "memory_mb": 512}
    tell(wire.hello("bank_target", limits))
    wire.read_ready(hear())
    table = Table(load("bank_dice"), 2, OPTIONS, Seeded(SEED))
    names, options = ["seat0", "seat1"], json.dumps(OPTIONS, separators=(",", ":")).encode()
    tell(wire.start("g7", "bank_dice", options, names, 1, 5_117_310_482_907_331))
    request = 0
    while table.result is None:
        replies = {}
        for seat in table.asks:
            answer = Answer("bank" if table.observation(0)["roll"] >= 3 else "stay")
            if seat == 1:
                request += 1
                tell(wire.act(request, b"g7", table.request(1)))
                _, answer = wire.read_reply(hear())
            replies[seat] = answer
        assert table.submit(replies) == {}
    over = table.result
    tell(wire.end("g7", over.ranks, over.scores, over.tiebreaks, table.events(1)))
    tell(wire.BYE)


def test_the_transcript_is_what_is_said(folder: Path, command: list[str]) -> None:
    (folder / "bot.py").write_text((BOTS / "bank_target.py").read_text())
    assert transcript(command, folder) in blocks(PROTOCOL.read_text(), "text")


def test_every_fault_has_its_advice() -> None:
    page = PROTOCOL.read_text()
    for kind in FAULT_KINDS:
        assert f"\n### `{kind}`\n" in page


@pytest.mark.parametrize("source", blocks(PAGE, "python"))
def test_each_example_is_a_bot_that_plays(play: Play, source: str) -> None:
    observation = {
        "you": 1,
        "round": 1,
        "roll": 4,
        "bank": 90,
        "scores": [0, 0],
        "in": [True, True],
    }
    asked = [act(i, observation=observation) for i in (1, 2)]
    played = play(source, [HELLO, start(), *asked, end(), BYE])
    assert (played.status, played.stderr) == (0, "")
    ready, *answers = played.answers
    assert ready["type"] == "ready"
    assert [answer["id"] for answer in answers] == [1, 2]
    assert all(answer["action"] in ("bank", "stay") for answer in answers)


def test_the_page_names_every_attribute_of_a_bot() -> None:
    from arena.sdk import Bot

    names = {name for name in (*vars(Bot), *Bot.__annotations__) if not name.startswith("_")}
    assert names <= set(re.findall(r"`(?:self\.)?(\w+)", PAGE))
