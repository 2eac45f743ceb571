"""Files that are no YAML, or YAML that can be read in two ways, are refused with what to write."""

import time
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.errors import ArenaError
from arena.spec import load
from tests.spec.files import SMALL, loaded, only, refused, written


def test_a01_a_repeated_key_names_both_lines(tmp_path: Path) -> None:
    text = "title: a\n" + SMALL + "title: b\n"
    assert only(tmp_path, text) == "4:1: `title` stands on line 1 already; keep one of them"


def test_a01_repeated_keys_are_found_at_any_depth(tmp_path: Path) -> None:
    text = """\
games:
  - game: bank_dice
    options:
      rounds: 10
      rounds: 1000
    game: bank_dice
bots: [{path: a.py, path: b.py}]
"""
    assert [line.split("; ")[0] for line in refused(tmp_path, text)] == [
        "5:7: `rounds` stands on line 4 already",
        "6:5: `game` stands on line 2 already",
        "7:21: `path` stands on line 7 already",
    ]


@pytest.mark.parametrize("value", ["1:30", "0:30", "1:1", "1:30.5"])
def test_a02_base_60_is_refused(tmp_path: Path, value: str) -> None:
    line = only(tmp_path, f"limits: {{move_s: {value}}}\n" + SMALL)
    assert line.startswith(f"1:18: `{value}` is a number to base 60")
    assert "write seconds" in line


@pytest.mark.parametrize(
    "value", ["1e6", "12e03", "08", "010", "0o17", "0x1F", "0b11", "1_000", "+5", "5.", ".5", "-0",
              "1E3", "1.0e+3", "00", "685_230.15"]
)  # fmt: skip
def test_a03_numbers_are_written_plainly(tmp_path: Path, value: str) -> None:
    line = only(tmp_path, f"seed: {value}\n" + SMALL)
    assert line.startswith(f"1:7: `{value}` is a different number, or text")
    assert f'quote this if it is text: "{value}"' in line


def test_a03_a_number_with_a_unit_is_text(tmp_path: Path) -> None:
    line = only(tmp_path, "limits: {move_s: 1.5s}\n" + SMALL)
    assert line == "1:18: `move_s`: '1.5s' is not a number of seconds from 0.001 to 3600"


@pytest.mark.parametrize(
    "value", ["no", "yes", "on", "off", "No", "YES", "y", "N", "True", "FALSE", "007", "0x1F",
              "1_000", "2024-01-01", "2001-12-14t21:59:43.10-05:00", "~", "Null", "NULL", "=",
              ".nan", ".inf", "-.INF", "+1", "1:30"]
)  # fmt: skip
def test_a04_words_with_a_second_meaning_are_no_names(tmp_path: Path, value: str) -> None:
    line = only(tmp_path, f"bots:\n  - {value}\n" + SMALL)
    assert line.startswith("2:5: ")
    assert f'quote this if it is text: "{value}"' in line
    assert [b.path.name for b in loaded(tmp_path, f'bots: ["./{value}"]\n' + SMALL).bots] == [value]


def test_a04_true_and_null_are_no_names_either(tmp_path: Path) -> None:
    lines = refused(tmp_path, "bots: [true, null, 7]\n" + SMALL)
    assert [line.split("; ")[0] for line in lines] == [
        "1:8: `bots`: true is not a path, or {path: …, id: …, name: …}",
        "1:14: `bots`: null is not a path, or {path: …, id: …, name: …}",
        "1:20: `bots`: 7 is not a path, or {path: …, id: …, name: …}",
    ]


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("@bot", "'@' cannot begin a value; quote the text"),
        ("`bot", "'`' cannot begin a value; quote the text"),
        ("%bot", "'%' cannot begin a value; quote the text"),
        ("bot: x", "a `: ` where none can be"),
        (
            "*bot",
            'aliases are not supported; write the value out, or quote this if it is text: "*b',
        ),
        ("&bot", "anchors are not supported"),
        ("!bot x", "tags are not supported"),
        ('"bot', "the file ends in the middle"),
        ("[bot", "is not YAML"),
    ],
)
def test_a04_signs_of_yaml_itself(tmp_path: Path, value: str, says: str) -> None:
    lines = refused(tmp_path, f"title: {value}\n" + SMALL)
    assert says in lines[0]
    assert lines[0][0].isdigit()


def test_a05_a_tab_as_indent(tmp_path: Path) -> None:
    lines = refused(tmp_path, "games:\n\t- game: bank_dice\n\t  deals: 3\n")
    says = "a tab; use spaces, YAML indents by spaces only"
    assert lines == [f"2:1: {says}", f"3:1: {says}"]


def test_a05_a_tab_after_a_value(tmp_path: Path) -> None:
    assert only(tmp_path, "title: a\t\n" + SMALL).startswith("1:9: a tab; ")
    assert only(tmp_path, "title:\ta\n" + SMALL).startswith("1:7: a tab; ")


def test_a05_a_tab_in_a_comment_does_no_harm(tmp_path: Path) -> None:
    assert loaded(tmp_path, "# a\tb\ntitle: x #\ty\n" + SMALL).title == "x"


def bomb(levels: int) -> str:
    names = "abcdefghijklmnop"[:levels]
    lines = [f"{names[0]}: &{names[0]} [x, x, x, x, x, x, x, x, x]"]
    for name, below in zip(names[1:], names, strict=False):
        lines.append(f"{name}: &{name} [{', '.join([f'*{below}'] * 9)}]")
    return "\n".join(lines) + "\n" + SMALL


@pytest.mark.parametrize(
    "text",
    [bomb(9), bomb(16), bomb(9) + "title: *i\n", "a: &a [*a]\n" + SMALL,
     "title: " + "[" * 50_000 + "\n" + SMALL, "title: " + "{a: " * 50_000 + "\n" + SMALL,
     "- " * 50_000 + "a\n", "a: &a {}\n" * 5_000, f"title: {'9' * 200_000}\n" + SMALL,
     f"seed: {'9' * 5_000}\n" + SMALL, f"title: {'x' * 200_000}\n" + SMALL],
)  # fmt: skip
def test_a06_bombs_are_refused_at_once_and_never_printed(tmp_path: Path, text: str) -> None:
    load(written(tmp_path, SMALL, "warm.yaml"))
    tracemalloc.start()
    began = time.process_time()
    lines = refused(tmp_path, text)
    took = time.process_time() - began
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert took < 5
    assert peak < 100_000_000
    assert len(lines) <= 51
    assert sum(map(len, lines)) < 20_000


def test_a06_a_huge_file_is_not_read(tmp_path: Path) -> None:
    path = written(tmp_path, "#" * 300_000)
    with pytest.raises(ArenaError, match=r"larger than 256 KB; is this the right file\?"):
        load(path)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "1:1: the file is empty; it needs at least `games:`"),
        (b"# only\n# comments\n", "1:1: the file is empty; it needs at least `games:`"),
        (b"\xef\xbb\xbf", "1:1: the file is empty"),
        (b"---\n", "a tournament is written as lines of `key: value`"),
        (b"- a\n- b\n", "1:1: a tournament is written as lines of `key: value`"),
        (b"just text\n", "1:1: a tournament is written as lines of `key: value`"),
        (b"games: [{game: bank_dice}]\n---\nx: 1\n", "2:1: a second document"),
        (b"title: a\x00b\n", "1:9: a NUL byte"),
        (b"title: a\x07b\n", "1:9: the control character '\\x07'; remove it"),
        ("title: é\n".encode("utf-16"), "1:1: this file is UTF-16; save it as UTF-8"),
        ("title: é\n".encode("utf-16-be"), "1:1: a NUL byte"),
        (b"# \xc3\xa9\ntitle: caf\xe9\n", "2:11: byte 0xe9 is not UTF-8; save the file as UTF-8"),
        (b"? [a]\n: b\n", "1:3: a key must be a word"),
        (b"<<: {a: b}\n", "1:1: merge keys are not supported"),
        (b"games:\n  - game: bank_dice\n deals: 3\n", "this line does not fit to those above"),
        (b"games\n- a\n", "1:"),
    ],
)
def test_a09_files_that_are_no_tournament(tmp_path: Path, text: bytes, says: str) -> None:
    assert says in "\n".join(refused(tmp_path, text))


def test_a11_bom_and_line_ends_make_no_difference(tmp_path: Path) -> None:
    text = 'title: "Zoë"\n' + SMALL + "seed: 5\n"
    spec = loaded(tmp_path, text)
    windows = text.replace("\n", "\r\n").encode()
    assert loaded(tmp_path, windows) == spec
    assert loaded(tmp_path, b"\xef\xbb\xbf" + windows) == spec
    assert loaded(tmp_path, text.replace("\n", "\r").encode()) == spec


def test_a11_places_are_right_in_such_files(tmp_path: Path) -> None:
    text = b"\xef\xbb\xbf\xc3\xa9: 1\r\n" + SMALL.replace("\n", "\r\n").encode() + b"no: 2\r\n"
    assert [line.partition(": ")[0] for line in refused(tmp_path, text)] == ["1:1", "4:1"]


def test_a_missing_file_is_named_with_what_may_be_meant(tmp_path: Path) -> None:
    written(tmp_path, SMALL)
    with pytest.raises(ArenaError, match=r"try: there is no such file; did you mean .*try\.yaml\?"):
        load(tmp_path / "try")
    with pytest.raises(ArenaError, match=r"none\.yaml: there is no such file$"):
        load(tmp_path / "none.yaml")
    with pytest.raises(ArenaError, match=r"a folder$"):
        load(tmp_path)


def test_empty_values_are_refused(tmp_path: Path) -> None:
    text = "title:\ngames:\n  - game: bank_dice\n    options:\n"
    assert refused(tmp_path, text) == [
        "1:7: no value; give one, or leave the key out",
        "4:13: no value; give one, or leave the key out",
    ]


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.binary(max_size=60) | st.text("ab:-[]{}\"'#&*!|>%@`?, \n\t01.~<=", max_size=60))
def test_any_text_is_read_or_refused(tmp_path: Path, text: str | bytes) -> None:
    raw = text if isinstance(text, bytes) else text.encode()
    for content in (raw, SMALL.encode() + raw, b"title: " + raw + b"\n" + SMALL.encode()):
        path = written(tmp_path, content)
        with suppress(ArenaError):
            load(path)
