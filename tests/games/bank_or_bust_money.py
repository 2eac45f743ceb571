"""Plays of the money game with cards as written, for its tests."""

from arena.chance import Scripted
from arena.games.bank_or_bust_money import GAME
from arena.games.bank_or_bust_money.cards import Cards, busts, in_order
from arena.games.bank_or_bust_money.position import Piles, Position, Progress, Public
from arena.games.core import Chance, Decide, Event, Json, State, Step, fill_options
from arena.testing.playout import action_events


def cards(text: str) -> Cards:
    """The cards of "100 50 pyramid"; what else stands there is for the eye."""
    words = text.replace("|", " ").split()
    return tuple(int(word) if word.isdigit() else word for word in words)


class Play:
    """A game played with the cards as written, as far as they reach."""

    def __init__(self, seats: int = 3, deal: str = "", **options: Json) -> None:
        self.record: list[Event] = []
        self.streams: list[str] = []
        self.deals = list(cards(deal))
        self._follow(GAME.start(seats, fill_options(GAME, seats, options)))

    def deal(self, text: str) -> "Play":
        """Draw these cards, then go on as far as no card is needed."""
        self.events: list[Event] = []
        self.deals = list(cards(text))
        self._run()
        return self

    def set_up(self, deck: str = "", dead: str = "") -> "Play":
        """Go on with other cards in the dealing pile and the dead pile."""
        hidden = in_order(cards(deck))
        counts = tuple(map(cards(dead).count, self.progress.rules.kinds))
        piles = Piles(len(hidden), counts, self.public.piles.shuffles)
        public = self.public._replace(piles=piles)
        self._take(Step(State(public, self.state.own, hidden)))
        return self

    def place(self, text: str) -> "Play":
        """All seats lay these cards face down."""
        return self.act({seat: f"down:{card}" for seat, card in enumerate(text.split())})

    def hit(self, card: str) -> "Play":
        """The seat in turn hits and gets the card."""
        assert not self.deals
        self.deals = list(cards(card))
        return self.act({self.public.turn: "hit"})

    def stick(self, times: int = 1) -> "Play":
        """So many seats, one after the other, stick."""
        for _ in range(times):
            self.act({self.public.turn: "stick"})
        return self

    def round(self, deal: str, down: str, turns: str) -> "Play":
        """A whole round; `turns` has the card of each hit and a "-" for each stick."""
        self.deal(deal).place(down)
        for turn in turns.split():
            if turn == "-":
                self.stick()
            else:
                self.hit(turn)
        return self

    def act(self, actions: dict[int, str]) -> "Play":
        """All seats that are asked make these decisions."""
        node = self.node
        assert isinstance(node, Decide)
        assert actions.keys() == node.legal.keys()
        assert all(action in node.legal[seat] for seat, action in actions.items()), actions
        self.record += action_events(actions, secret=node.secret)
        self._follow(GAME.act(self.state, actions))
        return self

    def _follow(self, step: Step) -> None:
        self.events = []
        self._take(step)
        self._run()

    def _take(self, step: Step) -> None:
        self.state: Position = step.state
        self.events += step.events
        self.record += step.events
        self.node = GAME.node(self.state)

    def _run(self) -> None:
        while isinstance(self.node, Chance) and self.deals:
            card = Scripted([self.deals.pop(0)]).pick(self.node)
            self.streams.append(self.node.stream)
            self._take(GAME.deal(self.state, card))

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def progress(self) -> Progress:
        return self.public.progress

    @property
    def legal(self) -> dict[int, tuple[str, ...]]:
        assert isinstance(self.node, Decide)
        return {seat: tuple(legal) for seat, legal in self.node.legal.items()}

    @property
    def cash(self) -> list[int]:
        return [wallet.cash for wallet in self.progress.wallets]

    @property
    def dead(self) -> Cards:
        return self.progress.rules.pile(self.public.piles.dead)

    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    def event(self, kind: str) -> Event:
        (event,) = self.all(kind)
        return event

    def all(self, kind: str) -> list[Event]:
        return [event for event in self.events if event["event"] == kind]

    def sees(self, seat: int | None) -> dict[str, Json]:
        own = None if seat is None else self.state.own[seat]
        return GAME.observe(self.public, seat, own)


def survives(hand: str) -> bool:
    """Whether a hand can be taken card by card in that order."""
    held = cards(hand)
    return not any(busts(held[:n], held[n]) for n in range(1, len(held)))


TOP_HAND = "100 50 | 20 10 | 5 1", "50 20 1"
TOP_HITS = "pyramid - - 100 eagle 50 20 10 5 1 2 2 -"
"""The wild round in which seat 0 takes the best hand there is."""

PAIR_OF_ONES = "1 1 | 20 10 | 5 1"
