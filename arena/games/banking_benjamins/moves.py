"""What the player whose turn it is may do, and what a player may answer to a steal."""

from collections.abc import Collection, Iterator
from itertools import chain, compress

from arena.games.banking_benjamins import builds
from arena.games.banking_benjamins.cards import FACE, FACES, PLAYS, WILDS, Cards, can_pay, playable
from arena.games.banking_benjamins.state import MATCHING, Public
from arena.games.core import Action, Seat

DISCARDS = [f"discard:{card}" for card in FACES]
BLOCKS = {"block": "h2", **{f"block:{wild}": f"h{wild}=2" for wild in WILDS}}
"""How a steal can be blocked, with the card as it is played."""


class Moves(Collection[Action]):
    """The legal actions of a turn.

    `in` checks an action by itself. They are listed in this order: discards from 100 to the wilds,
    or `end`; steals, then adds, by Benjamin, each with plain cards before wilds, hand before row;
    builds as `builds.listed` has them.
    """

    __slots__ = ("_banks", "_hand", "_row", "_seat")

    def __init__(self, public: Public, seat: Seat, hand: Cards) -> None:
        self._banks = public.banks
        self._row = public.row
        self._seat = seat
        self._hand = hand

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, str):
            return False
        verb, _, rest = action.partition(":")
        match verb:
            case "discard":
                return rest in FACE and self._hand[FACE[rest]] > 0
            case "build":
                return builds.is_build(rest, self._hand, self._row)
            case "steal" | "add":
                return self._can_attach(verb, rest)
            case _:
                return action == "end" and not any(self._hand)

    def __iter__(self) -> Iterator[Action]:
        return chain(self._endings(), self._attaching(), builds.listed(self._hand, self._row))

    def __len__(self) -> int:
        attaching = len(self._attaching())
        return len(self._endings()) + attaching + builds.count(self._hand, self._row)

    def _endings(self) -> list[Action]:
        """What ends the turn."""
        return list(compress(DISCARDS, self._hand)) or ["end"]

    def _exposed(self) -> list[tuple[bool, int, str]]:
        """The exposed Benjamins, others' first: whether it is one's own, number, kind."""
        exposed = [
            (seat == self._seat, number, kind)
            for seat, bank in enumerate(self._banks)
            for number, kind, _, _, locked in bank
            if not locked
        ]
        exposed.sort()
        return exposed

    def _attaching(self) -> list[Action]:
        """All steals and adds."""
        exposed = self._exposed()
        if not exposed:
            return []
        kinds = {kind for _, _, kind in exposed}
        texts = {kind: playable(MATCHING[kind], self._hand, self._row) for kind in kinds}
        return [
            f"{'add' if own else 'steal'}:{number}:{text}"
            for own, number, kind in exposed
            for text in texts[kind]
        ]

    def _can_attach(self, verb: str, rest: str) -> bool:
        """Whether `3:h1` names an exposed Benjamin and a card at hand that matches it."""
        number, _, text = rest.partition(":")
        play = PLAYS.get(text)
        if play is None or not can_pay(play, self._hand, self._row):
            return False
        wanted = (verb == "add", number, play.value)
        exposed = self._exposed()
        return wanted in [(own, str(number), MATCHING[kind]) for own, number, kind in exposed]


def answers(hand: Cards) -> tuple[Action, ...]:
    """What a player with that hand may answer to a steal."""
    return (*(block for block, text in BLOCKS.items() if hand[PLAYS[text].face]), "allow")


def canonical(action: Action) -> Action:
    """The action as it is listed: the cards of a build in order."""
    verb, colon, rest = action.partition(":")
    return verb + colon + builds.in_order(rest) if verb == "build" else action
