"""The sample bots: each plays whole games by the rules, and the strong ones are strong."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest

import arena
from arena import games
from arena.chance import Seeded
from arena.games.core import fill_options
from arena.results import Answer, Fault
from arena.table import Table
from arena.wire import BYE, act, end, hello, read_ready, read_reply, start
from tests.bots.tables import BOTS, SAMPLES, bot_class, play, win_shares

PLAIN = {
    "plain_python": [sys.executable, "-I", "plain_python.py"],
    "node_sampler": ["node", "node_sampler.js"],
    "every_fourth": ["./every_fourth.sh"],
    "mixed_moods": [sys.executable, "-B", "main.py"],
}
"""The samples that are not one file with the SDK, and how they are started in their folder."""

WITH_SDK = [name for name in SAMPLES if name not in PLAIN]

FIELDS = [
    pytest.param(
        name, seats, options, id=f"{name}-{seats}-{'-'.join(map(str, options)) or 'plain'}"
    )
    for name in games.names()
    for seats in (games.load(name).seats[0], games.load(name).default_seats)
    for options in (({}, {"wild": True}) if "wild" in games.load(name).options else ({},))
]


def plays(name: str, game: str) -> bool:
    declared = bot_class(name).games
    return declared is None or game in declared


def test_there_are_samples_enough_for_each_game() -> None:
    for game in games.names():
        own = [name for name in WITH_SDK if bot_class(name).games == (game,)]
        assert len(own) >= 3, game
    assert len(SAMPLES) >= 12


@pytest.mark.parametrize("name", WITH_SDK)
def test_each_sample_opens_with_its_strategy(name: str) -> None:
    source = (BOTS / f"{name}.py").read_text()
    assert len(ast.get_docstring(ast.parse(source)) or "") > 80


@pytest.mark.parametrize(("game", "seats", "options"), FIELDS)
def test_every_sample_plays_whole_games_by_the_rules(
    game: str, seats: int, options: dict[str, bool]
) -> None:
    names = [name for name in WITH_SDK if plays(name, game)]
    for seed in range(6):
        table_of = [bot_class(names[(seed + seat) % len(names)]) for seat in range(seats)]
        result, table = play(game, table_of, seed, **options)
        assert table.faults == []
        assert len(result.ranks) == seats


@pytest.mark.parametrize("name", WITH_SDK)
def test_the_same_game_is_played_the_same_again(name: str) -> None:
    for game in games.names():
        if plays(name, game):
            field = [bot_class(name)] * games.load(game).default_seats
            assert play(game, field, 3)[1].digest() == play(game, field, 3)[1].digest()


@pytest.mark.parametrize("options", [{"rounds": 1}, {"rounds": 100}])
def test_bank_samples_play_games_of_any_length(options: dict[str, int]) -> None:
    field = [bot_class(name) for name in ("bank_watcher", "bank_target", "bank_early")]
    assert play("bank_dice", field, 1, **options)[1].faults == []


@pytest.mark.parametrize(
    "options",
    [
        {"target": 1000},
        {"wild": True, "two_dollar": "add_and_multiply", "copies": 40},
        {"copies": 4, "laps": 10},
    ],
)
def test_money_samples_play_all_options(options: dict[str, Any]) -> None:
    field = [bot_class(name) for name in ("money_counter", "money_hundred", "money_stick")]
    assert play("bank_or_bust_money", field, 1, **options)[1].faults == []


# Strength: a bot alone against a field; seeds are fixed, so the shares are too.


@pytest.mark.parametrize(
    ("game", "field", "seeds", "share"),
    [
        ("bank_dice", ("bank_target", "bank_early", "bank_early", "random_any"), 12, 0.6),
        ("bank_dice", ("bank_watcher", "bank_target", "bank_early", "random_any"), 8, 0.5),
        ("bank_dice", ("bank_watcher", "bank_target", "bank_target", "bank_target"), 8, 0.5),
        ("bank_or_bust_numbers", ("numbers_gap", "numbers_five_cards", "random_any"), 12, 0.8),
        ("bank_or_bust_numbers", ("numbers_counter", "numbers_gap", "numbers_gap"), 12, 0.45),
        ("bank_or_bust_money", ("money_hundred", "money_stick", "money_stick"), 40, 0.42),
        ("bank_or_bust_money", ("money_counter", "money_stick", "money_stick"), 40, 0.5),
        ("bank_or_bust_money", ("money_counter", "money_hundred", "money_stick"), 40, 0.45),
        ("banking_benjamins", ("benjamins_builder", "random_any", "random_any"), 20, 0.7),
        ("banking_benjamins", ("benjamins_thief", "benjamins_builder", "random_any"), 20, 0.8),
        (
            "banking_benjamins",
            ("benjamins_banker", "benjamins_thief", "benjamins_builder"),
            20,
            0.55,
        ),
        ("banking_benjamins", ("benjamins_banker", "benjamins_thief", "benjamins_thief"), 40, 0.4),
    ],
)
def test_the_stronger_bot_wins_clearly(
    game: str, field: Sequence[str], seeds: int, share: float
) -> None:
    shares = win_shares(game, [bot_class(name) for name in field], range(seeds))
    assert shares[0] >= share, dict(zip(field, shares, strict=True))
    assert shares[0] > max(shares[1:])


# The samples without the SDK, over pipes.


@contextmanager
def process(name: str) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """What a bot reads and what it writes; it has to end by itself."""
    with subprocess.Popen(
        PLAIN[name],
        cwd=BOTS / name if (BOTS / name).is_dir() else BOTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(arena.__file__).parents[1])},
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            yield child.stdin, child.stdout
            assert child.wait(10) == 0
        finally:
            child.kill()


def play_over_pipes(game_name: str, said: IO[bytes], answers: IO[bytes]) -> None:
    """One game with the bot in every seat."""
    game = games.load(game_name)
    options = fill_options(game, game.default_seats, {})
    table = Table(game, game.default_seats, options, Seeded(1))
    ids = [f"{game_name}-{seat}" for seat in range(table.seats)]
    for seat, game_id in enumerate(ids):
        said.write(start(game_id, game_name, json.dumps(options).encode(), ids, seat, 100 + seat))
    request = 0
    while table.result is None:
        replies: dict[int, Answer | Fault] = {}
        for seat in table.asks:
            request += 1
            said.write(act(request, ids[seat].encode(), table.request(seat)))
            answered, replies[seat] = read_reply(answers.readline().removesuffix(b"\n"))
            assert answered == request
        assert table.submit(replies) == {}
    over = table.result
    for seat, game_id in enumerate(ids):
        said.write(end(game_id, over.ranks, over.scores, over.tiebreaks, table.events(seat)))


@pytest.mark.parametrize("name", PLAIN)
def test_samples_without_the_sdk_play_whole_games_over_pipes(name: str) -> None:
    declared = ("bank_dice", "bank_or_bust_money") if name == "mixed_moods" else games.names()
    with process(name) as (said, answers):
        said.write(hello(name, {"move_s": 1}))
        read_ready(answers.readline().removesuffix(b"\n"))
        for game_name in declared:
            play_over_pipes(game_name, said, answers)
        said.write(BYE)
        assert answers.read() == b""
