"""The position of the number game and how it moves on.

Each function returns the next position and the events on the way.
"""

from typing import Final, Literal, NamedTuple

from arena.games.bank_or_bust_numbers.cards import COPIES, FULL_DECK, MODIFY_BY, Card, in_order
from arena.games.bank_or_bust_numbers.rows import SIDES, Player, Row, Status
from arena.games.bank_or_bust_numbers.scoring import score_round
from arena.games.core import Action, Event, Seat

Phase = Literal["turn", "drawing", "drawn", "over"]


class Public(NamedTuple):
    """The position; nobody knows more than this.

    `phase`: the player at `turn` decides to draw or bank; a card is drawn; the player decides what
    becomes of `drawn`; the game is over. `deck` is sorted: its order is nowhere. `discards` has
    the newest last. `declined` are the cards among deck and discards that the player at turn gave
    up in this turn. `shuffles` counts the decks after the first.
    """

    target: int
    max_rounds: int
    players: tuple[Player, ...]
    scores: tuple[int, ...]
    round: int = 1
    first: Seat = 0
    turn: Seat = 0
    phase: Phase = "turn"
    drawn: Card | None = None
    deck: tuple[Card, ...] = FULL_DECK
    discards: tuple[Card, ...] = ()
    declined: tuple[Card, ...] = ()
    shuffles: int = 0

    def player(self) -> Player:
        """The player at turn."""
        return self.players[self.turn]

    def with_player(self, player: Player) -> tuple[Player, ...]:
        """All players, the one at turn replaced."""
        return (*self.players[: self.turn], player, *self.players[self.turn + 1 :])


Moved = tuple[Public, list[Event]]


def start(seats: int, target: int, max_rounds: int) -> Moved:
    """The first round's start."""
    public = Public(target, max_rounds, (Player(),) * seats, (0,) * seats)
    return public, [{"event": "shuffle", "cards": len(FULL_DECK)}, _round_event(public)]


def draw(public: Public) -> Moved:
    """Take a card next: from a new deck, made of all discards, if there is none left."""
    if public.deck:
        return public._replace(phase="drawing", drawn=None), []
    deck = in_order(public.discards)
    shuffled = public._replace(
        phase="drawing", drawn=None, deck=deck, discards=(), shuffles=public.shuffles + 1
    )
    return shuffled, [{"event": "shuffle", "cards": len(deck)}]


def turn_up(public: Public, card: Card) -> Moved:
    """The card is drawn; a Number card that nothing can be done about busts the player."""
    place = public.deck.index(card)
    deck = public.deck[:place] + public.deck[place + 1 :]
    public = public._replace(phase="drawn", drawn=card, deck=deck)
    events: list[Event] = [{"event": "draw", "player": public.turn, "card": card}]
    player = public.player()
    if isinstance(card, int) and not player.discard_card and not player.fits(card):
        public, more = bust(public)
        events += more
    return public, events


def lay(public: Public, action: Action) -> Moved:
    """Put the drawn card where the action says; that ends the turn."""
    kind, side, *by = action.split(":")
    player = public.player()
    row = _laid(player.row(side), kind, public.drawn, by)
    return _next_turn(public, public.with_player(player.with_row(side, row)))


def _laid(row: Row, kind: str, drawn: Card | None, by: list[str]) -> Row:
    match kind, drawn:
        case "place", int(number):
            return row.place(number)
        case "modify", _:
            return row.modify(int(by[0]))
        case "cover", _:
            return row.cover()
        case "double", _:
            return row.double()
    raise ValueError(f"{kind} of {drawn!r} is no play")


def decline(public: Public) -> Moved:
    """Give the drawn card up and draw again; where nothing new is left, the turn ends.

    If there is not even a Number card left, nothing can become of this player's round any more
    (nor can anybody bust), and it is banked: otherwise turns could go on for ever.
    """
    public = _given_up(public)
    left = public.deck + public.discards
    if len(left) > len(public.declined):
        return draw(public)
    if any(isinstance(card, int) for card in left):
        return _next_turn(public, public.players)
    return bank(public)


def use_discard_card(public: Public) -> Moved:
    """Give the drawn card up for the Discard card, which goes back to the supply."""
    players = public.with_player(public.player()._replace(discard_card=False))
    return decline(public._replace(players=players))


def bank(public: Public) -> Moved:
    """The player at turn is out of the round with its cards kept for scoring."""
    return _leave(public, "banked", {"event": "banked", "player": public.turn})


def bust(public: Public) -> Moved:
    """The player at turn loses its cards, the drawn one too, and holds a Discard card."""
    player, card = public.player(), public.drawn
    assert card is not None
    event = {"event": "bust", "player": public.turn, "card": card}
    event["got_discard"] = not player.discard_card
    public = public._replace(
        players=public.with_player(Player(discard_card=True)),
        discards=(*public.discards, *player.pile(), card),
    )
    return _leave(public, "bust", event)


def _given_up(public: Public) -> Public:
    """With the drawn card discarded, and noted in `declined`.

    Cards of a kind are alike, so each is noted once: no more of a kind than there are to draw.
    """
    card = public.drawn
    assert card is not None
    discards = (*public.discards, card)
    declined = public.declined
    if declined.count(card) < discards.count(card) + public.deck.count(card):
        declined = (*declined, card)
    return public._replace(discards=discards, declined=declined)


def _leave(public: Public, status: Status, event: Event) -> Moved:
    players = public.with_player(public.player()._replace(status=status))
    public, events = _next_turn(public, players)
    return public, [event, *events]


def _next_turn(public: Public, players: tuple[Player, ...]) -> Moved:
    """The next player clockwise who is in; the round's end where nobody is."""
    seats = len(players)
    for step in range(1, seats + 1):
        seat = (public.turn + step) % seats
        if players[seat].status == "in":
            return public._replace(
                players=players, turn=seat, phase="turn", drawn=None, declined=()
            ), []
    return _end_round(public._replace(players=players, drawn=None, declined=()))


def _end_round(public: Public) -> Moved:
    """Score the round, and go on to the next unless this ends the game."""
    points, longest = score_round(public.players)
    totals = tuple(map(int.__add__, public.scores, points))
    ended: Event = {"event": "round_end", "points": list(points)}
    ended |= {"totals": list(totals), "longest": longest}
    public = public._replace(scores=totals)
    if max(totals) >= public.target or public.round == public.max_rounds:
        return public._replace(phase="over"), [ended]
    public = _next_round(public)
    return public, [ended, _round_event(public)]


def _next_round(public: Public) -> Public:
    """All cards on the table are discarded; the start moves one seat clockwise."""
    table = tuple(card for player in public.players for card in player.pile())
    first = (public.first + 1) % len(public.players)
    return public._replace(
        players=tuple(Player(discard_card=player.discard_card) for player in public.players),
        discards=public.discards + table,
        round=public.round + 1,
        first=first,
        turn=first,
        phase="turn",
    )


def _round_event(public: Public) -> Event:
    return {"event": "round", "round": public.round, "first": public.first}


def legal(public: Public) -> tuple[Action, ...]:
    """What the player at turn may do, in the documented order."""
    card = public.drawn
    if card is None:
        return ("draw", "bank") if public.deck or public.discards else ("bank",)
    player = public.player()
    if isinstance(card, int):
        return _with_number(player, card)
    top = _PLAYS[card, "top"] if player.top.takes(card) else ()
    bottom = _PLAYS[card, "bottom"] if player.bottom.takes(card) else ()
    return (*top, *bottom, "decline")


def _with_number(player: Player, card: int) -> tuple[Action, ...]:
    places = ("place:top",) if player.top.fits(card) else ()
    if player.bottom.fits(card):
        places = (*places, "place:bottom")
    if not player.discard_card:
        return places
    return (*places, "discard") if places else ("discard", "bust")


def _plays(card: str, side: str) -> tuple[Action, ...]:
    if card in MODIFY_BY:
        return tuple(f"modify:{side}:{sign}{MODIFY_BY[card]}" for sign in "+-")
    return (f"{card}:{side}",)


_PLAYS: Final = {(card, side): _plays(card, side) for card in COPIES for side in SIDES}
