"""Bots as they are named on a command line: a path, PATH@REVISION, or a name in bots/."""

import tarfile
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from subprocess import run

import sandbox
from arena.bots.find import Bot, Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.errors import ArenaError

BOTS = "bots"


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for copies of bots, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        path = Path(folder)
        path.chmod(0o755)  # a confined bot is another user to the kernel
        yield path


def bot_named(word: str, store: Path) -> Bot:
    """The bot that a word names. `store` takes what comes out of a repository.

    ArenaError, saying what may be written, where it names none or several.
    """
    path = Path(word)
    if not path.exists():
        name, at, revision = word.rpartition("@")
        path = _checked_out(Path(name), revision, store) if at and name else _in_workspace(word)
    found, _ = find_bots([Wanted(path)])
    if len(found) != 1:
        raise ArenaError(f"{word}: {len(found)} bots are here; name one of them")
    return found[0]


def launched(word: str, store: Path, level: sandbox.Level, limits: Mapping[str, object]) -> Launch:
    """How the bot of that name is started; it is copied into `store` and built there."""
    return prepare(bot_named(word, store), store, level, int(str(limits["memory_mb"])), 1)


def words(value: str | None) -> Sequence[str]:
    """The bots in a list with commas."""
    return [word.strip() for word in (value or "").split(",") if word.strip()]


def _in_workspace(word: str) -> Path:
    """bots/WORD, with whatever ending, here or in a folder above."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if "/" in word or not (folder / BOTS).is_dir():
            continue
        found = sorted(p for p in (folder / BOTS).iterdir() if word in (p.name, p.stem))
        if len(found) > 1:
            there = ", ".join(path.name for path in found)
            raise ArenaError(f"{word}: {folder / BOTS} has {there}; write which")
        if found:
            return found[0]
    raise ArenaError(
        f"{word}: no such file or folder, and no bot of that name in {BOTS}/; "
        "write a path, PATH@REVISION for a version in git, or a name"
    )


def _checked_out(path: Path, revision: str, store: Path) -> Path:
    """What a file or folder was in a revision of the git repository that it is in."""
    if revision.startswith("-") or not revision:
        raise ArenaError(f"{path}@{revision}: {revision!r} is no revision; write PATH@HEAD~1")
    folder = path.parent
    while not folder.is_dir():
        folder = folder.parent
    inside = path.relative_to(folder) if folder != Path() else path
    command = ["git", "archive", "--format=tar", revision, "--", str(inside)]
    try:
        done = run(command, cwd=folder, capture_output=True, check=False)
    except FileNotFoundError:
        raise ArenaError(f"{path}@{revision}: git is not installed") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["git failed"]
        raise ArenaError(f"{path}@{revision}: {said[-1]}")
    target = Path(tempfile.mkdtemp(prefix="revision-", dir=store))
    with tarfile.open(fileobj=BytesIO(done.stdout)) as packed:
        # Not as an argument, which the first releases of Python 3.11 do not know.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(target)
    return target / inside
