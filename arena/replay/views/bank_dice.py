"""Bank: the dice of the last roll, the bank, and who is still in."""

from collections.abc import Iterator, Sequence

from arena.games.bank_dice import SAFE_ROLLS, SEVEN, SEVEN_WHILE_SAFE
from arena.games.core import Event
from arena.replay.board import Board, Piece, SeatBoard, Zone
from arena.replay.views import Moment
from arena.replay.views.words import who


class BankDice:
    """All is public."""

    closing = "round_end"

    def board(self, moment: Moment) -> Board:
        seen = moment.observation
        rolls = [event for event in moment.round if event["event"] == "roll"]
        # While a round is closed the observation is the one from before: events know better.
        bank = rolls[-1]["bank"] if rolls else seen["bank"]
        totals, banked = list(seen["scores"]), {}
        for event in moment.round:
            if event["event"] == "banked":
                banked[event["player"]] = event["points"]
                totals[event["player"]] = event["total"]
        number = rolls[-1]["roll"] if rolls else 0
        safe = " (safe)" if 0 < number <= SAFE_ROLLS else ""
        return Board(
            (
                ("Round", f"{seen['round']} of {moment.options['rounds']}"),
                ("Roll", f"{number}{safe}" if number else "–"),
            ),
            (
                Zone("Bank", (Piece("text", f"{bank:,}", "big"),)),
                Zone("Dice", tuple(_dice(rolls))),
                Zone("This round", tuple(_effect(event) for event in rolls)),
            ),
            tuple(
                SeatBoard(
                    score=f"{total:,}",
                    badges=tuple(_badges(moment, seat, banked, rolls)),
                    turn=seat in moment.asked,
                    out=seat in banked,
                )
                for seat, total in enumerate(totals)
            ),
        )

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        match event["event"]:
            case "round":
                return f"Round {event['round']} begins with an empty bank"
            case "roll":
                first, second = event["dice"]
                rolled = f"{who(event, players)} rolls {first} and {second}"
                return f"{rolled}: {_meaning(event)}"
            case "action":
                return f"{who(event, players)} {'banks' if event['action'] == 'bank' else 'stays'}"
            case "banked":
                told = f"{event['points']:,} and stands at {event['total']:,}"
                return f"{who(event, players)} takes {told}"
        seven = event["reason"] == "seven"
        return "The round ends: " + ("a 7" if seven else "everybody has banked")

    def chapter(self, event: Event) -> str:
        return f"Round {event['round']}" if event["event"] == "round" else ""


def _dice(rolls: Sequence[Event]) -> Iterator[Piece]:
    if rolls:
        for die in rolls[-1]["dice"]:
            yield Piece("die", str(die))


def _change(event: Event) -> str:
    """What a roll does to the bank: "+70", "×2", "7" where it ends the round."""
    first, second = event["dice"]
    safe = event["roll"] <= SAFE_ROLLS
    if first + second == SEVEN:
        return f"+{SEVEN_WHILE_SAFE}" if safe else "7"
    return "×2" if first == second and not safe else f"+{first + second}"


def _effect(event: Event) -> Piece:
    change = _change(event)
    tone = {"×2": "two", "7": "discard"}.get(change, "number")
    return Piece("text", change, tone)  # type: ignore[arg-type]


def _meaning(event: Event) -> str:
    change = _change(event)
    if change == "7":
        return "a 7, and the bank is lost"
    doubles = "doubles, " if change == "×2" else ""
    return f"{doubles}{change}, the bank holds {event['bank']:,}"


def _badges(
    moment: Moment, seat: int, banked: dict[int, int], rolls: Sequence[Event]
) -> Iterator[str]:
    if seat in banked:
        yield f"banked {banked[seat]:,}"
    elif rolls and rolls[-1]["bank"] == 0:
        yield "nothing this round"
    elif rolls:
        yield "in"
    if rolls and rolls[-1]["player"] == seat:
        yield "rolled"


VIEW = BankDice()
