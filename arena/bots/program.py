"""Whether the program that a bot is run with is there, found out before anything starts."""

import shutil
from pathlib import Path
from shlex import quote

from arena.bots.manifest import Manifest

PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a confined bot finds programs."""
PYTHON = {"python", "python3"}
"""Stand for the interpreter that runs arena, wherever that is."""
_ELF = b"\x7fELF"
_LONGEST = 256
"""The kernel reads no more of a first line."""


def program_complaint(folder: Path, manifest: Manifest) -> str | None:
    """Why the bot in `folder` cannot be run on this machine, with what to do; None if it can.

    A program that the bot's build has yet to make is not looked for.
    """
    for program, *words in (*manifest.build, manifest.command):
        made = bool(manifest.build)
        if program in PYTHON:
            found = None if made else _script_missing(folder, words)
        elif "/" not in program:
            found = _not_installed(program)
        elif (folder / program).is_file():
            found = script_complaint(folder / program)
        else:
            found = None if made else f"there is no file {program} in the bot's folder"
        if found:
            return found
    return None


def _script_missing(folder: Path, words: list[str]) -> str | None:
    if not words:
        return "python is to run nothing: name the script behind it, [python, bot.py]"
    return None if (folder / words[0]).is_file() else f"there is no file {words[0]} for python"


def begins_like_a_program(path: Path) -> bool:
    """Whether the kernel may be able to run the file; it may still lack the right to be run."""
    first = _first_line(path)
    return first.startswith((_ELF, b"#!"))


def script_complaint(path: Path) -> str | None:
    """Why a file cannot be run as a program; None if it can."""
    if not path.stat().st_mode & 0o111:
        return f"{path.name} is not executable; chmod +x makes it so"
    first = _first_line(path)
    if first.startswith(_ELF):
        return None
    if not first.startswith(b"#!"):
        return f"{path.name} is neither a program nor a script that begins with #!"
    if first.endswith(b"\r\n"):
        return (
            f"the #! line of {path.name} ends in CRLF, as Windows editors write, and no system "
            "finds a program of that name; save the file with LF line ends, or run: "
            f"sed -i 's/\\r$//' {quote(path.name)}"
        )
    return _interpreter_complaint(first[2:].decode("utf-8", "replace").split())


def _first_line(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.readline(_LONGEST)


def _interpreter_complaint(words: list[str]) -> str | None:
    if not words:
        return "nothing stands behind its #!"
    if Path(words[0]).name == "env":
        named = next((word for word in words[1:] if not word.startswith("-")), None)
        return _not_installed(named) if named else None
    return None if Path(words[0]).exists() else f"{words[0]}, named in its #! line, is not here"


def _not_installed(program: str) -> str | None:
    if shutil.which(program, path=PATH):
        return None
    return f"it needs the program {program}, which is not in {PATH}; install it, or leave it out"
