"""The last lines of a run."""

from pathlib import Path

import msgspec
import pytest

from arena.cli.shared.closing import lines, stopped
from arena.cli.shared.dates import VARIABLE, clock
from arena.errors import ArenaError
from arena.ledger import Ledger
from arena.standings import fold
from arena.tournament import Ended
from tests.ledger.league import BOTS, FAULT, HEAD, league, match, result


def ended(folder: Path, **changes: int) -> Ended:
    with Ledger.create(folder / "weekly") as ledger:
        ledger.begin(HEAD, BOTS)
        for spec, played in league(2):
            ledger.append(spec, played, 1000)
        spec = match(2)
        ledger.append(spec, result(spec, faults=(FAULT,)), 1000, host_faults=2)
        ledger.bench("bob")
        standings = fold(ledger)
    settled = {"played": 3, "spoiled": 0, "broken": 0} | changes
    return Ended(standings=standings, signal=None, folder=folder / "weekly", **settled)


def test_faults_benching_and_the_machines_own_faults_are_told(tmp_path: Path) -> None:
    told = list(lines(ended(tmp_path)))
    assert told[0].startswith("faults: ")
    assert "bob (2 timeout)" in told[0]
    assert told[1] == "benched after too many faulty matches in a row: bob"
    assert told[2] == "this machine spoiled a match 2 times; it was played again"
    assert told[-1] == f"published {tmp_path}/weekly.*"


def test_matches_without_a_result_are_told(tmp_path: Path) -> None:
    told = "\n".join(lines(ended(tmp_path, spoiled=2, broken=3)))
    assert "3 matches have no result because arena itself failed: see " in told
    assert "2 matches were spoiled by this machine; the same command plays them" in told


def test_nothing_to_tell(tmp_path: Path) -> None:
    calm = ended(tmp_path, played=0)
    rows = [
        msgspec.structs.replace(row, faults=dict.fromkeys(row.faults, 0), benched=False)
        for row in calm.standings.overall
    ]
    standings = msgspec.structs.replace(calm.standings, overall=tuple(rows), host_faults=0)
    told = list(lines(Ended(standings, None, 0, 0, 0, calm.folder)))
    assert told == ["nothing was left to play", f"published {tmp_path}/weekly.*"]


def test_the_command_to_go_on_with_is_the_one_that_was_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = ["arena", "run", "my cup.yaml", "--restart", "--sandbox", "none"]
    monkeypatch.setattr("sys.argv", given)
    assert list(stopped(" early")) == [
        "stopped early",
        "go on with: arena run 'my cup.yaml' --sandbox none",
    ]


def test_the_day_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "1800000000")
    assert clock()() == 1_800_000_000
    for wrong in ("yesterday", "-1", "1e9", "٣", "9" * 30):
        monkeypatch.setenv(VARIABLE, wrong)
        with pytest.raises(ArenaError, match="not a number of seconds since 1970"):
            clock()
