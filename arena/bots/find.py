"""Which bots there are: files and folders, with the hash that tells one version from another."""

import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from arena.bots.manifest import Manifest, read_manifest
from arena.errors import ArenaError

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
MANIFEST = "bot.yaml"
MAX_FILES = 10_000
MAX_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as found. `path` is its file or folder; `files` are relative to `root`."""

    id: str
    name: str | None
    path: Path
    root: Path
    files: tuple[str, ...]
    hash: str
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file, folder or glob of bots to look for, with an id and a name of its own if given."""

    path: Path
    id: str | None = None
    name: str | None = None


def find_bots(wanted: Sequence[Wanted]) -> tuple[list[Bot], list[str]]:
    """The bots, by id, and a line for each file that looks like a bot and is none.

    Raises ArenaError naming everything that is wrong: paths that hold no bot, ids that are not
    possible, two bots of one id.
    """
    bots: list[Bot] = []
    wrong: list[str] = []
    passed_over: list[str] = []
    for want in wanted:
        try:
            bots += _find(want, passed_over)
        except ArenaError as error:
            wrong.append(str(error))
    wrong += _same_ids(bots)
    if wrong:
        raise ArenaError("\n".join(wrong))
    return sorted(bots, key=lambda bot: bot.id), passed_over


def _same_ids(bots: Iterable[Bot]) -> Iterator[str]:
    """A complaint for every id that stands for two bots: results must never be merged."""
    seen: dict[str, Bot] = {}
    for bot in bots:
        # Ids name files too, and some file systems cannot tell upper from lower case.
        first = seen.setdefault(bot.id.lower(), bot)
        if first is not bot:
            yield (
                f"{bot.path}: another bot has the id {first.id!r} already ({first.path}); "
                "give one of them an id of its own: {path: …, id: …}"
            )


def _find(want: Wanted, passed_over: list[str]) -> list[Bot]:
    text = str(want.path)
    if any(c in text for c in "*?[") and not want.path.exists():
        base = Path(want.path.anchor or ".")
        pattern = str(want.path.relative_to(base)) if want.path.anchor else text
        paths = sorted(path for path in base.glob(pattern) if not _hidden(path))
        if not paths:
            raise ArenaError(f"{text}: no file or folder matches")
        return _single(want, [bot for path in paths for bot in _look(path, passed_over)])
    if not os.path.lexists(want.path):
        raise ArenaError(f"{text}: there is no such file or folder")
    if want.path.is_dir() and not (want.path / MANIFEST).exists():
        inside = sorted(path for path in want.path.iterdir() if not _hidden(path))
        found = [bot for path in inside for bot in _look(path, passed_over)]
        if not found:
            raise ArenaError(f"{text}: no bot is in this folder, and no {MANIFEST}")
        return _single(want, found)
    return [_bot(want.path, want.id, want.name)]


def _single(want: Wanted, found: list[Bot]) -> list[Bot]:
    if len(found) > 1 and (want.id or want.name):
        raise ArenaError(f"{want.path}: {len(found)} bots cannot all have one id or name")
    if want.id or want.name:
        return [_bot(found[0].path, want.id, want.name)]
    return found


def _hidden(path: Path) -> bool:
    return path.name.startswith((".", "_"))


def _look(path: Path, passed_over: list[str]) -> list[Bot]:
    """The bot at a path that was not named by itself: anything else there is passed over."""
    if path.is_dir() and not (path / MANIFEST).exists():
        passed_over.append(f"{path}: a folder without {MANIFEST} is no bot")
        return []
    if path.is_file() and not _runs(path):
        if path.suffix in {".sh", ".pl", ".rb"} or path.read_bytes()[:2] == b"#!":
            passed_over.append(f"{path}: not executable, so no bot (chmod +x makes it one)")
        return []
    return [_bot(path, None, None)]


def _runs(path: Path) -> bool:
    return path.suffix in {".py", ".js"} or bool(path.stat().st_mode & 0o111)


def _bot(path: Path, bot_id: str | None, name: str | None) -> Bot:
    if path.is_symlink():
        raise ArenaError(f"{path}: a symbolic link; put the bot's own file or folder here")
    folder = path.is_dir()
    bot_id = bot_id or (path.name if folder else path.stem)
    if not ID.fullmatch(bot_id):
        raise ArenaError(
            f"{path}: {bot_id!r} cannot be an id (1 to 32 of A-Z a-z 0-9 _ . -, the first a letter "
            "or digit); rename it or give it one: {path: …, id: …}"
        )
    if folder:
        manifest = read_manifest(path / MANIFEST)
        files = tuple(_files(path))
        digest = _hash(path, files)
        return Bot(bot_id, name or manifest.name, path, path, files, digest, manifest)
    if not path.is_file():
        raise ArenaError(f"{path}: neither a file nor a folder")
    manifest = _for_file(path)
    digest = _hash(path.parent, (path.name,), named=False)
    return Bot(bot_id, name, path, path.parent, (path.name,), digest, manifest)


def _for_file(path: Path) -> Manifest:
    """How a single file is run."""
    if path.stat().st_size == 0:
        raise ArenaError(f"{path}: the file is empty")
    match path.suffix:
        case ".py":
            return Manifest(command=("python", path.name))
        case ".js":
            return Manifest(command=("node", path.name))
        case _ if path.stat().st_mode & 0o111:
            return Manifest(command=(f"./{path.name}",))
    raise ArenaError(f"{path}: neither .py nor .js nor executable; chmod +x makes it a bot")


def _files(folder: Path) -> Iterator[str]:
    """All files below a bot's folder, sorted, relative to it."""
    count = size = 0
    for parent, folders, names in os.walk(folder):
        folders.sort()
        folders[:] = [name for name in folders if name not in {".git", "__pycache__"}]
        for name in [*folders, *sorted(names)]:
            path = Path(parent, name)
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode):
                continue
            if not stat.S_ISREG(mode):
                raise ArenaError(f"{path}: only plain files and folders may be in a bot's folder")
            count, size = count + 1, size + path.lstat().st_size
            if count > MAX_FILES or size > MAX_BYTES:
                raise ArenaError(
                    f"{folder}: more than {MAX_FILES} files or {MAX_BYTES >> 20} MB in a bot"
                )
            yield str(path.relative_to(folder))


def _hash(root: Path, files: Sequence[str], *, named: bool = True) -> str:
    """The content hash over names (of a single file: without), executability and bytes."""
    total = sha256()
    for name in sorted(files):
        path = root / name
        try:
            content = path.read_bytes()
        except OSError as error:
            raise ArenaError(f"{path}: cannot be read: {error.strerror}") from None
        executable = b"x" if path.stat().st_mode & 0o111 else b"-"
        label = name.encode(errors="surrogateescape") if named else path.suffix.encode()
        total.update(b"%d %b %b %d\n" % (len(label), label, executable, len(content)))
        total.update(content)
    return total.hexdigest()
