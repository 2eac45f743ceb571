"""Asking bots what they play."""

from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.referee import HostFault
from arena.referee import register as module
from arena.referee.register import TRIES, register
from tests.referee.table import HONEST, LIMITS, launch


def test_what_a_bot_says_is_asked_once_for_each_version(tmp_path: Path) -> None:
    plays = '{"type": "ready", "games": ["bank_dice"]}'
    picky = launch(tmp_path, "picky", HONEST.replace('{"type": "ready"}', plays))
    broken = launch(tmp_path, "broken", "bare][")
    said = register([picky, broken], "none", LIMITS)
    assert said["picky"].games == ("bank_dice",)
    assert said["broken"].games is None
    (picky.folder / "code/bot.py").write_text("")
    again = register([picky, broken], "none", LIMITS)
    assert again == said


def test_where_no_bot_starts_nobody_is_blamed(tmp_path: Path) -> None:
    broken = [launch(tmp_path, name, "bareraise SystemExit(9)") for name in "ab"]
    with pytest.raises(ArenaError, match=r"(?s)none of the bots starts\na.*status 9.*\nb"):
        register(broken, "none", LIMITS)


def test_a_machine_that_is_too_busy_is_told_apart_from_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def busy(*_: object) -> None:
        tried.append(1)
        raise HostFault("the machine is overloaded")

    monkeypatch.setattr(module, "_ask", busy)
    with pytest.raises(ArenaError, match="overloaded; try again"):
        register([launch(tmp_path, "a", HONEST)], "none", LIMITS)
    assert len(tried) == TRIES
