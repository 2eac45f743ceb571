"""Golden playthroughs are written by a command, kept as they were asked for, and compared."""

from json import loads
from pathlib import Path
from typing import Any

import pytest

from arena.games import load
from arena.testing.golden import compare, golden_files, main, read_playthrough

BANK = load("bank_dice")


def write(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    """Run the command; the lines of the only file it wrote."""
    main(["bank_dice", "--folder", str(folder), *arguments])
    (path,) = folder.iterdir()
    return [loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_command_writes_what_compare_accepts(tmp_path: Path) -> None:
    write(tmp_path / "new", "rounds=2")
    (path,) = golden_files("bank_dice", tmp_path / "new")
    compare(BANK, path)


def test_the_first_line_says_how_it_was_played(tmp_path: Path) -> None:
    head, *_ = write(tmp_path, "rounds=2", "--seats", "3", "--seed", "7", "--players", "at_random")
    assert head == {
        "type": "golden",
        "game": "bank_dice",
        "rules_version": BANK.rules_version,
        "seats": 3,
        "options": {"rounds": 2},
        "seed": 7,
        "players": "at_random",
    }


def test_an_existing_file_is_written_anew_as_it_was_played(tmp_path: Path) -> None:
    before = write(tmp_path, "rounds=2", "--seats", "3", "--seed", "7")
    assert write(tmp_path) == before
    assert write(tmp_path, "--seed", "8")[0] == {**before[0], "seed": 8}


def test_luck_questions_and_events_stand_in_order(tmp_path: Path) -> None:
    _, begins, luck, roll, question, *_ = write(tmp_path, "rounds=1", "--seats", "2")
    assert begins == {"event": "round", "round": 1}
    assert luck["luck"] == "round 1"
    assert luck["outcome"] == roll["dice"]
    assert question["ask"] == [0, 1]
    assert question["legal"] == ["bank", "stay"]
    assert question["sees"]["bank"] == roll["bank"]


def test_a_question_shows_what_changed_since_the_last_one(tmp_path: Path) -> None:
    lines = write(tmp_path, "rounds=3", "--seed", "4")
    seen: dict[str, Any] = {}
    for line in (line for line in lines if 0 in line.get("ask", ())):
        assert all(seen.get(key, line) != value for key, value in line["sees"].items())
        seen |= line["sees"]
    assert seen.keys() == {"round", "roll", "bank", "scores", "in", "roller"}


def test_a_label_makes_a_second_file(tmp_path: Path) -> None:
    for label in ((), ("--label", "long")):
        main(["bank_dice", "--folder", str(tmp_path), "rounds=1", *label])
    names = [path.name for path in golden_files("bank_dice", tmp_path)]
    assert names == ["bank_dice-long.jsonl", "bank_dice.jsonl"]


@pytest.mark.parametrize("change", ["edit", "cut", "add"])
def test_any_difference_is_found(tmp_path: Path, change: str) -> None:
    write(tmp_path, "rounds=1")
    (path,) = tmp_path.iterdir()
    lines = path.read_text(encoding="utf-8").splitlines()
    match change:
        case "edit":
            lines[2] = lines[2].replace("[", "[0, ")
        case "cut":
            lines.pop()
        case _:
            lines.append("{}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(AssertionError, match=r"bank_dice\.jsonl:"):
        compare(BANK, path)


def test_the_header_alone_says_what_is_played() -> None:
    text = '{"game": "g", "seats": 2, "options": {}, "seed": 1, "players": "leaning", "more": 1}\n'
    assert read_playthrough(text).seats == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["bank_coins"], "invalid choice: 'bank_coins'"),
        (["bank_dice", "rounds=0"], "rounds: 0 is not a whole number from 1 to 100"),
        (["bank_dice", "rounds=many"], "rounds: 'many' is not"),
        (["bank_dice", "--seats", "21"], "not played by 21"),
    ],
)
def test_mistakes_are_named(
    tmp_path: Path, arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*arguments, "--folder", str(tmp_path)])
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
