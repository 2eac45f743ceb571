"""bot.yaml: how the bot in a folder is built and run. Read as strictly as tournament files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from arena import plugins
from arena.spec.complaints import Complaints, shown, suggestion
from arena.spec.document import Kind, parse
from arena.spec.fit import fit
from arena.spec.shape import Name, Shape, Text, checked, fault, known
from arena.spec.source import read_source

_KIND = Kind("the manifest of a bot", "command")


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


def _word_complaint(text: str) -> str | None:
    return "a character of value 0 cannot be in a command" if "\0" in text else None


def _command(value: object) -> object:
    """Says what a command is where there is none; an empty list is said to be empty elsewhere."""
    if isinstance(value, list):
        return value
    words = ", ".join(value.split()) if isinstance(value, str) else "./bot, --fast"
    raise fault(f"{shown(value)} is not a list of words, such as [{words}]")


def _commands(value: object) -> object:
    """One command, or a list of them, as a list of them."""
    if not isinstance(value, list):
        raise fault(f"{shown(value)} is not a command (a list of words), or a list of commands")
    kinds = {isinstance(item, list) for item in value}
    if kinds == {True, False}:
        raise fault("a list of commands and words mixed; write each command as a list of its own")
    return value if True in kinds or not value else [value]


_Word = Annotated[Text, checked(_word_complaint)]
_Command = Annotated[list[_Word], Field(min_length=1), BeforeValidator(_command)]
_Game = Annotated[Text, known("game", plugins.GAMES.names)]


class ManifestShape(Shape):
    """A bot.yaml."""

    command: _Command = Field(description="How the bot is run, in its folder.")
    build: Annotated[list[_Command], BeforeValidator(_commands)] = Field(
        default_factory=list, description="A command that is run once, before; or several."
    )
    games: Annotated[list[_Game], Field(min_length=1)] | None = Field(
        default=None, description="The games it plays; default: what it says itself, else all."
    )
    name: Name | None = Field(default=None, description="The name in the tables.")


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file.

    Raises one ArenaError that lists everything that is wrong with it, a line each:
    `file:line:column: what is wrong, what would be right`.
    """
    complaints = Complaints(path)
    top = parse(read_source(path), complaints, _KIND)
    if top is None:
        raise complaints.error()
    shape = fit(top, ManifestShape, complaints, _advice)
    complaints.check()
    if shape is None:
        raise AssertionError("a file without a shape has a complaint")
    return Manifest(
        command=tuple(shape.command),
        build=tuple(tuple(command) for command in shape.build),
        games=None if shape.games is None else tuple(shape.games),
        name=shape.name,
    )


def _advice(key: str, part: str) -> str:
    return suggestion(key, ManifestShape.model_fields)
