"""Games that need not end, and tables that are too small or too large for their game."""

from collections.abc import Callable, Sequence

import pytest

from arena.chance import Seeded
from arena.errors import ArenaError
from arena.games import load, names
from arena.games.core import fill_options
from arena.match import Entrant
from arena.results import Answer
from arena.spec import FormatSpec, GameSpec
from arena.table import Table
from arena.tournament.schedule import Entry, Schedule

MOST_DECISIONS = 40_000

STUBBORN: dict[str, Callable[[Sequence[str]], str]] = {
    "the first of all legal actions": lambda legal: legal[0],
    "the last of all legal actions": lambda legal: legal[-1],
    "never bank": lambda legal: next((a for a in legal if a not in {"bank", "stick"}), legal[0]),
    "always draw": lambda legal: next((a for a in legal if a in {"draw", "hit", "stay"}), legal[0]),
    "bank at once": lambda legal: next((a for a in legal if a in {"bank", "stick"}), legal[0]),
}


@pytest.mark.parametrize("how", STUBBORN)
@pytest.mark.parametrize("name", names())
def test_every_game_ends_however_stubborn_its_players_are(name: str, how: str) -> None:
    game = load(name)
    for seats in {game.seats[0], game.default_seats}:
        table = Table(game, seats, fill_options(game, seats, {}), Seeded(5), {})
        decisions = 0
        while table.result is None:
            asked = list(table.asks)
            legal = {seat: table.listed(seat) for seat in asked}
            table.submit({seat: Answer(STUBBORN[how](legal[seat])) for seat in asked})
            decisions += len(asked)
            assert decisions < MOST_DECISIONS
        assert min(table.result.ranks) == 1


@pytest.mark.parametrize("entrants", [1, 2, 3, 5, 7])
@pytest.mark.parametrize("name", names())
def test_any_number_of_entrants_plays_or_is_told_what_the_game_needs(
    name: str, entrants: int
) -> None:
    game = load(name)
    players = game.default_seats
    spec = GameSpec(name, players, fill_options(game, players, {}), 1, "one", name)
    known = [Entrant(f"b{number}", f"b{number}", "0") for number in range(entrants)]
    entry = Entry(spec, tuple(one.id for one in known))
    form = FormatSpec("round_robin", 1)
    if entrants >= players:
        assert list(Schedule([entry], known, form, 7))
    else:
        with pytest.raises(ArenaError, match=f"{name}.*{players}"):
            Schedule([entry], known, form, 7)
