"""The table at one moment, as pieces that a terminal and a page both know how to draw.

What only one seat may see carries that seat in `private`; `seen_by` turns it face down for others.
"""

from typing import Literal

import msgspec

from arena.games.core import Seat

PieceKind = Literal["card", "back", "die", "pile", "start", "text"]
Tone = Literal["", "money", "number", "power", "wild", "two", "discard", "big"]
Mark = Literal["", "covered", "locked", "exposed", "new"]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something on the table.

    `face`: what is printed on it (of a die its number, of a pile its title). `tags` are small
    cards at its edge. `inner`: the cards of a pile. `note`: what its looks mean, for who cannot
    see it.
    """

    kind: PieceKind
    face: str
    tone: Tone = ""
    mark: Mark = ""
    tags: tuple[str, ...] = ()
    inner: tuple["Piece", ...] = ()
    note: str = ""
    private: Seat | None = None


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A labelled place on the table. `text` stands beside the pieces."""

    label: str
    pieces: tuple[Piece, ...] = ()
    text: str = ""


class SeatBoard(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lies before a seat. `turn`: it is asked; `out`: it plays no more in this round."""

    score: str
    badges: tuple[str, ...] = ()
    turn: bool = False
    out: bool = False
    zones: tuple[Zone, ...] = ()


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole table. `facts`: labels with values, such as the round and the bank."""

    facts: tuple[tuple[str, str], ...]
    zones: tuple[Zone, ...]
    seats: tuple[SeatBoard, ...]


def seen_by(board: Board, seat: Seat | None) -> Board:
    """The board as that seat sees it; None: as all together see it."""
    if seat is None:
        return board
    return Board(
        board.facts,
        tuple(_zone_seen(zone, seat) for zone in board.zones),
        tuple(
            msgspec.structs.replace(one, zones=tuple(_zone_seen(zone, seat) for zone in one.zones))
            for one in board.seats
        ),
    )


def _zone_seen(zone: Zone, seat: Seat) -> Zone:
    return Zone(
        zone.label,
        tuple(
            Piece("back", "") if piece.private not in (None, seat) else piece
            for piece in zone.pieces
        ),
        zone.text,
    )
