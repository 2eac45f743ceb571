"""What a good file says, with and without everything in it."""

import os
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from arena.spec import BotEntry, FormatSpec, GameSpec, LimitsSpec, load
from tests.spec.files import SMALL, loaded, only, refused, written

FULL = """\
name: big.1
title: Größte Liga
seed: 340282366920938463463374607431768211455
bots:
  - ../bots
  - {path: ../lab/bold.py, id: bold-2, name: "Bold (second try)"}
games:
  - game: bank_dice
    players: 6
    options: {rounds: 10}
    deals: 64
    seat_orders: one
  - {game: bank_or_bust_money, id: wild-money, players: 3, options: {wild: true, target: 1000},
     deals: 2, seat_orders: all}
  - game: bank_or_bust_money
format: {type: round_robin, cycles: 2}
limits: {start_s: 2.5, move_s: 1, game_s: 30, memory_mb: 256, processes: 4, ponder: true}
rating: bradley_terry
rate_by: win
anonymous: false
bench_after: 5
records: faults
publish: [csv, json, csv]
"""


def test_a_full_file(tmp_path: Path) -> None:
    spec = loaded(tmp_path, FULL)
    assert (spec.name, spec.title, spec.seed) == ("big.1", "Größte Liga", 2**128 - 1)
    assert spec.bots == (
        BotEntry(tmp_path / "../bots"),
        BotEntry(tmp_path / "../lab/bold.py", "bold-2", "Bold (second try)"),
    )
    money = {"copies": 8, "two_dollar": "multiply"}
    assert spec.games == (
        GameSpec("bank_dice", 6, {"rounds": 10}, 64, "one", "bank_dice"),
        GameSpec(
            "bank_or_bust_money",
            3,
            {"wild": True, "laps": 2, "target": 1000, **money},
            2,
            "all",
            "wild-money",
        ),
        GameSpec(
            "bank_or_bust_money",
            4,
            {"wild": False, "laps": 2, "target": None, **money},
            16,
            "cyclic",
            "bank_or_bust_money",
        ),
    )
    assert spec.format == FormatSpec("round_robin", 2)
    assert spec.limits == LimitsSpec(2.5, 1.0, 30.0, 256, 4, ponder=True)
    assert (spec.rate_by, spec.anonymous, spec.bench_after) == ("win", False, 5)
    assert spec.rating == "bradley_terry"
    assert (spec.records, spec.publish) == ("faults", ("csv", "json"))
    assert (spec.path, spec.text) == (tmp_path / "try.yaml", FULL)


def test_the_smallest_file_has_every_default(tmp_path: Path) -> None:
    spec = loaded(tmp_path, SMALL, "weekly.yaml")
    assert (spec.name, spec.title, spec.seed) == ("weekly", "weekly", None)
    assert spec.bots == (BotEntry(tmp_path / "../bots"),)
    assert spec.games == (GameSpec("bank_dice", 4, {"rounds": 20}, 16, "one", "bank_dice"),)
    assert spec.format == FormatSpec("round_robin", 1)
    assert spec.limits == LimitsSpec(10.0, 1.0, None, 512, 1, ponder=False)
    assert (spec.rate_by, spec.anonymous, spec.bench_after) == ("placement", True, 20)
    assert spec.rating == "trueskill"
    assert (spec.records, spec.publish) == ("all", ("markdown", "csv", "json", "html"))


def test_null_is_as_if_left_out(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "seed: null\nname: null\n" + SMALL)
    assert (spec.seed, spec.name) == (None, "try")


def test_an_option_default_depends_on_the_table(tmp_path: Path) -> None:
    laps = [
        loaded(tmp_path, f"games: [{{game: bank_or_bust_money, players: {n}}}]").games[0].options
        for n in (3, 4, 5, 8)
    ]
    assert [options["laps"] for options in laps] == [2, 2, 1, 1]


def test_specs_cannot_be_changed(tmp_path: Path) -> None:
    spec = loaded(tmp_path, SMALL)
    for part in (spec, spec.bots[0], spec.games[0], spec.format, spec.limits):
        with pytest.raises(FrozenInstanceError):
            setattr(part, fields(part)[0].name, None)


def test_the_format_may_be_a_word(tmp_path: Path) -> None:
    spec = loaded(tmp_path, "format: round_robin\n" + SMALL)
    assert spec.format == FormatSpec("round_robin", 1)


def test_a19_paths_are_relative_to_the_file_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "Área de Trabalho" / "my arena [1]" / "tournaments"
    folder.mkdir(parents=True)
    text = 'bots: [../bots/my bot.py, "../bots/*.py"]\n' + SMALL
    path = written(folder, text)
    monkeypatch.chdir(tmp_path)
    there = load(path).bots
    relative = load(Path(os.path.relpath(path))).bots
    monkeypatch.chdir(folder)
    assert load(Path("try.yaml")).bots == there == relative
    assert there[0].path == folder / "../bots/my bot.py"
    assert there[1].path.name == "*.py"


def test_a19_only_what_the_file_says_is_a_pattern(tmp_path: Path) -> None:
    folder = tmp_path / "[x]*" / "tournaments"
    bots = tmp_path / "[x]*" / "bots"
    decoy = tmp_path / "x!" / "bots"
    for made in (folder, bots, decoy):
        made.mkdir(parents=True)
    (bots / "a.py").write_text("")
    (decoy / "b.py").write_text("")
    (entry,) = loaded(folder, 'bots: ["../bots/*.py"]\n' + SMALL).bots
    root = Path(entry.path.anchor)
    found = list(root.glob(str(entry.path.relative_to(root))))
    assert [path.resolve() for path in found] == [(bots / "a.py").resolve()]


def test_a19_a_file_whose_name_looks_like_a_pattern_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "a[1].py").write_text("")
    (entry,) = loaded(tmp_path, 'bots: ["a[1].py"]\n' + SMALL).bots
    assert entry.path == tmp_path / "a[1].py"


@pytest.mark.parametrize("name", ["weekly", "a", "A.b-c_1", "x" * 32, "2026"])
def test_a15_good_ids(tmp_path: Path, name: str) -> None:
    assert loaded(tmp_path, f'name: "{name}"\n' + SMALL).name == name


@pytest.mark.parametrize(
    "name",
    ["../../x", "/etc/x", "..", ".", "con/../a", "", " ", "-rf", ".git", "a b", "é", "x" * 33,
     "a/b", "a\\\\b", "weekly.md", "weekly.JSON"],
)  # fmt: skip
def test_a15_names_that_could_be_paths_are_refused(tmp_path: Path, name: str) -> None:
    assert only(tmp_path, f'name: "{name}"\n' + SMALL).startswith("1:7: `name`: ")


def test_a15_the_same_holds_for_the_ids_of_bots_and_games(tmp_path: Path) -> None:
    text = """\
bots: [{path: a.py, id: ../x}]
games: [{game: bank_dice, id: ../y}]
"""
    first, second = refused(tmp_path, text)
    assert first.startswith("1:25: `id`: '../x': not an id")
    assert second.startswith("2:31: `id`: '../y': not an id")


def test_a_file_whose_name_is_no_id_needs_a_name(tmp_path: Path) -> None:
    (line,) = refused(tmp_path, SMALL, "my league.yaml")
    assert line.startswith("1:1: `name` is missing, and the file's name does not do: 'my league'")
    assert loaded(tmp_path, "name: mine\n" + SMALL, "my league.yaml").name == "mine"


@pytest.mark.parametrize(
    "name",
    ["<svg/onload=alert(1)>", '\\"><script>x</script>', "&amp;", "javascript:", "a|b", "`x`",
     "[l](http://x)", "--help", "1e5", "007", "nan", "日本語", "🤖bot", "👩‍👩‍👧", "שלום", "no"],
)  # fmt: skip
def test_a14_any_printable_name_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    (bot,) = loaded(tmp_path, f'bots: [{{path: a.py, name: "{name}"}}]\n' + SMALL).bots
    assert bot.name == name.replace('\\"', '"')


@pytest.mark.parametrize(
    ("name", "says"),
    [("c\\nd", "cannot be seen"), ("\\e[31mred", "cannot be seen"), ("a\\u202Eb", "cannot be seen"),
     ("\\u200Bx", "cannot be seen"), ("x" * 41, "41 columns"), ("日" * 21, "42 columns"),
     ("  ", "empty")],
)  # fmt: skip
def test_a14_names_nobody_could_read_are_refused(tmp_path: Path, name: str, says: str) -> None:
    line = only(tmp_path, f'bots: [{{path: a.py, name: "{name}"}}]\n' + SMALL)
    assert line.startswith("1:")
    assert says in line
    assert line.isprintable()


def test_names_are_kept_in_their_normal_form(tmp_path: Path) -> None:
    (bot,) = loaded(tmp_path, 'bots: [{path: a.py, name: " Zoe\u0308 "}]\n' + SMALL).bots
    assert bot.name == "Zo\u00eb"
