"""Which bots there are: files and folders, with the hash that tells one version from another."""

import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from hashlib import sha256
from pathlib import Path

from arena.bots.manifest import Manifest, read_manifest
from arena.bots.program import begins_like_a_program, program_complaint
from arena.errors import ArenaError
from arena.spec.names import id_complaint, name_complaint, tidy

MANIFEST = "bot.yaml"
RUN_WITH = {".py": "python", ".js": "node"}
SCRIPTS = {".sh", ".pl", ".rb"}
MAX_FILES = 10_000
MAX_BYTES = 256 * 1024 * 1024
_LONGEST_ID = 32


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot as found. `path` is its file or folder; `files` are relative to `root`.

    `name` is what the tournament file or its manifest calls it; `file_name` what its file does.
    """

    id: str
    name: str | None
    file_name: str
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
    possible, two bots of one id, programs that are not on this machine.
    """
    bots: list[Bot] = []
    wrong: list[str] = []
    passed_over: list[str] = []
    for want in wanted:
        try:
            paths = _paths(want, passed_over)
        except ArenaError as error:
            wrong.append(str(error))
            continue
        for path in paths:
            try:
                bots.append(_bot(path, want.id, want.name))
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
        if first is bot:
            continue
        if first.path.samefile(bot.path):
            yield f"{bot.path}: listed twice; leave one out, or give it an id: {{path: …, id: …}}"
        else:
            yield (
                f"{bot.path}: another bot has the id {first.id!r} already ({first.path}); "
                "give one of them an id of its own: {path: …, id: …}"
            )


def _paths(want: Wanted, passed_over: list[str]) -> list[Path]:
    """Where the bots are that are wanted. ArenaError where there is none."""
    text = str(want.path)
    if has_magic(text) and not os.path.lexists(text):
        # Not Path.glob, which takes no absolute patterns.
        matching = glob(text, recursive=True)  # noqa: PTH207
        found, none = sorted(map(Path, matching)), "no bot matches"
    elif not os.path.lexists(text):
        raise ArenaError(f"{text}: there is no such file or folder")
    elif want.path.is_dir() and not (want.path / MANIFEST).exists():
        found, none = _inside(want.path), f"no bot is in this folder, and no {MANIFEST}"
    else:
        return [want.path]
    bots = [path for path in found if _looks_like_a_bot(path, passed_over)]
    if not bots:
        raise ArenaError(f"{text}: {none}")
    if len(bots) > 1 and (want.id or want.name):
        raise ArenaError(f"{text}: {len(bots)} bots cannot all have one id or name")
    return bots


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError as error:
        raise ArenaError(f"{folder}: cannot be read: {error.strerror}") from None


def _looks_like_a_bot(path: Path, passed_over: list[str]) -> bool:
    """Whether what was not named by itself may be meant as a bot: then its faults are told."""
    if path.name.startswith((".", "_")):
        return False
    if path.is_dir():
        if not (path / MANIFEST).exists():
            passed_over.append(f"{path}: a folder without {MANIFEST} is no bot")
            return False
        return True
    if not path.is_file() or path.suffix in RUN_WITH:
        return True
    try:
        executable, program = bool(path.stat().st_mode & 0o111), begins_like_a_program(path)
    except OSError:
        return True
    if executable and not program:
        passed_over.append(f"{path}: no bot: neither a program nor a script that begins with #!")
    elif not executable and (program or path.suffix in SCRIPTS):
        passed_over.append(f"{path}: no bot: not executable; chmod +x makes it one")
    return executable and program


def _bot(path: Path, bot_id: str | None, name: str | None) -> Bot:
    """The bot at a path. ArenaError, naming it, where it is none that can be run here."""
    if path.is_symlink():
        raise ArenaError(f"{path}: a symbolic link; put the bot's own file or folder here")
    folder = path.is_dir()
    own = path.resolve().name if folder else path.stem
    bot_id = bot_id or _id_from(own)
    if said := id_complaint(bot_id):
        raise ArenaError(f"{path}: {bot_id!r}: {said}; give it an id: {{path: …, id: …}}")
    try:
        manifest = read_manifest(path / MANIFEST) if folder else _for_file(path)
        root, files = (path, tuple(_files(path))) if folder else (path.parent, (path.name,))
        if said := program_complaint(root, manifest):
            raise ArenaError(f"{path}: {said}")
        digest = content_hash(root, files, named=folder)
    except OSError as error:
        raise ArenaError(f"{error.filename or path}: cannot be read: {error.strerror}") from None
    file_name = bot_id if name_complaint(tidy(own)) else tidy(own)
    return Bot(bot_id, name or manifest.name, file_name, path, root, files, digest, manifest)


def _id_from(name: str) -> str:
    """The id of a bot whose file has that name: the name itself wherever it can be."""
    if id_complaint(name) is None:
        return name
    letters = [c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)]
    plain = re.sub(r"[^A-Za-z0-9_.-]+", "-", "".join(letters)).strip("-_.")
    lost = any(c.isalnum() and not c.isascii() for c in letters)
    if plain and len(plain) <= _LONGEST_ID and not lost:
        return plain
    # Too much of the name would be lost to tell it from others; a hash of it does.
    distinct = sha256(os.fsencode(name)).hexdigest()[:8]
    return f"{plain[: _LONGEST_ID - 9]}-{distinct}".strip("-")


def _for_file(path: Path) -> Manifest:
    """How a single file is run."""
    if not path.is_file():
        raise ArenaError(f"{path}: neither a file nor a folder")
    size = path.stat().st_size
    if size == 0:
        raise ArenaError(f"{path}: the file is empty")
    if size > MAX_BYTES:
        raise ArenaError(f"{path}: more than {MAX_BYTES >> 20} MB")
    runs = RUN_WITH.get(path.suffix)
    return Manifest(command=(runs, path.name) if runs else (f"./{path.name}",))


def _files(folder: Path) -> Iterator[str]:
    """All files below a bot's folder, sorted, relative to it."""
    count = size = 0
    for parent, folders, names in os.walk(folder, onerror=_raise):
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


def _raise(error: OSError) -> None:
    raise error


def content_hash(root: Path, files: Sequence[str], *, named: bool) -> str:
    """The content hash over names (of a single file: without), executability and bytes."""
    total = sha256()
    for name in sorted(files):
        path = root / name
        content = path.read_bytes()
        executable = b"x" if path.stat().st_mode & 0o111 else b"-"
        label = (
            name.encode(errors="surrogateescape")
            if named
            else path.suffix.encode(errors="surrogateescape")
        )
        total.update(b"%d %b %b %d\n" % (len(label), label, executable, len(content)))
        total.update(content)
    return total.hexdigest()
