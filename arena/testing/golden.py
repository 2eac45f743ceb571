"""Golden playthroughs: `python -m arena.testing.golden NAME` writes one; the tests play it again.

A golden file shows one whole game of random play, as JSON lines: the luck, who is asked, what
that seat sees (only what changed since it was last asked) and may do, and every event. Change the
rules on purpose, run the command again and review the difference.
"""

from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from json import dumps, loads
from operator import itemgetter
from pathlib import Path

from arena.chance import Seeded
from arena.games import load, names
from arena.games.core import Chance, Decide, Game, Json, Seat
from arena.testing.playout import Move, Played, at_random, end, happened, leaning, playout

FOLDER = Path("tests/games/golden")
SHOWN = 40
"""So many legal actions are written out; `more` says that there are others."""

Views = dict[Seat, dict[str, Json]]
"""What each seat saw when it was asked the last time."""

PLAYERS = {"at_random": at_random, "leaning": leaning}


@dataclass(frozen=True, slots=True)
class Playthrough:
    """What one golden game is played with; the first line of its file."""

    game: str
    seats: int
    options: Mapping[str, Json]
    seed: int
    players: str


def golden_files(name: str, folder: Path = FOLDER) -> list[Path]:
    """The golden files of a game: `NAME.jsonl` and `NAME-LABEL.jsonl`, in order of their names."""
    return sorted([*folder.glob(f"{name}.jsonl"), *folder.glob(f"{name}-*.jsonl")])


def read_playthrough(text: str) -> Playthrough:
    """What the golden file with that text was played with."""
    head = loads(text.partition("\n")[0])
    return Playthrough(**{key: head[key] for key in Playthrough.__dataclass_fields__})


def render(game: Game, wanted: Playthrough) -> str:
    """The whole text of the golden file."""
    chance, chooser = Seeded(wanted.seed), PLAYERS[wanted.players](wanted.seed)
    played = playout(game, wanted.seats, wanted.options, chance, chooser)
    lines = [_head(played, wanted), *_lines(played)]
    return "".join(dumps(line, ensure_ascii=False) + "\n" for line in lines)


def compare(game: Game, path: Path) -> None:
    """Play a golden file again. AssertionError with the first line that differs."""
    text = path.read_text(encoding="utf-8")
    again = render(game, read_playthrough(text)).splitlines()
    for number, (was, now) in enumerate(zip(text.splitlines(), again, strict=False), 1):
        assert was == now, f"{path}:{number}: was {was}, now {now}"
    assert len(text.splitlines()) == len(again), f"{path}: is longer or shorter now"


def _head(played: Played, wanted: Playthrough) -> dict[str, Json]:
    return {
        "type": "golden",
        "game": wanted.game,
        "rules_version": played.game.rules_version,
        "seats": wanted.seats,
        "options": dict(played.options),
        "seed": wanted.seed,
        "players": wanted.players,
    }


def _lines(played: Played) -> Iterator[dict[str, Json]]:
    yield from played.start.events
    seen: Views = {}
    for move in played.moves:
        yield from _luck_or_questions(played.game, move, seen)
        yield from happened(move)
    yield end(played.over)


def _luck_or_questions(game: Game, move: Move, seen: Views) -> Iterator[dict[str, Json]]:
    if isinstance(move.node, Chance):
        stream, outcomes, shown_to = move.node
        shown = {} if shown_to is None else {"visible_to": list(shown_to)}
        yield {"luck": stream, "outcome": move.given, "of": len(outcomes), **shown}
        return
    asked = ((_question(game, move, move.node, seat, seen), seat) for seat in move.node.legal)
    for question, same in groupby(asked, itemgetter(0)):
        yield {"ask": [seat for _, seat in same], **question}


def _question(game: Game, move: Move, node: Decide, seat: Seat, seen: Views) -> dict[str, Json]:
    """What a seat may do, and what changed in what it sees since it was asked the last time."""
    view = game.observe(move.state.public, seat, move.state.own[seat])
    before = seen.get(seat, {})
    seen[seat] = view
    some = list(islice(node.legal[seat], SHOWN + 1))
    question: dict[str, Json] = {"legal": some[:SHOWN]}
    if len(some) > SHOWN:
        question["more"] = True
    question["sees"] = {
        key: value for key, value in view.items() if key not in before or before[key] != value
    }
    if gone := sorted(before.keys() - view.keys()):
        question["no_longer"] = gone
    return question


def _playthrough(path: Path, name: str, asked: Mapping[str, Json]) -> Playthrough:
    """What to play: as asked, else as the file has it, else the game's own table."""
    old = Playthrough(name, load(name).default_seats, {}, 1, "leaning")
    if path.exists():
        old = read_playthrough(path.read_text(encoding="utf-8"))
    return replace(old, **{key: value for key, value in asked.items() if value is not None})


def _option(text: str) -> tuple[str, Json]:
    key, _, value = text.partition("=")
    try:
        return key, loads(value)
    except ValueError:
        return key, value


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m arena.testing.golden", description=main.__doc__)
    parser.add_argument("game", choices=names(), metavar="NAME")
    parser.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options of the game")
    parser.add_argument("--label", help="a second file of the game: NAME-LABEL.jsonl")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--players", choices=sorted(PLAYERS))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Write one golden file; what is not asked for stays as the file has it."""
    parser = _parser()
    asked = parser.parse_intermixed_args(arguments)
    name = f"{asked.game}-{asked.label}" if asked.label else asked.game
    path: Path = asked.folder / f"{name}.jsonl"
    options = dict(map(_option, asked.options)) or None
    given = {"options": options, "seats": asked.seats, "seed": asked.seed, "players": asked.players}
    game, wanted = load(asked.game), _playthrough(path, asked.game, given)
    if wanted.seats not in game.seats:
        parser.error(f"{asked.game} is not played by {wanted.seats}")
    try:
        text = render(game, wanted)
    except ValueError as error:
        parser.error(str(error))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    print(path)


if __name__ == "__main__":
    main()
