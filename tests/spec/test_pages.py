"""The league that comes along and every example on the page are read as they stand."""

import re
from pathlib import Path

import pytest

from arena import games, plugins
from arena.spec import load, schema
from tests.spec.files import loaded, refused

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "tournament.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+ ?\w*)\n(.*?)^```$", PAGE, re.M | re.S)
EXAMPLES = [text for kind, text in BLOCKS if kind == "yaml"]


def test_the_weekly_league_plays_every_game() -> None:
    spec = load(ROOT / "tournaments" / "weekly.yaml")
    assert spec.name == "weekly"
    assert sorted(game.game for game in spec.games) == list(games.names())
    assert spec.seed is None
    assert spec.bots[0].path.resolve() == ROOT / "bots"


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_read(tmp_path: Path, text: str) -> None:
    assert loaded(tmp_path, text).games


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


def test_the_refused_example_is_refused_as_the_page_says(tmp_path: Path) -> None:
    kinds = [kind for kind, _ in BLOCKS]
    at = kinds.index("yaml refused")
    assert kinds[at + 1] == "text"
    assert refused(tmp_path, BLOCKS[at][1]) == BLOCKS[at + 1][1].splitlines()


def test_every_key_has_its_row() -> None:
    found = schema()
    parts = [found, *(found["$defs"][part] for part in ("GameShape", "LimitsShape"))]
    keys = {key for part in parts for key in part["properties"]}
    assert keys <= set(re.findall(r"^\| `(\w+)` \|", PAGE, re.M))


def test_every_game_format_and_file_is_named() -> None:
    for name in (*games.names(), *plugins.FORMATS.names(), *plugins.PUBLISHERS.names()):
        assert f"`{name}`" in PAGE


@pytest.mark.parametrize(
    ("key", "default"),
    [("start_s", 10), ("move_s", 1), ("memory_mb", 512), ("processes", 1), ("bench_after", 20),
     ("deals", 16)],
)  # fmt: skip
def test_defaults_are_those_of_the_page(tmp_path: Path, key: str, default: int) -> None:
    spec = loaded(tmp_path, "games: [{game: bank_dice}]")
    holder = next(h for h in (spec, spec.limits, spec.games[0]) if hasattr(h, key))
    assert getattr(holder, key) == default
    assert re.search(rf"^\| `{key}` \| `{default}` \|", PAGE, re.M)
