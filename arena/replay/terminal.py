"""A replay as text: a listing of its steps, and one step with the board drawn."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arena.replay.board import Board, Piece, Zone, seen_by
from arena.replay.steps import Line, Replay, lines_seen
from arena.texts import literal

MARGIN = "    "
DICE = dict(zip("123456", "⚀⚁⚂⚃⚄⚅", strict=True))
INK = {
    "money": "30;48;5;151",
    "number": "30;48;5;153",
    "power": "30;48;5;183",
    "wild": "30;48;5;222",
    "two": "30;48;5;180",
    "discard": "30;48;5;217",
    "back": "38;5;252;48;5;240",
    "bold": "1",
    "big": "1",
    "turn": "1;36",
    "fault": "1;31",
    "dim": "2",
}
"""Colours by tone, as terminals have them."""


class Ink(NamedTuple):
    """Whether to use colours, and how wide a line may be."""

    colour: bool
    width: int

    def __call__(self, text: str, tone: str) -> str:
        """The text in that tone."""
        return f"\x1b[{INK[tone]}m{text}\x1b[0m" if self.colour and tone in INK else text


class Word(NamedTuple):
    """A text as it is drawn, and how many columns it takes."""

    drawn: str
    length: int


def listed(replay: Replay, seat: int | None) -> Iterator[str]:
    """All steps, a line for each thing that happened, as that seat is told (None: all of it)."""
    players = ", ".join(f"{number}: {name}" for number, name in enumerate(replay.players))
    yield literal(f"{replay.title}, game {replay.recorded.result.id}, seats {players}")
    for number, step in enumerate(replay.steps):
        if step.chapter:
            yield from ("", step.chapter)
        for line in lines_seen(step, seat):
            yield f"{number:>5}  {_sentence(line)}"


def drawn(replay: Replay, at: int, seat: int | None, ink: Ink) -> str:
    """The board after step `at`, and what happened in it."""
    step = replay.steps[at]
    lines = [
        ink(literal(_head(replay, at, seat)), "bold"),
        *board_lines(seen_by(step.board, seat), replay.players, ink),
        "",
        *(
            ink(f"  {_sentence(line)}", "fault" if line.fault else "")
            for line in lines_seen(step, seat)
        ),
    ]
    return "\n".join(lines)


def _head(replay: Replay, at: int, seat: int | None) -> str:
    chapters = [step.chapter for step in replay.steps[: at + 1] if step.chapter]
    return " · ".join(
        (
            replay.title,
            replay.recorded.result.id,
            *chapters[-1:],
            f"step {at} of {len(replay.steps) - 1}",
            "all cards open" if seat is None else f"as {replay.players[seat]} sees it",
        )
    )


def board_lines(board: Board, players: Sequence[str], ink: Ink) -> Iterator[str]:
    if board.facts:
        yield "   ".join(f"{ink(label, 'dim')} {literal(value)}" for label, value in board.facts)
    yield ""
    for zone in board.zones:
        yield from _zone(zone, 0, ink)
    longest = max(len(literal(name)) for name in players)
    for name, seat in zip(players, board.seats, strict=True):
        arrow = "▶" if seat.turn else " "
        tone = "turn" if seat.turn else "dim" if seat.out else "bold"
        badges = ink(", ".join(seat.badges), "dim")
        title = ink(f"{arrow} {literal(name):<{longest}}", tone)
        yield f"{title}  {seat.score}  {badges}".rstrip()
        label = max((len(zone.label) for zone in seat.zones), default=0)
        for zone in seat.zones:
            yield from _zone(zone, label, ink, MARGIN)


def _zone(zone: Zone, label: int, ink: Ink, margin: str = "") -> Iterator[str]:
    """The label, then the pieces, on as many lines as they need."""
    start = f"{margin}{literal(zone.label):<{label}}  "
    words = [_word(piece, ink) for piece in zone.pieces]
    if zone.text:
        words.append(Word(ink(literal(zone.text), "dim"), len(zone.text)))
    line, used = ink(start, "dim"), len(start)
    for word in words:
        if used + word.length > ink.width and used > len(start):
            yield line.rstrip()
            line, used = " " * len(start), len(start)
        line += f"{word.drawn} "
        used += word.length + 1
    yield (line if words else f"{line}–").rstrip()


def _word(piece: Piece, ink: Ink) -> Word:
    match piece.kind:
        case "back":
            return Word(ink("[▒▒]", "back"), 4)
        case "die":
            text = f"{DICE[piece.face]} {piece.face}"
            return Word(ink(text, "bold"), len(text))
        case "start":
            return Word(ink(f"{piece.face} |", "dim"), len(piece.face) + 2)
        case "pile":
            return _pile(piece, ink)
        case "text":
            text = literal(piece.face)
            return Word(ink(text, piece.tone), len(text))
    tags = f" {' '.join(piece.tags)}" if piece.tags else ""
    inside = literal(f"{piece.face}{tags}")
    text = f"({inside})" if piece.mark == "covered" else f"[{inside}]"
    return Word(ink(text, "back" if piece.mark == "covered" else piece.tone), len(text))


def _pile(piece: Piece, ink: Ink) -> Word:
    inner = [_word(one, ink) for one in piece.inner]
    start, end = f"{piece.face} ", " locked" if piece.mark == "locked" else ""
    length = len(start) + sum(word.length for word in inner) + len(end)
    return Word(start + "".join(word.drawn for word in inner) + ink(end, "dim") + " ", length + 1)


def _sentence(line: Line) -> str:
    took = f" ({line.ms} ms)" if line.ms else ""
    note = f" – {line.note}" if line.note else ""
    return literal(f"{line.text}{took}{note}")
