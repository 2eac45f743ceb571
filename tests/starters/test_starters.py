"""Every starter is built and played, confined, through the real referee, and plays alike."""

import os
from pathlib import Path
from typing import Any

import pytest

from arena.bots.find import Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.games import load
from arena.games.core import fill_options
from arena.match import MatchSpec
from arena.referee import House, play_match
from arena.results import MatchResult
from arena.starters import LANGUAGES, missing, write

STARTERS = Path(__file__).parents[2] / "arena" / "starters"
LIMITS = {"start_s": 10.0, "move_s": 2.0, "game_s": None, "memory_mb": 512}
GAMES: dict[str, dict[str, Any]] = {
    "bank_dice": {"rounds": 3},
    "bank_or_bust_numbers": {"max_rounds": 2},
    "bank_or_bust_money": {"wild": True},
    "banking_benjamins": {"wild": True, "copies": 4},
}


def need(language: str) -> None:
    """Go on where the language is installed; where all must be tested fail, elsewhere skip."""
    lacks = missing(language)
    if lacks is None:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(f"{language} must be tested here: {lacks}")
    pytest.skip(lacks)


def launch(language: str, folder: Path) -> Launch:
    """The starter, built."""
    bot = write("starter", language, folder / "bots").bot
    ((found,), _) = find_bots([Wanted(bot)])
    launch = prepare(found, folder / "store", "full", 512, 1)
    failed = (launch.folder / "build-failed").exists()
    assert not failed, (launch.folder / "build.log").read_text()
    return launch


def play(launch: Launch, game: str) -> MatchResult:
    """A table of its likes, so that equal strategies make equal records."""
    rules = load(game)
    names = tuple(f"bot{seat}" for seat in range(rules.default_seats))
    options = fill_options(rules, len(names), GAMES[game])
    spec = MatchSpec("m", 0, game, game, options, 1, names, names, (names,), 1, 7)
    return play_match(spec, dict.fromkeys(names, launch), "full", LIMITS, House())


def digests(match: MatchResult) -> list[str]:
    return [result.digest for result in match.games]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The records of the plainest starter, by game."""
    starter = launch("python-plain", tmp_path_factory.mktemp("plain"))
    return {game: digests(play(starter, game)) for game in GAMES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_starter_plays_every_game_alike(
    language: str, tmp_path: Path, plain: dict[str, list[str]]
) -> None:
    need(language)
    starter = launch(language, tmp_path)
    for game in GAMES:
        match = play(starter, game)
        faults = [fault for result in match.games for fault in result.faults]
        assert faults == []
        assert digests(match) == plain[game]
        assert {usage.exit for usage in match.usage} == {"exited"}


def test_a_language_for_each_folder() -> None:
    folders = {path.name for path in STARTERS.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_starter_is_short(language: str) -> None:
    for path in (STARTERS / language).iterdir():
        lines = path.read_text().splitlines()
        assert len(lines) < 60, path
        assert max(map(len, lines)) <= 100, path


def test_where_all_must_be_tested_a_missing_language_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arena.starters.SYSTEM_PATH", "/nowhere")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"rustc is not in /nowhere.*install rustc"):
        need("rust")
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="rustc is not in"):
        need("rust")
