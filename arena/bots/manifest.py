"""bot.yaml: how the bot in a folder is built and run."""

from dataclasses import dataclass
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.errors import ArenaError


@dataclass(frozen=True, slots=True)
class Manifest:
    """How a bot is run: `command` with the bot's folder as working folder; `python` in its first
    place is the interpreter that runs arena. `build`: commands that are run once, before.
    `games`: ids of the games it plays, None: what it says itself, else all.
    """

    command: tuple[str, ...]
    build: tuple[tuple[str, ...], ...] = ()
    games: tuple[str, ...] | None = None
    name: str | None = None


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    command: list[str] = Field(min_length=1)
    build: list[list[str]] | list[str] = []
    games: list[str] | None = None
    name: str | None = None


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file. ArenaError, naming all that is wrong, where it is none."""
    try:
        found = _File.model_validate(yaml.load(path.read_bytes(), yaml.CSafeLoader))
    except yaml.YAMLError as error:
        raise ArenaError(f"{path}: not YAML: {error}") from None
    except OSError as error:
        raise ArenaError(f"{path}: cannot be read: {error.strerror}") from None
    except ValidationError as error:
        wrong = [f"{path}: {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
        raise ArenaError("\n".join(wrong)) from None
    build = found.build
    commands = [build] if build and isinstance(build[0], str) else build
    return Manifest(
        command=tuple(found.command),
        build=tuple(tuple(command) for command in commands if command),
        games=None if found.games is None else tuple(found.games),
        name=found.name,
    )
