"""Matches as in a tournament: the bot against other bots, and against itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle

from arena.bots.process import Launch
from arena.chance import derive
from arena.check.diagnose import diagnose
from arena.check.findings import Finding, Notebook
from arena.check.sitting import TRIES, Ground
from arena.errors import ArenaError
from arena.games import load
from arena.games.core import fill_options
from arena.match import MatchSpec
from arena.referee import HostFault, House, play_match
from arena.results import MatchResult

DEALS = 3


@dataclass(slots=True)
class Score:
    """How it did against others in one game. `won`: games won by k count 1/k each."""

    game: str
    games: int = 0
    won: float = 0.0


def against(
    others: Sequence[Launch], game: str, ground: Ground, notebook: Notebook, seed: int
) -> Score:
    """Play every seat of the default table against the others, taken in turn; note its faults."""
    seats = load(game).default_seats
    names = [f"{ground.launch.entrant}~{i}" for i in range(1, seats)]
    rivals = [
        replace(other, entrant=name) for other, name in zip(cycle(others), names, strict=False)
    ]
    table = [ground.launch, *rivals]
    orders = [table[turn:] + table[:turn] for turn in range(seats if load(game).positions else 1)]
    match = _play(game, orders, ground, seed)
    _note(match, {ground.launch.entrant}, game, "against sample bots", notebook)
    score = Score(game)
    for result in match.games:
        seat = result.entrants.index(ground.launch.entrant)
        score.games += 1
        score.won += (result.ranks[seat] == 1) / result.ranks.count(1)
    return score


def itself(game: str, ground: Ground, notebook: Notebook, seed: int) -> None:
    """Play a table of its likes, each a process of its own; note their faults."""
    seats = load(game).default_seats
    table = [replace(ground.launch, entrant=f"{ground.launch.entrant}-{i}") for i in range(seats)]
    match = _play(game, [table], ground, seed)
    _note(match, {launch.entrant for launch in table}, game, "against itself", notebook)


def _play(game: str, orders: list[list[Launch]], ground: Ground, seed: int) -> MatchResult:
    rules, launches = load(game), {launch.entrant: launch for launch in orders[0]}
    names = tuple(launches)
    spec = MatchSpec(
        "check", 0, game, game, fill_options(rules, len(names), {}), 1, names, names,
        tuple(tuple(launch.entrant for launch in order) for order in orders),
        DEALS, derive(seed, "samples"),
    )  # fmt: skip
    house = House(shared_luck=ground.level == "full")
    for _ in range(TRIES):
        try:
            return play_match(spec, launches, ground.level, ground.limits, house)
        except HostFault as error:
            reason = error
    raise ArenaError(f"this cannot be checked on a machine that busy: {reason}")


def _note(
    match: MatchResult, entrants: set[str], game: str, where: str, notebook: Notebook
) -> None:
    for rule, message, line in _faults(match, entrants):
        notebook.note(Finding(rule, game, message, where, line))


def _faults(match: MatchResult, entrants: set[str]) -> Iterator[tuple[str, str, str | None]]:
    for result in match.games:
        for fault in result.faults:
            if result.entrants[fault.seat] in entrants and not fault.earlier:
                yield diagnose(fault)
