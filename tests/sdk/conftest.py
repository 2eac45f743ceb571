"""Bots as a sitting starts them: in a folder of their own, beside the launcher and the SDK."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import arena

Message = dict[str, Any]
Play = Callable[..., "Played"]

HELLO: Message = {"type": "hello", "protocol": 1, "bot": "b", "limits": {"move_s": 1}}
BYE: Message = {"type": "bye"}


class Played(NamedTuple):
    """What a bot wrote until it ended."""

    answers: list[Message]
    stderr: str
    status: int
    stdout: bytes


def start(game_id: str = "g1", seed: int = 7, **members: Any) -> Message:
    """A game begins."""
    message = {"type": "start", "game_id": game_id, "game": "bank_dice", "options": {"rounds": 3}}
    return message | {"players": ["seat0", "seat1"], "seat": 1, "seed": seed} | members


def act(request: int, game_id: str = "g1", **members: Any) -> Message:
    """A request."""
    message = {"type": "act", "id": request, "game_id": game_id, "observation": {"bank": request}}
    return message | {"legal": ["bank", "stay"], "events": []} | members


def end(game_id: str = "g1", **members: Any) -> Message:
    """A game is over."""
    message = {"type": "end", "game_id": game_id, "ranks": [1, 2], "scores": [9, 4]}
    return message | {"tiebreaks": [0, 0], "events": []} | members


def lines(messages: Sequence[Message]) -> bytes:
    """As written to a bot."""
    return b"".join(
        json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty bot's folder, with `../lib` beside it."""
    package = Path(arena.__file__).parent
    library = tmp_path / "lib" / "arena"
    library.mkdir(parents=True)
    shutil.copy(package / "launch.py", tmp_path / "lib")
    for name in ("__init__.py", "sdk.py"):
        shutil.copy(package / name, library)
    made = tmp_path / "bot"
    made.mkdir()
    return made


@pytest.fixture
def command() -> list[str]:
    """How a bot is started in its folder."""
    return [sys.executable, "-I", "-S", "-u", "../lib/launch.py", "bot.py"]


@pytest.fixture
def play(folder: Path, command: list[str]) -> Play:
    """Write bot.py, let it read all the messages, and return what it wrote."""

    def played(
        source: str | bytes,
        messages: Sequence[Message] = (),
        environment: Mapping[str, str] | None = None,
    ) -> Played:
        text = source.encode() if isinstance(source, str) else source
        (folder / "bot.py").write_bytes(text)
        done = subprocess.run(
            command,
            input=lines(messages),
            capture_output=True,
            cwd=folder,
            env={"PATH": os.defpath, **(environment or {})},
            timeout=20,
            check=False,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines() if line[:1] == b"{"]
        return Played(answers, done.stderr.decode(), done.returncode, done.stdout)

    return played
