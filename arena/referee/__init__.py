"""The referee: plays a match with bot processes and judges them by the protocol."""

from collections.abc import Mapping

import sandbox
from arena.bots.process import Launch
from arena.match import MatchSpec
from arena.referee.clock import HostFault
from arena.referee.crew import ProcessCrew
from arena.referee.sitting import House, play_sitting
from arena.results import GameResult, MatchResult, Usage

__all__ = ["HostFault", "House", "play_match", "play_sitting"]


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
        with ProcessCrew([launches[seat] for seat in seats], level, limits, spec.game) as crew:
            games += play_sitting(spec, order, crew, house, limits["game_s"])
        usage += crew.usage(order)
    return MatchResult(spec.id, tuple(games), tuple(usage))
