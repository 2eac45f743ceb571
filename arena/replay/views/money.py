"""Money cards, which two games share."""

from arena.games.core import Json, Seat
from arena.replay.board import Mark, Piece, Tone

WILDS = {"pyramid": "Pyramid", "eagle": "Eagle"}


def printed(card: Json) -> str:
    """How a card is called: "50", "$2", "Pyramid"."""
    if card in WILDS:
        return WILDS[card]
    return "$2" if str(card) == "2" else str(card)


def one(value: Json) -> str:
    """The same within a sentence: "a 50", "the Pyramid"."""
    return f"the {WILDS[value]}" if value in WILDS else f"a {printed(value)}"


def card(value: Json, *, private: Seat | None = None, tags: tuple[str, ...] = ()) -> Piece:
    """A card face up; with `private` face up for that seat only."""
    return Piece("card", printed(value), tone_of(value), tags=tags, private=private)


def tone_of(value: Json) -> Tone:
    """Its colour."""
    if value in WILDS:
        return "wild"
    return "two" if str(value) == "2" else "money"


def played(text: str, *, mark: Mark = "") -> Piece:
    """A card as it is written when it is played: `h50`, `rpyramid=1`."""
    value, _, named = text[1:].partition("=")
    tags = (f"as {printed(named)}",) if named else ()
    return Piece("card", printed(value), tone_of(value), mark, tags)


def told(text: str) -> str:
    """The same in words: "a 50", "the Pyramid as a 1"."""
    value, _, named = text[1:].partition("=")
    return f"{one(value)} as {one(named)}" if named else one(value)
