"""Building a bot from its sources, confined like the bot itself."""

import os
import select
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

import sandbox
from arena.bots.find import Bot
from arena.bots.process import CHUNK, STDERR_KEPT

BUILD_S = 120.0
BUILD_LIMITS = sandbox.Limits(
    memory_mb=4096, processes=64, cpu_s=300, open_files=1024, file_mb=256, tmp_mb=256, threads=256
)


def settings() -> tuple[Path, ...]:
    """Folders outside /usr that compilers and interpreters below it cannot start without."""
    return tuple(sorted(path for path in Path("/etc").glob("java-*-openjdk") if path.is_dir()))


def build(bot: Bot, folder: Path, level: sandbox.Level) -> None:
    """Run the bot's build commands in folder/code, each until it ends.

    What they print is kept in folder/build.log. A build that fails leaves folder/build-failed: the
    bot then fails at its start, in every match, with the end of that log.
    """
    log = b""
    for command in bot.manifest.build:
        status, output = _run(command, folder, level, settings())
        log = (log + f"$ {' '.join(command)}\n".encode() + output)[-STDERR_KEPT:]
        if status != "ok":
            log += f"\nthe build failed: {status}\n".encode()
            (folder / "build-failed").touch()
            break
    (folder / "build.log").write_bytes(log)


def precompile(
    sources: Sequence[str], folder: Path, level: sandbox.Level, python: str, needs: tuple[Path, ...]
) -> None:
    """Compile Python files of folder/code, once instead of at every start of the bot.

    Confined, because a stranger's source can bring down what compiles it. A file that cannot be
    compiled is left as it is, for the bot to fail at its start and say why. `needs`: what the
    interpreter must be able to read.
    """
    options = ("-q", "-q", "-f", "--invalidation-mode", "unchecked-hash")
    command = (python, "-I", "-S", "-m", "compileall", *options, "--", *sources)
    _run(command, folder, level, needs)


def _run(
    command: tuple[str, ...], folder: Path, level: sandbox.Level, needs: tuple[Path, ...]
) -> tuple[str, bytes]:
    """Whether one command went well ("ok", else why not) and the end of what it printed."""
    view = sandbox.View(folder=folder / "code", readable=needs, writable=True)
    with sandbox.spawn(command, BUILD_LIMITS, view, level) as child:
        child.close_stdin()
        output = _output(child, monotonic() + BUILD_S)
        ending = child.wait(0.0)
        if ending is None:
            return f"{command[0]} did not end within {BUILD_S:g} s", output
    if ending.reason == "exited" and ending.code == 0:
        return "ok", output
    what = f"exit status {ending.code}" if ending.signal is None else f"signal {ending.signal}"
    return f"{command[0]} ended with {what} ({ending.reason})", output


def _output(child: sandbox.Child, until: float) -> bytes:
    """What it prints until it ends or time is up, the end of it."""
    kept = b""
    poll = select.poll()
    for fd in (child.stdout, child.stderr, child.pidfd):
        poll.register(fd, select.POLLIN)
    open_fds = {child.stdout, child.stderr}
    while (left := until - monotonic()) > 0:
        ready = [fd for fd, _ in poll.poll(left * 1000)]
        chunks = {fd: _read(fd) for fd in ready if fd in open_fds}
        for fd, chunk in chunks.items():
            kept = (kept + (chunk or b""))[-STDERR_KEPT:]
            if chunk == b"":
                open_fds.discard(fd)
                poll.unregister(fd)
        if child.pidfd in ready and not any(chunks.values()):
            break
    return kept


def _read(fd: int) -> bytes | None:
    try:
        return os.read(fd, CHUNK)
    except BlockingIOError:
        return None
