"""The same command after the tournament file or a bot was changed: a rule for each case."""

import json
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.ledger import Ledger
from arena.tournament import Settings
from tests.tournament.league import BOT, FAST, League

TWO_GAMES = """
seed: 7
games:
  - {game: bank_dice, players: 2, deals: 2, options: {rounds: 2}}
  - {game: bank_dice, players: 3, deals: 2, options: {rounds: 2}, id: three}
"""


@pytest.fixture
def league(tmp_path: Path) -> League:
    """Three bots that have met once in pairs and, in another game, all three."""
    made = League(tmp_path / "league")
    made.write(TWO_GAMES)
    made.limits(a=20, b=60, c=90)
    assert made.run().played == 4
    return made


def change(league: League, old: str, new: str) -> None:
    text = league.file.read_text()
    assert old in text
    league.write(text.replace(old, new))


def games(league: League) -> dict[str, int]:
    board = json.loads((league.boards / "cup.json").read_bytes())
    return {row["id"]: row["games"] for row in board["overall"]}


def test_a_comment_changes_nothing(league: League) -> None:
    before = league.published()
    change(league, "seed: 7", "# all luck comes from it\nseed: 7")
    assert league.run().played == 0
    assert league.published() == before


def test_more_cycles_are_played_in_addition(league: League) -> None:
    change(league, "seed: 7", "seed: 7\nformat: {type: round_robin, cycles: 3}")
    assert league.run().played == 8
    assert games(league) == {"a": 18, "b": 18, "c": 18}


def test_fewer_cycles_keep_what_was_played(league: League) -> None:
    change(league, "seed: 7", "seed: 7\nformat: {type: round_robin, cycles: 2}")
    assert league.run().played == 4
    before = games(league)
    change(league, "cycles: 2", "cycles: 1")
    assert league.run().played == 0
    assert games(league) == before


def test_a_new_bot_plays_its_matches(league: League) -> None:
    league.limits(d=150)
    assert league.run().played == 3 + 3


def test_a_bot_that_left_is_out_of_the_table_and_keeps_its_games_for_its_return(
    league: League,
) -> None:
    league.limits(d=150)
    league.run()
    before = league.published()
    away = (league.bots / "d.py").rename(league.root / "d.py")
    assert league.run().played == 0
    assert games(league) == {"a": 6, "b": 6, "c": 6}
    away.rename(league.bots / "d.py")
    assert league.run().played == 0
    assert league.published() == before


def test_an_edited_bot_is_a_new_version_that_plays_anew(league: League) -> None:
    league.limits(a=30)
    assert league.run().played == 3
    assert games(league) == {"a": 6, "b": 6, "c": 6}


def test_an_edit_that_is_taken_back_brings_the_old_games_back(league: League) -> None:
    before = league.published()
    league.limits(a=30)
    league.run()
    league.limits(a=20)
    assert league.run().played == 0
    assert league.published() == before


def test_a_renamed_file_is_another_entrant(league: League) -> None:
    (league.bots / "a.py").rename(league.bots / "z.py")
    assert league.run().played == 3
    assert games(league) == {"b": 6, "c": 6, "z": 6}


def test_a_moved_file_and_a_new_name_are_the_same_entrant(league: League) -> None:
    (league.root / "elsewhere").mkdir()
    (league.bots / "a.py").rename(league.root / "elsewhere/a.py")
    change(league, "seed: 7", 'seed: 7\nbots: [../bots, {path: ../elsewhere/a.py, name: "Ä"}]')
    assert league.run().played == 0
    board = json.loads((league.boards / "cup.json").read_bytes())
    assert {row["id"]: row["name"] for row in board["overall"]}["a"] == "Ä"


def test_a_new_game_is_played_in_addition_and_one_that_left_may_return(league: League) -> None:
    added = "games:\n  - {game: bank_dice, players: 2, deals: 1, id: new, options: {rounds: 1}}"
    change(league, "games:", added)
    assert league.run().played == 3
    before = league.published()
    change(league, added, "games:")
    assert league.run().played == 0
    assert games(league) == {"a": 6, "b": 6, "c": 6}
    change(league, "games:", added)
    assert league.run().played == 0
    assert league.published() == before


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("rounds: 2}}\n  -", "rounds: 3}}\n  -", "games.bank_dice.options.rounds was 2 and is 3"),
        ("deals: 2, options: {rounds: 2}, id", "deals: 3, options: {rounds: 2}, id",
         "games.three.deals was 2 and is 3"),
        ("players: 3, deals: 2", "players:  2, deals: 2", "games.three.players was 3 and is 2"),
        ("seed: 7", "seed: 8", "seed was 7 and is 8"),
        ("seed: 7", "seed: 7\nlimits: {move_s: 2}", "limits.move_s was 1.0 and is 2.0"),
        ("seed: 7", "seed: 7\nlimits: {processes: 2}", "limits.processes was 1 and is 2"),
        ("seed: 7", "seed: 7\nlimits: {ponder: true}", "limits.ponder was False and is True"),
        ("seed: 7", "seed: 7\nanonymous: false", "anonymous was True and is False"),
    ],
)  # fmt: skip
def test_what_changes_the_meaning_of_results_is_refused_and_asks_for_a_restart(
    league: League, old: str, new: str, says: str
) -> None:
    before = league.published()
    change(league, old, new)
    with pytest.raises(ArenaError) as caught:
        league.run()
    assert says in str(caught.value)
    assert "--restart" in str(caught.value)
    assert league.published() == before
    change(league, new, old)
    assert league.run().played == 0


def test_a_game_that_left_cannot_return_with_other_rules(league: League) -> None:
    change(league, "games:\n  - {game: bank_dice, players: 2", "games:\n #- {game: bank_dice, pla")
    league.run()
    change(league, "\n #- {game: bank_dice, pla", "\n  - {game: bank_dice, players: 2")
    change(league, "rounds: 2}}\n  -", "rounds: 3}}\n  -")
    with pytest.raises(ArenaError, match="rounds was 2 and is 3"):
        league.run()


def test_another_sandbox_level_is_refused(league: League) -> None:
    with pytest.raises(ArenaError, match="sandbox was 'none' and is 'full'"):
        league.run(Settings(jobs=2, level="full"))


def test_a_restart_moves_the_old_results_aside_and_loses_nothing(league: League) -> None:
    change(league, "rounds: 2}}\n  -", "rounds: 3}}\n  -")
    ended = league.run(Settings(jobs=2, level="none", restart=True))
    assert ended.played == 4
    with Ledger.read(league.boards / "cup/old-1") as old:
        assert len(old) == 4
    assert league.run(Settings(jobs=2, level="none", restart=True)).played == 4
    assert (league.boards / "cup/old-2").is_dir()
    assert league.run().played == 0


def test_a_restart_that_is_refused_moves_nothing(league: League) -> None:
    (league.bots / "a.py").write_text("")
    with pytest.raises(ArenaError, match="the file is empty"):
        league.run(Settings(jobs=2, level="none", restart=True))
    league.bot("a", BOT.format(limit=20))
    assert league.run().played == 0


def test_what_is_only_told_may_change_at_any_time(league: League) -> None:
    change(
        league,
        "seed: 7",
        "seed: 7\ntitle: Other\nrecords: none\nrate_by: win\nrating: bradley_terry\nbench_after: 3",
    )
    assert league.run(FAST).played == 0
    assert json.loads((league.boards / "cup.json").read_bytes())["title"] == "Other"
