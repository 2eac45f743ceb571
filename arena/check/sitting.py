"""One sitting of the bot in the company of players in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sandbox
from arena.bots.process import Launch
from arena.chance import derive
from arena.check.company import Company, Enough, Heard
from arena.errors import ArenaError
from arena.games import load
from arena.games.core import Game, Option
from arena.match import MatchSpec
from arena.referee.clock import HostFault
from arena.referee.crew import ProcessCrew
from arena.referee.sitting import House, play_sitting
from arena.results import Fault
from arena.wire import Ready

TRIES = 3


@dataclass(frozen=True, slots=True)
class Ground:
    """How bots are started and what they may take; `until`: when to stop (monotonic clock)."""

    launch: Launch
    level: sandbox.Level
    limits: Mapping[str, float | None]
    until: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, with the bot in `seat`. For the rest see Company."""

    game: str
    seats: int
    options: Mapping[str, Any]
    seat: int
    deals: int
    seed: int
    at_once: int = 1
    astray: bool = False
    later: bool = False
    failing: bool = False
    most: int = 2000

    def __str__(self) -> str:
        changed = {k: v for k, v in self.options.items() if v != _default(self, k)}
        options = "".join(f", {key}: {value}" for key, value in sorted(changed.items()))
        return f"seat {self.seat} of {self.seats}{options}"


@dataclass(slots=True)
class Sat:
    """How it went. `whole`: it was played to the end. `ending`: None where it did not end."""

    heard: Heard = field(default_factory=Heard)
    ready: Ready | None = None
    start_s: float = 0.0
    whole: bool = False
    ending: sandbox.Exit | None = None
    stderr: str = ""
    stderr_bytes: int = 0


def greet(ground: Ground) -> Ready | Fault:
    """What the bot says of itself, or why it does not start."""
    with ProcessCrew([ground.launch], ground.level, ground.limits, None) as crew:
        return crew.members[0].ready or crew.fault(0) or Ready()


def sit(plan: Plan, ground: Ground) -> Sat:
    """Play it. ArenaError where the machine is too busy for a verdict."""
    for _ in range(TRIES):
        try:
            return _sit(plan, ground)
        except HostFault as error:
            reason = error
    raise ArenaError(f"this cannot be checked on a machine that busy: {reason}")


def _sit(plan: Plan, ground: Ground) -> Sat:
    sat = Sat()
    crew = ProcessCrew([ground.launch], ground.level, ground.limits, plan.game)
    member = crew.members[0]
    sat.ready, sat.start_s = member.ready, member.start_s
    company = Company(
        crew, plan.seat, load(plan.game), seed=plan.seed, astray=plan.astray, later=plan.later,
        failing=plan.failing, most=plan.most, until=ground.until,
    )  # fmt: skip
    sat.heard = company.heard
    failed = crew.fault(0)
    if failed is not None:
        sat.heard.faults.append(failed._replace(earlier=False))
    try:
        with crew:
            play_sitting(_spec(plan), 0, company, House(in_flight=plan.at_once))
            sat.whole = True
    except Enough:
        pass
    sat.ending = member.bot.child.wait(0.0)
    sat.stderr, sat.stderr_bytes = member.bot.stderr(), member.bot.stderr_bytes
    return sat


def _spec(plan: Plan) -> MatchSpec:
    names = tuple(f"seat{seat}" for seat in range(plan.seats))
    seed = derive(plan.seed, "check")
    return MatchSpec(
        "check", 0, plan.game, plan.game, plan.options, 1, names, names, (names,), plan.deals, seed
    )


def _default(plan: Plan, option: str) -> object:
    return load(plan.game).options[option].default_for(plan.seats)


def odd_plans(game: str, plan: Plan, count: int) -> Sequence[Plan]:
    """Tables of other sizes with other options, each of them possible in a tournament."""
    rules = load(game)
    sizes = (rules.seats[0], rules.seats[-1], plan.seats, rules.seats[len(rules.seats) // 2])
    return [_odd(rules, plan, sizes[i % len(sizes)], i) for i in range(count)]


def _odd(rules: Game, plan: Plan, seats: int, number: int) -> Plan:
    options = {
        key: _pick(option, seats, derive(plan.seed, "option", number, key))
        for key, option in rules.options.items()
    }
    seat = derive(plan.seed, "seat", number) % seats
    return replace(plan, seats=seats, options=options, seat=seat, seed=plan.seed + number)


def _pick(option: Option, seats: int, luck: int) -> object:
    """One of the values that make a difference and no endless game."""
    default = option.default_for(seats)
    match option.kind:
        case "bool":
            values: list[object] = [False, True]
        case "choice":
            values = list(option.choices)
        case _:
            values = [default, default, option.low]
    return values[luck % len(values)]
