"""Starter bots: one folder for each language, with a bot that plays every game.

A folder holds the bot's one source file, `bot.*`, and where it must be built a `bot.yaml`. The
Python files end in `.txt` besides, so that they are data here and not modules.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from arena.errors import ArenaError
from arena.spec.names import ID


@dataclass(frozen=True, slots=True)
class Language:
    """What people call it, the program it needs, and the Debian package that has it."""

    title: str
    needs: str
    package: str


LANGUAGES: Mapping[str, Language] = {
    "python": Language("Python, with the SDK", "python3", "python3"),
    "python-plain": Language("Python, without the SDK", "python3", "python3"),
    "javascript": Language("JavaScript for Node", "node", "nodejs"),
    "c": Language("C", "gcc", "gcc libc6-dev"),
    "cpp": Language("C++", "g++", "g++"),
    "java": Language("Java", "javac", "default-jdk-headless"),
    "rust": Language("Rust", "rustc", "rustc"),
    "go": Language("Go", "go", "golang-go"),
    "ruby": Language("Ruby", "ruby", "ruby"),
    "perl": Language("Perl", "perl", "perl"),
    "shell": Language("POSIX shell", "sh", "dash"),
}
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a confined build and a confined bot find programs."""


@dataclass(frozen=True, slots=True)
class Written:
    """What `write` made: the bot's file or folder, its source file, all files in order."""

    bot: Path
    source: Path
    files: tuple[Path, ...]


def write(name: str, language: str, folder: Path) -> Written:
    """Put a starter bot into `folder`, which is made if it is not there. Overwrites nothing.

    ArenaError where the name cannot be a bot's, or a bot of that name is there.
    """
    _check_name(name, folder)
    sources = _sources(language)
    if len(sources) == 1:
        (only,) = sources
        target = folder / f"{name}{Path(_plain(only.name)).suffix}"
        _copy(only, target)
        return Written(target, target, (target,))
    bot = folder / name
    targets = tuple(bot / _plain(source.name) for source in sources)
    for source, target in zip(sources, targets, strict=True):
        _copy(source, target)
    return Written(bot, next(t for t in targets if t.name != "bot.yaml"), targets)


def missing(language: str) -> str | None:
    """What must be installed for that language, None if it is there."""
    known = LANGUAGES[language]
    if shutil.which(known.needs, path=SYSTEM_PATH):
        return None
    return f"{known.needs} is not in {SYSTEM_PATH}; on Debian: apt-get install {known.package}"


def _check_name(name: str, folder: Path) -> None:
    if not ID.fullmatch(name):
        raise ArenaError(
            f"{name!r} cannot be a bot's name: 1 to 32 of A-Z a-z 0-9 _ . -, the first a letter or "
            "digit"
        )
    if not folder.is_dir():
        return
    # Ids must differ in more than upper and lower case, so a bot's file and a folder would clash.
    for path in sorted(folder.iterdir()):
        if name.lower() in (path.name.lower(), path.stem.lower()):
            raise ArenaError(f"{path} is there already and is not overwritten; take another name")


def _sources(language: str) -> list[Traversable]:
    """The files of a starter, sorted by name."""
    if language not in LANGUAGES:
        raise ArenaError(f"no starter for {language!r}; there are {', '.join(LANGUAGES)}")
    found = files(__package__).joinpath(language).iterdir()
    return sorted((file for file in found if file.is_file()), key=lambda file: file.name)


def _plain(name: str) -> str:
    return name.removesuffix(".txt")


def _copy(source: Traversable, target: Path) -> None:
    content = source.read_bytes()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as new:
            new.write(content)
        if content.startswith(b"#!"):
            target.chmod(target.stat().st_mode | 0o111)
    except OSError as error:
        raise ArenaError(f"{target}: cannot be written: {error.strerror}") from None
