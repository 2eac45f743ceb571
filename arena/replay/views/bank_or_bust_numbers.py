"""Bank or Bust with number cards: every player's two rows."""

from collections.abc import Iterator, Mapping, Sequence

from arena.games.core import Event, Json
from arena.replay.board import Board, Piece, SeatBoard, Zone
from arena.replay.views import Moment
from arena.replay.views.words import MINUS, counted, who

POWERS = {
    "modify10": "Modify ±10",
    "modify20": "Modify ±20",
    "cover": "Cover",
    "double": "Double",
}
STARTS = {"top": "100", "bottom": "1"}
EMPTY = {"cards": [], "values": [], "modifiers": [], "covered": [], "doubled": False}


class BankOrBustNumbers:
    """All is public."""

    closing = "round_end"

    def board(self, moment: Moment) -> Board:
        seen = moment.observation
        ended = moment.events[-1] if moment.closing else None
        totals = ended["totals"] if ended else seen["scores"]
        facts = (
            ("Round", f"{seen['round']}"),
            ("Target", f"{moment.options['target']}"),
            ("Deck", counted(seen["deck"], "card", "cards")),
            ("Discarded", counted(len(seen["discards"]), "card", "cards")),
        )
        drawn = () if moment.closing or seen["drawn"] is None else (_card(seen["drawn"]),)
        return Board(
            facts,
            (Zone("Drawn", drawn),),
            tuple(
                _seat(player, totals[seat], moment, seat)
                for seat, player in enumerate(_players(moment))
            ),
        )

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        match event["event"]:
            case "shuffle":
                return f"{event['cards']} cards are shuffled into a new deck"
            case "round":
                return f"Round {event['round']} begins; {players[event['first']]} starts"
            case "draw":
                return f"The card is {_called(event['card'])}"
            case "banked":
                return f"{who(event, players)} keeps its cards for scoring"
            case "bust":
                got = " and takes a Discard card" if event["got_discard"] else ""
                return f"{who(event, players)} busts with the {event['card']}{got}"
            case "round_end":
                return f"The round is scored: {_scored(event, players)}"
        return f"{who(event, players)} {_deed(event['action'])}"

    def chapter(self, event: Event) -> str:
        return f"Round {event['round']}" if event["event"] == "round" else ""


def _players(moment: Moment) -> list[Mapping[str, Json]]:
    """What lies before each player: at the end of a round with what its last step changed."""
    players: list[Mapping[str, Json]] = list(moment.observation["rows"])
    for event in moment.events if moment.closing else ():
        if event["event"] == "banked":
            players[event["player"]] = {**players[event["player"]], "status": "banked"}
        elif event["event"] == "bust":
            lost = {"top": EMPTY, "bottom": EMPTY, "status": "bust", "discard_card": True}
            players[event["player"]] = lost
    return players


def _seat(player: Mapping[str, Json], total: int, moment: Moment, seat: int) -> SeatBoard:
    badges = [] if player["status"] == "in" else [str(player["status"])]
    if player["discard_card"]:
        badges.append("Discard card")
    if moment.closing:
        ended = moment.events[-1]
        badges.append(f"+{ended['points'][seat]}")
        if ended["longest"] == seat:
            badges.append("longest row")
    return SeatBoard(
        score=f"{total:,}",
        badges=tuple(badges),
        turn=seat in moment.asked,
        out=player["status"] != "in",
        zones=tuple(_row(side, player[side]) for side in STARTS),
    )


def _row(side: str, row: Mapping[str, Json]) -> Zone:
    pieces = [Piece("start", STARTS[side])]
    if row["doubled"]:
        pieces.append(Piece("card", "Double", "power"))
    count = len(row["cards"])
    for place in range(count):
        changes = tuple(f"+{by}" if by > 0 else f"{MINUS}{-by}" for by in row["modifiers"][place])
        covered = row["covered"][place]
        told = ["covered"] if covered else []
        if changes:
            told.append(f"counts as {row['values'][place]}")
        pieces.append(
            Piece(
                "card",
                str(row["cards"][place]),
                "number",
                "covered" if covered else "",
                changes,
                note=", ".join(told),
            )
        )
    in_force = f"in force {row['value']}" if count else ""
    return Zone(f"{side.capitalize()} row", tuple(pieces), in_force)


def _card(card: Json) -> Piece:
    if isinstance(card, int):
        return Piece("card", str(card), "number")
    return Piece("card", POWERS[card], "power")


def _called(card: Json) -> str:
    return f"the {card}" if isinstance(card, int) else f"a {POWERS[card]}"


def _deed(action: str) -> str:
    match action.split(":"):
        case ["draw"]:
            return "draws"
        case ["bank"]:
            return "banks"
        case ["discard"]:
            return "gives it up for the Discard card and draws again"
        case ["bust"]:
            return "lets itself bust and keeps the Discard card"
        case ["decline"]:
            return "declines it and draws again"
        case ["place", side]:
            return f"places it in the {side} row"
        case ["modify", side, by]:
            return f"modifies the {side} row by {by.replace('-', MINUS)}"
        case ["cover", side]:
            return f"covers a card of the {side} row"
        case [_, side]:
            return f"doubles the {side} row"
    return action


def _scored(event: Event, players: Sequence[str]) -> str:
    def told() -> Iterator[str]:
        for seat, name in enumerate(players):
            longest = " with the longest row" if event["longest"] == seat else ""
            yield f"{name} {event['points'][seat]}{longest}"

    return ", ".join(told())


VIEW = BankOrBustNumbers()
