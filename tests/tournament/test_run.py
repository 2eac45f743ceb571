"""Whole runs: from a file and bots to published files."""

import json
from pathlib import Path

import pytest

from arena.errors import ArenaError
from arena.ledger import Ledger
from arena.tournament import Settings
from arena.tournament.record import lines, replayed
from tests.tournament.league import FAST, League


@pytest.fixture
def league(tmp_path: Path) -> League:
    return League(tmp_path / "league")


def ranking(league: League) -> list[str]:
    board = json.loads((league.boards / "cup.json").read_bytes())
    return [row["id"] for row in board["overall"]]


def test_a_league_is_played_rated_and_published(league: League) -> None:
    league.limits(early=1, fair=60, late=150, never=10**9)
    ended = league.run()
    assert (ended.played, ended.signal, ended.spoiled, ended.broken) == (4, None, 0, 0)
    assert sorted(ranking(league)) == ["early", "fair", "late", "never"]
    board = json.loads((league.boards / "cup.json").read_bytes())
    assert (board["matches"], board["games"], board["finished"]) == (4, 16, True)
    assert board["sandbox"] == "none"
    assert "not confined" in (league.boards / "cup.md").read_text()


@pytest.mark.parametrize("level", ["full", "none"])
def test_equal_files_whatever_the_jobs_and_the_order_of_bots(tmp_path: Path, level: str) -> None:
    published = []
    for number, (jobs, bots) in enumerate(
        [(1, "a b c d"), (2, "d c b a"), (3, "b d a c"), (2, "a b c d")]
    ):
        league = League(tmp_path / str(number))
        league.limits(a=20, b=60, c=90, d=200)
        entries = [f"  - ../bots/{name}.py" for name in bots.split()]
        league.write("bots:\n" + "\n".join(entries) + league.file.read_text())
        league.run(Settings(jobs=jobs, level=level))  # type: ignore[arg-type]
        published.append(league.published())
    assert published.count(published[0]) == len(published)


def test_inline_and_worker_processes_give_equal_files(tmp_path: Path) -> None:
    published = []
    for executor in ("inline", "processes"):
        league = League(tmp_path / executor)
        league.limits(a=20, b=60, c=90, d=200)
        league.run(Settings(jobs=2, level="none", executor=executor))
        published.append(league.published())
    assert published[0] == published[1]


def test_the_same_command_again_plays_only_what_is_missing(league: League) -> None:
    league.limits(a=20, b=60, c=90)
    assert league.run().played == 1
    before = league.published()
    assert league.run().played == 0
    assert league.published() == before
    league.limits(d=120)
    assert league.run().played == 3
    assert "d" in ranking(league)


def test_a_changed_bot_is_a_new_version_whose_old_games_do_not_count(league: League) -> None:
    league.limits(a=20, b=60, c=90)
    league.run()
    league.limits(a=30)
    assert league.run().played == 1
    board = json.loads((league.boards / "cup.json").read_bytes())
    assert {row["games"] for row in board["overall"]} == {4}


def test_records_replay_to_what_was_played(league: League) -> None:
    league.limits(a=20, b=60, c=90)
    league.run()
    with Ledger.read(league.boards / "cup") as ledger:
        games = list(ledger.records())
        assert len(games) == 4
        for recorded in games:
            assert replayed(recorded).digest() == recorded.result.digest
        header, *events = map(json.loads, lines(games[0], "9", timing=False))
    assert header["type"] == "game"
    assert header["options"] == {"rounds": 3}
    assert sorted(header["players"]) == ["a", "b", "c"]
    assert header["engine"] == "9"
    assert events[-1]["event"] == "end"


def test_seeds_derive_from_the_tournament_and_are_drawn_where_there_is_none(
    tmp_path: Path,
) -> None:
    seeds = []
    for number in range(2):
        league = League(tmp_path / str(number))
        league.write(league.file.read_text().replace("seed: 7", ""))
        league.limits(a=20, b=60, c=90)
        league.run()
        seeds.append(json.loads((league.boards / "cup.json").read_bytes())["seed"])
        assert league.run().played == 0, "the seed that was drawn is kept"
    assert seeds[0] != seeds[1]


def test_bots_play_only_the_games_they_say(league: League) -> None:
    league.limits(a=20, b=60, c=90)
    league.bot("other", "from arena.sdk import Bot, run\nclass Other(Bot):\n"
               "    games = ['banking_benjamins']\nrun(Other)\n")  # fmt: skip
    league.run()
    assert ranking(league)[-1] == "other"
    board = json.loads((league.boards / "cup.json").read_bytes())
    assert board["overall"][-1]["games"] == 0


def test_too_few_bots_for_a_table_are_refused_and_leave_nothing(league: League) -> None:
    league.limits(a=20, b=60)
    with pytest.raises(ArenaError, match="a table has 3 players, but 2 bots"):
        league.run()
    assert not (league.boards / "cup").exists()


def test_a_changed_option_is_refused_and_nothing_is_touched(league: League) -> None:
    league.limits(a=20, b=60, c=90)
    league.run()
    before = league.published()
    league.write(league.file.read_text().replace("rounds: 3", "rounds: 4"))
    with pytest.raises(ArenaError, match="rounds was 3 and is 4"):
        league.run()
    assert league.published() == before


def test_a_bot_that_cannot_start_loses_with_a_reason(league: League) -> None:
    league.limits(a=20, b=60)
    league.bot("broken", "import nothing_like_it\n")
    league.run()
    board = json.loads((league.boards / "cup.json").read_bytes())
    (row,) = [row for row in board["overall"] if row["id"] == "broken"]
    assert row["rank"] == 3
    assert row["faults"]["start"] == 1, "one process failed, however many games that cost"


def test_a_bot_that_always_fails_is_benched_at_the_same_match_whatever_the_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tournament.benching.LEAST_AHEAD", 4)
    published = []
    for jobs in (1, 2):
        league = League(tmp_path / str(jobs))
        league.write(
            "seed: 7\nbench_after: 2\nformat: {type: round_robin, cycles: 4}\n"
            "games: [{game: bank_dice, players: 2, deals: 1, options: {rounds: 1}}]\n"
        )
        league.limits(a=20, b=60, c=90)
        league.bot("broken", "raise SystemExit(3)\n")
        league.run(Settings(jobs=jobs, level="none"))
        published.append(league.published())
        board = json.loads((league.boards / "cup.json").read_bytes())
        rows = {row["id"]: row for row in board["overall"]}
        assert rows["broken"]["benched"]
        assert 2 <= rows["broken"]["games"] < 12
        assert league.run(FAST).played == 0
    assert published[0] == published[1]


def test_nobody_is_called_benched_who_missed_nothing(league: League) -> None:
    league.write(
        "seed: 7\nbench_after: 2\nformat: {type: round_robin, cycles: 4}\n"
        "games: [{game: bank_dice, players: 2, deals: 1, options: {rounds: 1}}]\n"
    )
    league.limits(a=20, b=60, c=90)
    league.bot("broken", "raise SystemExit(3)\n")
    league.run()
    board = json.loads((league.boards / "cup.json").read_bytes())
    (row,) = [row for row in board["overall"] if row["id"] == "broken"]
    assert (row["games"], row["benched"]) == (12, False)


def test_every_log_record_of_a_finished_match_is_in_the_run_s_file(league: League) -> None:
    league.limits(a=20, b=60, c=90, d=120, e=140)
    league.run()
    log = (league.boards / "cup" / "run.log").read_text()
    with Ledger.read(league.boards / "cup") as ledger:
        for match in ledger.matches():
            assert f"{match.spec.id} sitting 1 of 1" in log
