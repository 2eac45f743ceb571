"""Hostile bots at a table with an honest one, confined: it plays and scores as if they were not."""

from pathlib import Path

import pytest

from tests.referee.table import HONEST, play

VICES = {
    "reads": "open('/etc/passwd')",
    "reaches": "import socket; socket.create_connection(('127.0.0.1', 22), 1)",
    "writes": "open('/tmp/x', 'w')",
    "changes itself": "open('bot.py', 'a')",
    "forks": "os.fork()",
    "kills all": "os.kill(-1, 9); raise OSError",
    "takes memory": "x = [b'1' * (1 << 24) for _ in range(1 << 10)]",
    "floods": "[os.write(2, b'x' * 65536) for _ in range(200)]; 1 / 0",
}


def alone(folder: Path) -> int:
    """What the honest bot scores beside another honest one."""
    return play(folder, {"other": HONEST, "honest": HONEST}, level="full").games[0].scores[1]


@pytest.mark.parametrize("vice", VICES)
def test_a_vice_ends_its_bot_and_changes_nothing_for_others(tmp_path: Path, vice: str) -> None:
    bad = HONEST.replace("        legal =", f"        {VICES[vice]}\n        legal =")
    limits = {"move_s": 5.0, "memory_mb": 128}
    match = play(tmp_path, {"bad": bad, "honest": HONEST}, level="full", limits=limits)
    (game,) = match.games
    assert [fault.seat for fault in game.faults] == [0]
    assert game.faults[0].kind in ("crash", "limit")
    assert game.scores[1] == alone(tmp_path / "alone")
    assert game.ranks == (2, 1)
    assert match.usage[1].exit == "exited"
