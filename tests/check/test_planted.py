"""Each mistake is found, and nothing is found that is not there."""

from dataclasses import replace
from pathlib import Path

import pytest

from arena.check import Report, Settings, check
from arena.check.catalogue import RULES
from arena.errors import ArenaError
from arena.games import names
from arena.starters import write as write_starter
from tests.check.bots import GOOD, PLANTED, READY, once, script, write

SETTINGS = Settings(
    level="none", games=("bank_dice",), start_s=2.0, move_s=1.5, memory_mb=128, tables=1
)
ELSEWHERE = {"build-failed", "games-differ", "no-games", "cpu-time"}
"""Rules that are tested in other ways: the last one needs an hour."""


def found(path: Path, settings: Settings = SETTINGS) -> Report:
    return check(path, settings, lambda message: None)


def rules(report: Report) -> set[str]:
    return {finding.rule for finding in report.findings}


def folder(path: Path, manifest: str, source: str) -> Path:
    """A bot in a folder of its own."""
    bot = path / "bot"
    bot.mkdir()
    (bot / "bot.yaml").write_text(manifest)
    (bot / "bot.py").write_text(source)
    return bot


@pytest.mark.parametrize("mistake", PLANTED)
def test_planted(mistake: str, tmp_path: Path) -> None:
    rule, source = PLANTED[mistake]
    report = found(write(tmp_path, source))
    assert rules(report) == {rule}
    assert report.failed == (RULES[rule].severity == "error")


def test_every_rule_is_planted() -> None:
    assert {rule for rule, _ in PLANTED.values()} | ELSEWHERE == set(RULES)


def test_good(tmp_path: Path) -> None:
    report = found(write(tmp_path, GOOD))
    assert rules(report) == set()
    assert not report.failed
    assert report.measured.requests > 500


@pytest.mark.parametrize("game", names())
def test_a_starter_is_fine_in_every_game(game: str, tmp_path: Path) -> None:
    bot = write_starter("first", "python", tmp_path).bot
    report = found(bot, replace(SETTINGS, games=(game,), tables=3))
    assert rules(report) == set()
    assert [score.game for score in report.scores] == [game]


def test_one_game_at_a_time_is_fine(tmp_path: Path) -> None:
    _, source = PLANTED["knows one game only"]
    report = found(write(tmp_path, source.replace("concurrent=True", "concurrent=False")))
    assert rules(report) == set()


def test_build_that_fails(tmp_path: Path) -> None:
    manifest = 'build: [sh, -c, "echo bot.c:1: error: no brain; exit 1"]\ncommand: [./bot]\n'
    report = found(folder(tmp_path, manifest, ""))
    (finding,) = report.findings
    assert (finding.rule, finding.line) == ("build-failed", "bot.c:1: error: no brain")
    assert "exit status 1" in finding.message
    assert report.failed


def test_games_named_twice(tmp_path: Path) -> None:
    manifest = "command: [python, bot.py]\ngames: [bank_dice, banking_benjamins]\n"
    source = script(hello='say(type="ready", concurrent=True, games=["bank_dice"])')
    assert rules(found(folder(tmp_path, manifest, source))) == {"games-differ"}


def test_no_game_that_there_is(tmp_path: Path) -> None:
    source = script(hello='say(type="ready", games=["chess"])')
    report = found(write(tmp_path, source), replace(SETTINGS, games=()))
    assert rules(report) == {"unknown-game", "no-games"}


def test_a_crash_is_told_with_its_last_words(tmp_path: Path) -> None:
    report = found(write(tmp_path, script(act=once("raise ValueError('no idea')"))))
    (finding,) = report.findings
    assert finding.line is not None
    assert finding.line.endswith("ValueError: no idea")
    assert finding.where.startswith("seat 0 of 4")
    assert finding.times > 1


def test_a_fault_in_one_game_does_not_hide_one_in_another(tmp_path: Path) -> None:
    source = script(
        top="game = {}",
        start='game[message["game_id"]] = message["game"]',
        act='if game[message["game_id"]] == "bank_or_bust_money": raise ValueError\n'
        'say(id=message["id"], action=message["legal"][0] + "!")',
    )
    games = ("bank_or_bust_money", "bank_or_bust_numbers")
    report = found(write(tmp_path, source), replace(SETTINGS, games=games))
    assert [(f.rule, f.game) for f in report.findings] == [
        ("crash", "bank_or_bust_money"),
        ("illegal-action", "bank_or_bust_numbers"),
    ]


def test_confined_as_in_a_tournament(tmp_path: Path) -> None:
    source = script(top="os.fork() or os._exit(0)")
    report = found(write(tmp_path, source), replace(SETTINGS, level="full"))
    (finding,) = report.findings
    assert finding.rule == "start-crash"
    assert "PermissionError" in (finding.line or "")


@pytest.mark.parametrize(
    ("games", "hello", "says"),
    [
        (("bank_dices",), READY, "no game 'bank_dices'; there are bank_dice, "),
        (
            ("bank_dice",),
            'say(type="ready", games=["banking_benjamins"])',
            "it says that it does not play bank_dice",
        ),
    ],
)
def test_games_that_cannot_be_checked(
    games: tuple[str, ...], hello: str, says: str, tmp_path: Path
) -> None:
    bot = write(tmp_path, script(hello=hello))
    with pytest.raises(ArenaError, match=says):
        found(bot, replace(SETTINGS, games=games))


def test_more_bots_than_one(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    (tmp_path / "second.py").write_text(GOOD)
    with pytest.raises(ArenaError, match="2 bots are here; name one of them"):
        found(tmp_path)
