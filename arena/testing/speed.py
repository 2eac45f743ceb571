"""The speed of the rules alone: `python -m arena.testing.speed [NAME...]`.

Random players in this process, no bots, no JSON, no records: decisions per second of processor
time on one core, at every game's default table.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import count
from time import process_time

from arena.chance import Seeded
from arena.games import load, names
from arena.games.core import Decide, Game, fill_options
from arena.testing.playout import at_random, moves


def decisions_per_second(game: Game, seats: int, seconds: float) -> float:
    """Decisions (one seat's action each) per second, measured for at least `seconds`."""
    options = fill_options(game, seats, {})
    decisions, began = 0, process_time()
    for seed in count():
        start = game.start(seats, options)
        for move in moves(game, start.state, Seeded(seed), at_random(seed)):
            if isinstance(move.node, Decide):
                decisions += len(move.given)
        if (spent := process_time() - began) >= seconds:
            break
    return decisions / spent


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the speed of the named games, of all where none is named."""
    parser = ArgumentParser(prog="python -m arena.testing.speed", description=main.__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--seats", type=int, help="default: the game's own table")
    parser.add_argument("--seconds", type=float, default=2.0)
    asked = parser.parse_args(arguments)
    for game in map(load, asked.games or names()):
        seats = asked.seats or game.default_seats
        speed = decisions_per_second(game, seats, asked.seconds)
        print(f"{game.name}, {seats} seats: {speed:,.0f} decisions/s")


if __name__ == "__main__":
    main()
