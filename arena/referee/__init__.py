"""The referee: plays a match with bot processes and judges them by the protocol."""

import logging
from collections.abc import Iterable, Mapping

import sandbox
from arena.bots.process import Launch
from arena.match import MatchSpec
from arena.referee.clock import HostFault
from arena.referee.crew import ProcessCrew
from arena.referee.sitting import House, play_sitting
from arena.results import GameResult, MatchResult, Usage

__all__ = ["HostFault", "House", "play_match", "play_sitting"]

log = logging.getLogger("arena.referee")


def play_match(
    spec: MatchSpec,
    launches: Mapping[str, Launch],
    level: sandbox.Level,
    limits: Mapping[str, float | None],
    house: House,
) -> MatchResult:
    """Play all sittings of a match, one after the other, each with processes of its own.

    `launches` has one entry for each entrant of the match. Raises HostFault when the machine
    spoiled it, sandbox.SandboxError when bots cannot be started as they must be.
    """
    games: list[GameResult] = []
    usage: list[Usage] = []
    for order, seats in enumerate(spec.orders):
        bots = [launches[seat] for seat in seats]
        with ProcessCrew(bots, level, limits, spec.game, ponder=house.ponder) as crew:
            sitting = play_sitting(spec, order, crew, house, limits["game_s"])
        games += sitting
        usage += crew.usage(order)
        _log(spec, order, sitting)
    return MatchResult(spec.id, tuple(games), tuple(usage))


def _log(spec: MatchSpec, order: int, games: Iterable[GameResult]) -> None:
    """A line for the sitting and one for each fault that first came up in it."""
    log.info("%s sitting %d of %d: %s", spec.id, order + 1, len(spec.orders), spec.entry)
    for game in games:
        for fault in game.faults:
            if not fault.earlier:
                entrant = game.entrants[fault.seat]
                log.info("%s game %s: %s: %s: %s",
                         spec.id, game.id, entrant, fault.kind, fault.detail)  # fmt: skip
