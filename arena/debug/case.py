"""One case: a bot, what it is told, and how that is looked at."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import run
from typing import Any

import msgspec

import sandbox
from arena.bots.find import Bot
from arena.bots.program import PYTHON
from arena.bots.snapshot import prepare
from arena.debug.compare import Compared, compare
from arena.debug.retell import Message, Reply
from arena.debug.talk import Talk, bare, bare_command, bare_environment, confined
from arena.games import load
from arena.results import Fault
from arena.texts import literal

SCHEMA_VERSION = 1


@dataclass(frozen=True, slots=True)
class Case:
    """`store` takes what is built. `limits`: as in `hello`."""

    bot: Bot
    store: Path
    messages: Sequence[Message]
    game: str
    game_id: str
    seat: int
    limits: Mapping[str, Any]

    def folder(self) -> Path:
        """Where the bot runs: in its own folder, or in that of its build."""
        if not self.bot.manifest.build:
            return self.bot.root
        return prepare(self.bot, self.store, "none", self.limits["memory_mb"], 64).folder / "code"

    def talk(self, level: sandbox.Level | None) -> Talk:
        """Start the bot, confined where a level is given."""
        if level is None:
            return bare(self.bot, self.folder())
        launch = prepare(self.bot, self.store, level, self.limits["memory_mb"], 1)
        return confined(launch, level)

    def compared(
        self, level: sandbox.Level | None, *, clock: bool, wait: int | None = None
    ) -> Compared:
        """Tell it everything, up to the first different answer; `wait` before that request."""
        limits = {key: self.limits[key] if clock else None for key in ("start_s", "move_s")}
        talk = self.talk(level)

        def pause(message: Message) -> None:
            if wait is not None and message.request == wait:
                print(f"request {wait} comes next; {how_to_attach(self.bot, talk.pid)}\n"
                      "Enter sends it", file=sys.stderr, flush=True)  # fmt: skip
                sys.stdin.readline()

        try:
            return compare(self.messages, talk, load(self.game), limits, pause)
        finally:
            talk.close()

    def under(self, debugger: str) -> int:
        """Run the bot in a debugger at this terminal, all messages on its standard input."""
        told = self.store / "told.jsonl"
        told.write_bytes(b"".join(message.line for message in self.messages))
        command = self.debugger_command(debugger, str(told))
        with told.open("rb") as lines:
            stdin = lines if debugger == "pdb" else None
            return run(command, cwd=self.folder(), env=bare_environment(), stdin=stdin,
                       check=False).returncode  # fmt: skip

    def debugger_command(self, debugger: str, told: str) -> list[str]:
        """The command line that runs the bot in a debugger, with messages from the file `told`."""
        command = bare_command(self.bot)
        if debugger == "pdb":
            return [sys.executable, "-u", "-m", "arena.debug.under_pdb", *command[2:]]
        return ["gdb", "-ex", f"run < {shlex.quote(told)}", "--args", *command]


def how_to_attach(bot: Bot, pid: int) -> str:
    """The commands that attach a debugger to a running bot."""
    if bot.manifest.command[0] not in PYTHON:
        return f"attach with: gdb -p {pid}"
    if sys.version_info >= (3, 14):
        return f"attach with: {sys.executable} -m pdb -p {pid}"
    return f"attach with: gdb -p {pid} (to step through Python, use --under pdb)"


def text(case: Case, compared: Compared) -> str:
    """What came out, for people."""
    counted = f"{compared.requests} request{'s' if compared.requests != 1 else ''}"
    head = f"{case.game} {case.game_id}, seat {case.seat}, told to {case.bot.path}"
    if compared.message is None or compared.heard is None:
        return f"{head}\nit was asked nothing in this game"
    last, heard = compared.message, compared.heard
    if compared.same and not isinstance(heard.reply, Fault):
        return f"{head}\n{counted}, all answered as then"
    lines = [head, f"{counted}; the last, id {last.request}:" if last.request else counted]
    if last.request is not None:
        asked = msgspec.json.decode(last.line)
        lines.append(f"  observation {_short(asked['observation'])}")
        lines.append(f"  events      {_short(asked['events'])}")
        lines.append(f"  legal       {_short(asked['legal'])}")
    lines.append(f"  then        {_reply(last.expected)}")
    lines.append(f"  now         {_reply(heard.reply)} (after {heard.seconds * 1000:.1f} ms)")
    return "\n".join(lines)


def document(case: Case, compared: Compared) -> dict[str, Any]:
    """What came out, for programs."""
    last, heard = compared.message, compared.heard
    return {
        "schema_version": SCHEMA_VERSION,
        "game": case.game,
        "game_id": case.game_id,
        "seat": case.seat,
        "bot": str(case.bot.path),
        "requests": compared.requests,
        "same": compared.same,
        "message": msgspec.json.decode(last.line) if last else None,
        "then": _plain(last.expected if last else None),
        "now": _plain(heard.reply if heard else None),
        "seconds": heard.seconds if heard else None,
    }


def _plain(reply: Reply | None) -> dict[str, Any] | None:
    match reply:
        case None:
            return None
        case Fault(kind, detail):
            return {"fault": kind, "detail": detail}
    return {"action": reply.action, "note": reply.note}


def _reply(reply: Reply | None) -> str:
    """On one line, whatever a bot has written into its note."""
    match reply:
        case None:
            return "it was ready"
        case Fault(kind, detail):
            return literal(f"{kind}: {detail}")
    return literal(reply.action + (f" – {reply.note}" if reply.note else ""))


def _short(value: object) -> str:
    found = msgspec.json.encode(value).decode()
    return found if len(found) <= 2000 else f"{found[:2000]}…"
