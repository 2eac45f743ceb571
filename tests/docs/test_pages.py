"""The pages hold together: links lead somewhere, commands exist, the first bot plays."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from arena.cli import group
from tests.tournament.league import League

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
COMMAND = re.compile(r"^\s{4}(?:\$ )?arena ([a-z]+)", re.MULTILINE)
CODE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files(page: Path) -> None:
    targets = [link for link in LINK.findall(CODE.sub("", page.read_text())) if ":" not in link]
    missing = [link for link in targets if not (page.parent / unquote(link)).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_on_the_pages_exist(page: Path) -> None:
    commands = set(group.commands) | set(group.list_commands(None))  # type: ignore[arg-type]
    assert set(COMMAND.findall(page.read_text())) <= commands


def test_the_readmes_bot_is_in_the_next_table(tmp_path: Path) -> None:
    (source,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.S | re.M)
    league = League(tmp_path / "league")
    league.limits(a=20, b=60)
    league.bot("mine", source)
    league.run()
    board = json.loads((league.boards / "cup.json").read_bytes())
    (mine,) = [row for row in board["overall"] if row["id"] == "mine"]
    assert mine["games"] == 4
    assert set(mine["faults"].values()) == {0}
