"""Bank or Bust with money cards: hands with one card face down, and wallets."""

from collections.abc import Iterator, Mapping, Sequence

from arena.games.core import Event, Json, Seat
from arena.replay.board import Board, Piece, SeatBoard, Zone
from arena.replay.views import Moment
from arena.replay.views.money import card, one, printed
from arena.replay.views.words import counted, listing, who

ORDER = (100, 50, 20, 10, 5, 2, 1, "pyramid", "eagle")
STATUS = {"in": (), "stuck": ("stuck",), "bust": ("bust",)}


class BankOrBustMoney:
    """Hidden are the two cards while they are placed, and then the one face down."""

    closing = "round_end"

    def board(self, moment: Moment) -> Board:
        seen = moment.observation
        dead = [_several(value, count) for value, count in seen["dead"].items() if count]
        return Board(
            tuple(_facts(moment)),
            (Zone("Dead pile", tuple(dead)),),
            tuple(_seat(moment, seat) for seat in range(len(moment.players))),
        )

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        match event["event"]:
            case "set":
                return f"Set {event['set']} begins with empty wallets"
            case "shuffle":
                return f"{event['cards']} cards are shuffled"
            case "round":
                return f"Round {event['round']} begins; {players[event['dealer']]} deals"
            case "deal":
                return f"{who(event, players)} is dealt {_cards(event['cards'])}"
            case "pair":
                shown = f"a pair of {printed(event['card'])}s"
                return f"{who(event, players)} shows {shown} and lays one on the dead pile"
            case "redeal":
                return f"{who(event, players)} is dealt {one(event['card'])} for it"
            case "up":
                return f"{who(event, players)} lays {one(event['card'])} face up"
            case "card":
                return f"{who(event, players)} gets {one(event['card'])}"
            case "bust":
                return f"{who(event, players)} busts with {_cards(event['hand'])}"
            case "show":
                worth = f"worth ${event['value']:,}"
                return f"{who(event, players)} shows {_cards(event['hand'])}, {worth}"
            case "round_end":
                return _won([players[seat] for seat in event["winners"]])
            case "set_end":
                totals = zip(players, event["totals"], strict=True)
                return "The set ends: " + ", ".join(f"{name} ${all_:,}" for name, all_ in totals)
        return f"{who(event, players)} {_deed(event['action'])}"

    def chapter(self, event: Event) -> str:
        match event["event"]:
            case "set":
                return f"Set {event['set']}"
            case "round":
                return f"Round {event['round']}"
        return ""


def _facts(moment: Moment) -> Iterator[tuple[str, str]]:
    seen = moment.observation
    if moment.options["target"] is not None:
        yield "Set", f"{seen['set']}"
        yield "Target", f"${moment.options['target']:,}"
    yield "Round", f"{seen['round']}"
    yield "Dealer", moment.players[seen["dealer"]]
    yield "Dealing pile", counted(seen["deck"], "card", "cards")


def _seat(moment: Moment, seat: Seat) -> SeatBoard:
    seen = moment.observation
    hand, wallet = seen["hands"][seat], seen["wallets"][seat]
    cash = moment.events[-1]["wallets"][seat] if moment.closing else wallet["cash"]
    pieces, badges = _shown(moment, seat) or (_hand(moment, seat), STATUS[hand["status"]])
    if seen["dealer"] == seat:
        badges = (*badges, "dealer")
    if hand["pair"] is not None and not moment.closing:
        badges = (*badges, f"showed a pair of {printed(hand['pair'])}s")
    target = moment.options["target"] is not None
    return SeatBoard(
        score=f"${seen['totals'][seat]:,}" if target else f"${cash:,}",
        badges=badges,
        turn=seat in moment.asked,
        out=hand["status"] != "in" or "bust" in badges,
        zones=(
            Zone("Hand", tuple(pieces)),
            Zone("Wallet", tuple(_pile(wallet["cards"] + _won_by(moment, seat))), f"${cash:,}"),
        ),
    )


def _hand(moment: Moment, seat: Seat) -> tuple[Piece, ...]:
    """The cards that only the seat may see first, then those face up."""
    own: Mapping[str, Json] = moment.own[seat]
    down = own["hands"][seat]["down"]
    hidden = own["hand"] if down is None else [down]
    up = [card(value) for value in moment.observation["hands"][seat]["up"]]
    return (*(card(value, private=seat) for value in hidden), *up)


def _shown(moment: Moment, seat: Seat) -> tuple[tuple[Piece, ...], tuple[str, ...]] | None:
    """The hand as it was shown at the end of the round, None where it was not."""
    if not moment.closing:
        return None
    for event in moment.events:
        if event.get("player") != seat:
            continue
        if event["event"] == "bust":
            return tuple(map(card, event["hand"])), ("bust",)
        if event["event"] == "show":
            won = ("wins",) if seat in moment.events[-1]["winners"] else ()
            return tuple(map(card, event["hand"])), (f"worth ${event['value']:,}", *won)
    return (), STATUS[moment.observation["hands"][seat]["status"]]


def _won_by(moment: Moment, seat: Seat) -> list[Json]:
    """The cards that the end of a round has just put into the seat's wallet."""
    if not moment.closing or seat not in moment.events[-1]["winners"]:
        return []
    shown = (event for event in moment.events if event["event"] == "show")
    return next(list(event["hand"]) for event in shown if event["player"] == seat)


def _pile(cards: Sequence[Json]) -> Iterator[Piece]:
    """One card of each kind, the highest first, with how many there are."""
    for value in sorted(set(cards), key=ORDER.index):
        yield _several(value, cards.count(value))


def _several(value: Json, count: int) -> Piece:
    return card(value, tags=(f"×{count}",) if count > 1 else ())


def _cards(cards: Sequence[Json]) -> str:
    return listing([printed(value) for value in cards])


def _deed(action: str) -> str:
    verb, _, value = action.partition(":")
    match verb:
        case "down":
            return f"lays its {printed(value)} face down"
        case "hit":
            return "hits"
    return "sticks"


def _won(winners: Sequence[str]) -> str:
    if not winners:
        return "The round ends: nobody gains anything"
    if len(winners) == 1:
        return f"The round ends: {winners[0]} puts its hand into its wallet"
    return f"The round ends in a tie: {listing(winners)} keep their hands"


VIEW = BankOrBustMoney()
