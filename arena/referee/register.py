"""Asking bots what they play, once for each version, before the first match."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec

import sandbox
from arena.bots.process import Launch
from arena.errors import ArenaError
from arena.referee.clock import HostFault
from arena.referee.crew import ProcessCrew
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

    An answer is kept beside the bot's snapshot and not asked for again. ArenaError where the
    machine is too busy to start bots at all.
    """
    known = {launch.entrant: ready for launch in launches if (ready := _kept(launch.folder))}
    new = (launch for launch in launches if launch.entrant not in known)
    while batch := list(islice(new, AT_ONCE)):
        known |= _ask_patiently(batch, level, limits)
    return known


def _ask_patiently(
    batch: Sequence[Launch], level: sandbox.Level, limits: Mapping[str, float | None]
) -> dict[str, Ready]:
    """`_ask`, again where the machine spoiled it. ArenaError where it does so every time."""
    for _ in range(TRIES):
        try:
            return _ask(batch, level, limits)
        except HostFault as error:
            log.warning("%s", error)
            reason = error
    raise ArenaError(f"the bots cannot be started: {reason}; try again when it has less to do")


def _ask(
    batch: Iterable[Launch], level: sandbox.Level, limits: Mapping[str, float | None]
) -> dict[str, Ready]:
    launches = list(batch)
    answers: dict[str, Ready] = {}
    with ProcessCrew(launches, level, limits, game=None) as crew:
        for launch, member in zip(launches, crew.members, strict=True):
            if member.ready is None:
                detail = member.fault.detail if member.fault else ""
                log.warning("%s does not start: %s", launch.entrant, detail)
                answers[launch.entrant] = Ready()
            else:
                answers[launch.entrant] = member.ready
                (launch.folder / KEPT).write_bytes(msgspec.json.encode(member.ready))
    return answers


def _kept(folder: Path) -> Ready | None:
    try:
        return msgspec.json.decode((folder / KEPT).read_bytes(), type=Ready)
    except (OSError, msgspec.DecodeError):
        return None
