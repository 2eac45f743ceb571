"""Copies of bots, from which they run: what is rated is what was hashed, whatever happens later."""

import os
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sandbox
from arena.bots import library
from arena.bots.build import build, precompile, settings
from arena.bots.find import Bot, content_hash
from arena.bots.process import Launch
from arena.bots.program import PYTHON
from arena.errors import ArenaError


def prepare(bot: Bot, store: Path, level: sandbox.Level, memory_mb: int, processes: int) -> Launch:
    """The bot's snapshot below `store`, made and built where it is not there yet; how to run it."""
    # By id as well: two single files may be equal but for their names.
    folder = store / f"{bot.id}-{bot.hash[:16]}-{library.version()}"
    if not folder.exists():
        _make(bot, store, folder, level)
    return Launch(
        entrant=bot.id,
        argv=_argv(bot, folder),
        folder=folder,
        readable=(*interpreter(), *settings()),
        env=(("ARENA_SITE", sysconfig.get_path("purelib")),),
        memory_mb=memory_mb,
        processes=processes,
    )


def _make(bot: Bot, store: Path, folder: Path, level: sandbox.Level) -> None:
    """Copy and build aside, then move into place, so that no half-made snapshot is ever used."""
    with _making(bot, store) as making:
        for name in bot.files:
            _copy(bot.root / name, making / "code" / name)
        if content_hash(making / "code", bot.files, named=bot.path == bot.root) != bot.hash:
            raise ArenaError(f"{bot.path}: changed while it was copied; run the command again")
        library.install(making / "lib")
        if bot.manifest.build:
            build(bot, making, level)
        if bot.manifest.command[0] in PYTHON:
            sources = [name for name in bot.files if name.endswith(".py")]
            precompile(sources, making, level, python(), interpreter())
        _open_to_all(making)
        making.rename(folder)


def _open_to_all(folder: Path) -> None:
    """Bots run as other users, whom our umask, or that of a build, may have shut out."""
    for parent, _, names, here in os.fwalk(folder):
        os.fchmod(here, 0o755)
        for name in names:
            mode = Path(parent, name).lstat().st_mode
            if stat.S_ISREG(mode):
                os.chmod(name, mode | 0o444 | (0o111 if mode & 0o100 else 0), dir_fd=here)


@contextmanager
def _making(bot: Bot, store: Path) -> Iterator[Path]:
    """A new folder in `store` that is gone afterwards, if it has not been moved."""
    try:
        store.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(prefix=".making-", dir=store))
        try:
            yield making
        finally:
            shutil.rmtree(making, ignore_errors=True)
    except OSError as error:
        reason = error.strerror or error
        raise ArenaError(f"{bot.path}: cannot be copied to {store}: {reason}") from None


def _copy(source: Path, target: Path) -> None:
    """A plain file's bytes, never what a link points to."""
    fd = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(fd, "rb") as opened:
        executable = os.fstat(opened.fileno()).st_mode & 0o111
        _write(target, opened.read(), 0o755 if executable else 0o644)


def _write(path: Path, content: bytes, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
    path.write_bytes(content)
    path.chmod(mode)


def _argv(bot: Bot, folder: Path) -> tuple[str, ...]:
    """The command line; `python` means the interpreter that runs arena, with the SDK at hand."""
    if (folder / "build-failed").exists():
        # In the shell alone: a bot may not start further programs.
        tell = 'while IFS= read -r line; do printf "%s\\n" "$line"; done <../build.log >&2; exit 1'
        return ("/bin/sh", "-c", tell)
    program, *rest = bot.manifest.command
    if program in PYTHON:
        return (python(), "-I", "-S", "-u", f"../lib/{library.LAUNCHER}", *rest)
    return (program, *rest)


def python() -> str:
    """The real interpreter behind a virtual environment."""
    return str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())


def interpreter() -> tuple[Path, ...]:
    """What must be readable for the interpreter and its installed packages."""
    prefixes = {Path(sys.base_prefix).resolve(), Path(sysconfig.get_path("purelib")).resolve()}
    return tuple(sorted(path for path in prefixes if path.is_dir()))
