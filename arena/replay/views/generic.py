"""Any game: what its observations and events say, word for word."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from arena.games.core import Event, Json, Seat
from arena.replay.board import Board, Piece, SeatBoard, Zone
from arena.replay.views import Moment

NOT_TOLD = ("event", "player", "to", "note", "ms", "fallback")
SCORES = ("scores", "totals", "points")


class Generic:
    """Lists with an item for each seat lie before the seats, all else in the middle."""

    closing = ""

    def board(self, moment: Moment) -> Board:
        seats = len(moment.players)
        by_seat = {
            key: value
            for key, value in moment.observation.items()
            if isinstance(value, list) and len(value) == seats
        }
        shared = {key: one for key, one in moment.observation.items() if key not in by_seat}
        facts = tuple((_label(key), _told(one)) for key, one in shared.items() if _plain(one))
        zones = tuple(_zone(key, one) for key, one in shared.items() if not _plain(one))
        score = next((by_seat.pop(key) for key in SCORES if key in by_seat), None)
        return Board(
            facts,
            zones,
            tuple(
                SeatBoard(
                    score=_told(score[seat]) if score else "",
                    turn=seat in moment.asked,
                    zones=(
                        *(_zone(key, one[seat]) for key, one in by_seat.items()),
                        *_own(moment.observation, moment.own.get(seat, {}), seat),
                    ),
                )
                for seat in range(seats)
            ),
        )

    def sentence(self, event: Event, players: Sequence[str]) -> str:
        kind = str(event["event"])
        told = ", ".join(
            f"{_label(key).lower()} {_told(one)}"
            for key, one in event.items()
            if key not in NOT_TOLD
        )
        if kind == "action":
            return f"{players[event['player']]}: {event['action']}"
        start = f"{players[event['player']]}: " if "player" in event else ""
        return f"{start}{_label(kind)}{f' ({told})' if told else ''}"

    def chapter(self, event: Event) -> str:
        kind = event["event"]
        return (
            f"{_label(kind)} {event[kind]}" if kind in ("round", "turn") and kind in event else ""
        )


def _own(seen: Mapping[str, Json], own: Mapping[str, Json], seat: Seat) -> Iterator[Zone]:
    """What the seat sees and a spectator does not."""
    for key, value in own.items():
        if key not in seen or seen[key] != value:
            yield _zone(key, value, seat)


def _zone(key: str, value: Json, private: Seat | None = None) -> Zone:
    items = value if isinstance(value, list) else [value]
    return Zone(_label(key), tuple(Piece("text", _told(item), private=private) for item in items))


def _plain(value: Json) -> bool:
    return not isinstance(value, list | dict)


def _label(key: str) -> str:
    return key.replace("_", " ").capitalize()


def _told(value: Json) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case str():
            return value
        case [*items]:
            return " ".join(map(_told, items)) or "–"
        case dict():
            return ", ".join(f"{key} {_told(one)}" for key, one in value.items())
    return msgspec.json.encode(value).decode()


VIEW = Generic()
