"""Bank: everyone shares one growing bank of dice rolls; bank it before the 7 comes.

A round starts with an empty bank. The players still in roll two dice in turn, clockwise. The first
three rolls are safe: a 7 adds 70, any other roll its sum, doubles too. From the fourth roll on a 7
ends the round with nothing for those still in, doubles double the bank, any other roll adds its
sum. After every roll that did not end the round, all players still in are asked at the same time
to `bank` or to `stay`. Whoever banks scores the bank as it stands and is out of the round; when
somebody banked, those still in are asked again, until nobody banks. The first roller is seat 0; a
roller's successor, in the next round too, is the next player clockwise who is in. The highest
total after all rounds wins; equal totals tie.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from arena.games.core import (
    Action,
    Chance,
    Decide,
    Event,
    Json,
    Node,
    Option,
    Options,
    Over,
    Seat,
    State,
    Step,
)

SAFE_ROLLS = 3
SEVEN = 7
SEVEN_WHILE_SAFE = 70
BANK, STAY = "bank", "stay"
CALLS = (BANK, STAY)

Dice = tuple[int, int]
DICE: tuple[Dice, ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))


ROUNDS = Option("int", 20, "how many rounds are played (the rulebook: 10, 15 or 20)", 1, 100)
ROLL: tuple[Chance, ...] = tuple(Chance(f"round {n}", DICE) for n in range(ROUNDS.high + 1))
"""The roll of each round. Each round is a stream of its own: the k-th roll of a round is the same
under one seed, whatever was called before."""


class Public(NamedTuple):
    """The whole of a game's state: nothing is hidden.

    `roll`: the rolls made in this round. `roller`: who rolls next; while a call is open, who
    rolled last. `phase`: "roll", "call" or "over".
    """

    rounds: int
    round: int
    roll: int
    bank: int
    totals: tuple[int, ...]
    still_in: tuple[Seat, ...]
    roller: Seat
    phase: str


BankState = State[Public, None, None]


class BankDice:
    """The rules of Bank."""

    name = "bank_dice"
    title = "Bank"
    rules_version = 1
    seats = range(2, 21)
    default_seats = 4
    positions = False
    options: Mapping[str, Option] = {"rounds": ROUNDS}

    def start(self, seats: int, options: Options) -> Step:
        """Before the first roll of round 1, which is seat 0's."""
        public = Public(options["rounds"], 1, 0, 0, (0,) * seats, tuple(range(seats)), 0, "roll")
        return Step(State(public, (None,) * seats, None), (_begins(1),))

    def node(self, state: BankState) -> Node:
        """A roll, or a call that all who are in answer at the same time."""
        public = state.public
        if public.phase == "call":
            return _call(public.still_in)
        if public.phase == "roll":
            return ROLL[public.round]
        return self.secured(state)

    def deal(self, state: BankState, outcome: Dice) -> Step:
        """After a roll: a call is open, or the round has ended on a 7."""
        rounds, number, rolls, bank, totals, still_in, roller, _ = state.public
        roll, face = rolls + 1, outcome[0] + outcome[1]
        if roll > SAFE_ROLLS and face == SEVEN:
            return _end_round(state, [_rolled(roller, outcome, roll, 0)], "seven")
        if roll > SAFE_ROLLS and outcome[0] == outcome[1]:
            bank *= 2
        else:
            bank += SEVEN_WHILE_SAFE if face == SEVEN else face
        public = Public(rounds, number, roll, bank, totals, still_in, roller, "call")
        return Step(State(public, state.own, None), (_rolled(roller, outcome, roll, bank),))

    def act(self, state: BankState, actions: Mapping[Seat, Action]) -> Step:
        """After a call: another one where somebody banked, else the next roll."""
        if BANK in actions.values():
            return _bank(state, actions)
        rounds, number, roll, bank, totals, still_in, roller, _ = state.public
        roller = _next_in(still_in, roller)
        public = Public(rounds, number, roll, bank, totals, still_in, roller, "roll")
        return Step(State(public, state.own, None))

    def observe(self, public: Public, seat: Seat | None, own: None) -> dict[str, Json]:
        """The same for all: everything is public."""
        return {
            "round": public.round,
            "roll": public.roll,
            "bank": public.bank,
            "scores": list(public.totals),
            "in": [seat in public.still_in for seat in range(len(public.totals))],
            "roller": public.roller,
        }

    def fallback(self, state: BankState, seat: Seat) -> Action:
        """Bank."""
        return BANK

    def canonical(self, action: Action) -> Action:
        """Actions are written in one way only."""
        return action

    def secured(self, state: BankState) -> Over:
        """The totals banked so far."""
        totals = state.public.totals
        return Over(totals, (0,) * len(totals))


@lru_cache(maxsize=1024)
def _call(still_in: tuple[Seat, ...]) -> Decide:
    return Decide(dict.fromkeys(still_in, CALLS))


def _next_in(still_in: tuple[Seat, ...], seat: Seat) -> Seat:
    """The next player clockwise after `seat` who is still in."""
    for other in still_in:
        if other > seat:
            return other
    return still_in[0]


def _bank(state: BankState, actions: Mapping[Seat, Action]) -> Step:
    """Some bank: they score and are out of the round; those who stay are asked again."""
    rounds, number, roll, bank, totals, still_in, roller, phase = state.public
    scores, staying, events = list(totals), [], []
    for seat in still_in:
        if actions[seat] == BANK:
            scores[seat] += bank
            events.append(_banked(seat, bank, scores[seat]))
        else:
            staying.append(seat)
    public = Public(rounds, number, roll, bank, tuple(scores), tuple(staying), roller, phase)
    after = State(public, state.own, None)
    return Step(after, events) if staying else _end_round(after, events, "all_banked")


def _end_round(state: BankState, events: list[Event], reason: str) -> Step:
    """Close the round and open the next; the player after the last roller begins it."""
    public = state.public
    events.append({"event": "round_end", "reason": reason})
    if public.round == public.rounds:
        over = public._replace(bank=0, still_in=(), phase="over")
        return Step(State(over, state.own, None), events)
    everyone = tuple(range(len(public.totals)))
    roller, following = _next_in(everyone, public.roller), public.round + 1
    events.append(_begins(following))
    after = Public(public.rounds, following, 0, 0, public.totals, everyone, roller, "roll")
    return Step(State(after, state.own, None), events)


def _begins(number: int) -> Event:
    return {"event": "round", "round": number}


def _rolled(roller: Seat, dice: Dice, roll: int, bank: int) -> Event:
    return {"event": "roll", "player": roller, "dice": dice, "roll": roll, "bank": bank}


def _banked(seat: Seat, points: int, total: int) -> Event:
    return {"event": "banked", "player": seat, "points": points, "total": total}


GAME = BankDice()
