"""Whole games played in memory: no bot processes, no clock, the rules alone."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from arena.chance import ChanceSource, Scripted, Words
from arena.games.core import (
    Action,
    Chance,
    Decide,
    Event,
    Game,
    Options,
    Outcome,
    Over,
    Seat,
    Step,
    fill_options,
)
from arena.results import ranks

LISTED = 512
"""How many legal actions are looked at, as in a request to a bot."""

LONGEST = 100_000
"""After so many moves a game counts as endless."""

Chooser = Callable[[Any, Seat, Collection[Action]], Action]
"""Decides for a seat: given the state, the seat and its legal actions."""


class Move(NamedTuple):
    """One transition: the state and its node, what was given (an outcome, or actions), the step."""

    state: Any
    node: Chance | Decide
    given: Any
    step: Step


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game, move by move. `options` holds every option's value."""

    game: Game
    seats: int
    options: Options
    start: Step
    moves: Sequence[Move]
    over: Over

    @property
    def states(self) -> list[Any]:
        """Every state, from the first to the last."""
        return [self.start.state, *(move.step.state for move in self.moves)]

    @property
    def outcomes(self) -> list[Outcome]:
        """All luck in order, as `arena.chance.Scripted` takes it."""
        return [move.given for move in self.moves if isinstance(move.node, Chance)]

    @property
    def answers(self) -> list[Action]:
        """All actions in order, as `scripted` takes them."""
        given = (move.given for move in self.moves if isinstance(move.node, Decide))
        return [action for actions in given for action in actions.values()]

    @property
    def record(self) -> list[Event]:
        """The events of the game record, without its header."""
        events = list(self.start.events)
        for move in self.moves:
            events += happened(move)
        return [*events, end(self.over)]


def playout(
    game: Game,
    seats: int,
    options: Options,
    chance: ChanceSource,
    chooser: Chooser,
    longest: int = LONGEST,
) -> Played:
    """Play one game to its end. AssertionError when it is not over after `longest` moves."""
    filled = fill_options(game, seats, options)
    start = game.start(seats, filled)
    made = list(islice(moves(game, start.state, chance, chooser), longest + 1))
    over = game.node(made[-1].step.state if made else start.state)
    if not isinstance(over, Over):
        raise AssertionError(f"{game.name} is not over after {longest} moves")
    return Played(game, seats, filled, start, made, over)


def moves(game: Game, state: Any, chance: ChanceSource, chooser: Chooser) -> Iterator[Move]:
    """One move after the other, until the game is over; keeps none of them."""
    while True:
        node = game.node(state)
        given: Any
        if isinstance(node, Decide):
            given = {seat: chooser(state, seat, legal) for seat, legal in node.legal.items()}
            step = game.act(state, given)
        elif isinstance(node, Chance):
            given = chance.pick(node)
            step = game.deal(state, given)
        else:
            return
        yield Move(state, node, given, step)
        state = step.state


def replay(played: Played) -> Played:
    """The same luck and the same actions again, from the start."""
    chance, chooser = Scripted(played.outcomes), scripted(played.answers)
    return playout(played.game, played.seats, played.options, chance, chooser)


def happened(move: Move) -> list[Event]:
    """The events of one move as the record has them: the actions, then what they brought about."""
    if not isinstance(move.node, Decide):
        return list(move.step.events)
    return [*action_events(move.given, secret=move.node.secret), *move.step.events]


def action_events(actions: Mapping[Seat, Action], *, secret: bool) -> list[Event]:
    """The `action` events of one decision; secret ones are shown to the seat itself only."""
    return [
        {"event": "action", "player": seat, "action": action, **({"to": [seat]} if secret else {})}
        for seat, action in sorted(actions.items())
    ]


def end(over: Over) -> Event:
    """The last event of a game in which no seat failed."""
    places = ranks(over.scores, over.tiebreaks, [None] * len(over.scores))
    return {
        "event": "end",
        "ranks": list(places),
        "scores": list(over.scores),
        "tiebreaks": list(over.tiebreaks),
    }


def listed(legal: Collection[Action]) -> Sequence[Action]:
    """The first actions, at most `LISTED`. AssertionError where there is none."""
    if isinstance(legal, (tuple, list)) and 0 < len(legal) <= LISTED:
        return legal
    some = tuple(islice(legal, LISTED))
    assert some, "a seat is asked and has no legal action"
    return some


def at_random(seed: int) -> Chooser:
    """Each listed action equally likely; the same seed makes the same choices."""
    below = Words(b"%d" % seed, "choices").below

    def choose(state: Any, seat: Seat, legal: Collection[Action]) -> Action:
        options = listed(legal)
        return options[below(len(options))]

    return choose


def leaning(seed: int) -> Chooser:
    """At random, but each seat in a mood of its own: for the first action, the last one, or even.

    Even choices alone seldom come far in games where one action ends a player's part in it.
    """
    key = b"%d" % seed
    below = Words(key, "choices").below
    moods: dict[Seat, int | None] = {}

    def choose(state: Any, seat: Seat, legal: Collection[Action]) -> Action:
        if seat not in moods:
            moods[seat] = (None, 0, -1)[Words(key, f"mood {seat}").below(3)]
        favourite, options = moods[seat], listed(legal)
        if favourite is not None and below(8):
            return options[favourite]
        return options[below(len(options))]

    return choose


def scripted(actions: Sequence[Action]) -> Chooser:
    """The given actions in order, each of which must be legal when its turn comes."""
    script = iter(actions)

    def choose(state: Any, seat: Seat, legal: Collection[Action]) -> Action:
        action = next(script, None)
        if action is None or action not in legal:
            raise ValueError(f"{action!r} is not legal for seat {seat}; legal: {listed(legal)}")
        return action

    return choose


def falling_back(game: Game) -> Chooser:
    """What is played for a table whose bots have all but one failed: always the fallback."""
    return lambda state, seat, legal: game.fallback(state, seat)
