"""Banking Benjamins: hands, the Discard Row, and the Benjamins in the banks."""

from collections.abc import Iterator, Mapping, Sequence

from arena.games.core import Event, Json, Seat
from arena.replay.board import Board, Piece, SeatBoard, Zone
from arena.replay.views import Moment
from arena.replay.views.money import card, one, played, printed, told
from arena.replay.views.words import counted, listing, who

KINDS = {"big_ben": "Big Ben", "grant_slam": "Grant Slam", "mixed": "Mixed Benjamin"}


class BankingBenjamins:
    """Hidden are the hands."""

    closing = ""

    def board(self, moment: Moment) -> Board:
        seen = moment.observation
        steal = seen["steal"]
        played_now = (played(steal["card"]),) if steal else ()
        zones = [Zone("Discard Row", tuple(map(card, seen["row"])))]
        if played_now:
            zones.append(Zone(f"Steals Benjamin {steal['benjamin']} with", played_now))
        return Board(
            tuple(_facts(moment)),
            tuple(zones),
            tuple(_seat(moment, seat) for seat in range(len(moment.players))),
        )

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        match event["event"]:
            case "shuffle":
                return f"{event['cards']} cards are shuffled"
            case "hand":
                cards = listing([printed(value) for value in event["cards"]]) or "no cards"
                return f"{who(event, players)} holds {cards}"
            case "turn":
                return f"Turn {event['turn']}: {who(event, players)}"
            case "built":
                return f"{who(event, players)} has a {_named(event)} in its bank"
            case "stolen":
                thief, owner = who(event, players), players[event["from"]]
                return f"{thief} has stolen Benjamin {event['benjamin']} from {owner}"
            case "blocked":
                what = f"Benjamin {event['benjamin']} with {told(event['card'])}"
                return f"{who(event, players)} has blocked the steal of {what}"
            case "added":
                what = f"{told(event['card'])} to Benjamin {event['benjamin']}"
                return f"{who(event, players)} has added {what}"
            case "locked":
                return f"Benjamin {event['benjamin']} is locked"
            case "more_money":
                return f"More Money: {who(event, players)} has played its whole hand"
            case "drew":
                return f"{who(event, players)} draws {counted(event['count'], 'card', 'cards')}"
            case "cash_out":
                last = players[event["last"]]
                return f"Cash Out: {last} has drawn the last card, and everybody has a final turn"
        return f"{who(event, players)} {_deed(event['action'])}"

    def chapter(self, event: Event) -> str:
        return f"Turn {event['turn']}" if event["event"] == "turn" else ""


def _facts(moment: Moment) -> Iterator[tuple[str, str]]:
    seen = moment.observation
    yield "Turn", f"{seen['turn']}" if seen["turn"] else "–"
    yield "Deck", counted(seen["deck"], "card", "cards")
    if seen["final_turns_left"] is not None:
        yield "Final turns left", f"{seen['final_turns_left']}"


def _seat(moment: Moment, seat: Seat) -> SeatBoard:
    seen = moment.observation
    bank = seen["banks"][seat]
    hand = [card(value, private=seat) for value in moment.own[seat]["hand"]]
    return SeatBoard(
        score=counted(len(bank), "Benjamin", "Benjamins"),
        badges=("asked to block",) if seat in moment.asked and seen["steal"] else (),
        turn=seat in moment.asked,
        zones=(Zone("Hand", tuple(hand)), Zone("Bank", tuple(map(_pile, bank)))),
    )


def _pile(benjamin: Mapping[str, Json]) -> Piece:
    attached = tuple(played(text, mark="new") for text in benjamin["attached"])
    return Piece(
        "pile",
        f"{benjamin['benjamin']} {KINDS[benjamin['kind']]}",
        mark="locked" if benjamin["locked"] else "exposed",
        inner=(*(played(text) for text in benjamin["cards"]), *attached),
    )


def _named(event: Event) -> str:
    return f"{KINDS[event['kind']]} as Benjamin {event['benjamin']}"


def _deed(action: str) -> str:
    match action.split(":"):
        case ["build", cards]:
            return f"builds with {listing([_source(text) for text in cards.split('+')])}"
        case ["steal", number, text]:
            return f"steals Benjamin {number} with {_source(text)}"
        case ["add", number, text]:
            return f"adds {_source(text)} to Benjamin {number}"
        case ["discard", value]:
            return f"discards {one(value)}"
        case ["block"]:
            return "blocks with a $2"
        case ["block", value]:
            return f"blocks with {one(value)}"
        case ["allow"]:
            return "allows it"
    return "ends its turn"


def _source(text: str) -> str:
    return told(text) + (" from the row" if text[0] == "r" else "")


VIEW = BankingBenjamins()
