"""Asking bots what they play, once for each version, before the first match."""

import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

import sandbox
from arena.bots.process import Launch
from arena.errors import ArenaError
from arena.referee.clock import HostFault
from arena.referee.crew import ProcessCrew
from arena.results import Fault
from arena.wire import Ready

AT_ONCE = 8
"""How many bots are started at a time."""
TRIES = 3
"""How often it is tried to start them where the machine is too busy for that."""
KEPT = "ready.json"

log = logging.getLogger("arena.register")


def register(
    launches: Sequence[Launch], level: sandbox.Level, limits: Mapping[str, float | None]
) -> dict[str, Ready]:
    """What each entrant said of itself. A bot that could not be started plays anything, badly.

    An answer is kept beside the bot's snapshot and not asked for again. ArenaError where no bot
    starts at all, or the machine is too busy to start any.
    """
    known = {launch.entrant: ready for launch in launches if (ready := _kept(launch.folder))}
    new = [launch for launch in launches if launch.entrant not in known]
    said: dict[str, Ready | Fault] = {}
    for first in range(0, len(new), AT_ONCE):
        said |= _ask_patiently(new[first : first + AT_ONCE], level, limits)
    failed = {entrant: fault for entrant, fault in said.items() if isinstance(fault, Fault)}
    told = [f"{entrant} does not start: {fault.detail}" for entrant, fault in failed.items()]
    if told and len(told) == len(launches):
        # What all have in common is this machine: nobody is to be blamed for that in a table.
        raise ArenaError("none of the bots starts\n" + "\n".join(told))
    for line in told:
        log.warning("%s", line)
    answers = {entrant: ready for entrant, ready in said.items() if isinstance(ready, Ready)}
    return known | answers | dict.fromkeys(failed, Ready())


def _ask_patiently(
    batch: Sequence[Launch], level: sandbox.Level, limits: Mapping[str, float | None]
) -> dict[str, Ready | Fault]:
    """`_ask`, again where the machine spoiled it. ArenaError where it does so every time."""
    for _ in range(TRIES):
        try:
            return _ask(batch, level, limits)
        except HostFault as error:
            log.warning("%s", error)
            reason = error
    raise ArenaError(f"the bots cannot be started: {reason}; try again when it has less to do")


def _ask(
    launches: Sequence[Launch], level: sandbox.Level, limits: Mapping[str, float | None]
) -> dict[str, Ready | Fault]:
    answers: dict[str, Ready | Fault] = {}
    with ProcessCrew(launches, level, limits, game=None) as crew:
        for launch, member in zip(launches, crew.members, strict=True):
            answers[launch.entrant] = member.ready or member.fault or Ready()
            if member.ready is not None:
                with suppress(OSError):  # it can be asked again
                    (launch.folder / KEPT).write_bytes(msgspec.json.encode(member.ready))
    return answers


def _kept(folder: Path) -> Ready | None:
    try:
        return msgspec.json.decode((folder / KEPT).read_bytes(), type=Ready)
    except (OSError, msgspec.DecodeError):
        return None
