import csv
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import msgspec
import pytest
import tabulate

from arena.errors import ArenaError
from arena.ledger import Enrolled, Ledger
from arena.publish import ENDINGS, load, names, not_renewed, publish, table
from arena.publish.atomic import replace_files
from arena.publish.words import MOST_POOLS, SEATS_ALIKE, pools
from arena.results import SeatFault
from arena.standings import Balance, Standings, fold
from tests.ledger.league import BOTS, head, match, result

FORMATS = ["markdown", "csv", "json", "html"]

HOSTILE = [
    "a|b",
    "c\nd",
    "e\r\nf",
    "\x1b[31mred",
    "\x1b]0;pwn\x07",
    "--help",
    "`x`",
    "``|``",
    "[l](http://x)",
    "![i](http://x)",
    "<svg/onload=alert(1)>",
    '"><script>x</script>',
    "&amp;",
    "javascript:",
    "http://evil.example",
    "www.evil.example",
    "@everyone",
    "#1",
    ":tada:",
    "$x$",
    "*bold* _it_ ~~no~~",
    "back\\slash\\|",
    "trailing\\",
    "\u202eevil",
    "\u2066x\u2069",
    "a\u2028b",
    "c1\x9b31m",
    "nul\x00",
    "日本語",
    "🤖bot",
    "👩\u200d👩\u200d👧",
    "e\u0301",
    "שלום",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    " @SUM(A1)",
    "\t=1",
    'say "hi", ok',
    "",
]


def standings_with(folder: Path, names: Sequence[str], title: str = "Weekly league") -> Standings:
    """A league of as many bots, one match between all."""
    bots = [Enrolled(f"bot{number:02}", name, "h1") for number, name in enumerate(names)]
    ids = tuple(bot.id for bot in bots)
    played = match(0, members=ids, versions=("h1",) * len(ids), orders=(ids,), deals=1)
    cards = msgspec.structs.replace(played, id="cards", entry="cards")
    fault = SeatFault(0, 2, "timeout", "too slow")
    with Ledger.create(folder) as ledger:
        ledger.begin(head(title=title, entries=("bank_dice", "cards")), bots)
        ledger.append(played, result(played, faults=(fault,)), 1_800_000_000)
        ledger.append(cards, result(cards), 1_800_000_000, host_faults=2)
        ledger.bench("bot01")
        return fold(ledger)


def rendered(kind: str, standings: Standings) -> str:
    """The one file of that kind."""
    (content,) = load(kind)(standings).values()
    return content.decode()


def tables(markdown: str) -> Iterator[list[list[str]]]:
    """The cells of each table, by the rule that an escaped pipe is text."""
    for block in markdown.split("\n\n"):
        if block.startswith("|"):
            yield [
                [cell.strip() for cell in re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]]
                for line in block.split("\n")
            ]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Standings:
    return standings_with(tmp_path_factory.mktemp("hostile"), HOSTILE, "T <b>\x1b[1m|\n# x")


def test_publishers_are_found_by_name() -> None:
    assert set(FORMATS) <= set(names())
    assert not {"atomic", "cells", "terminal", "words"} & set(names())
    with pytest.raises(KeyError):
        load("cells")


def test_the_document_has_exactly_the_documented_keys(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    document = json.loads(rendered("json", standings))
    assert list(document) == [
        "schema_version",
        "tournament",
        "title",
        "version",
        "finished",
        "date",
        "rating",
        "rate_by",
        "seed",
        "sandbox",
        "matches",
        "games",
        "unrated",
        "overall",
        "by_game",
        "head_to_head",
        "seats",
        "balance",
        "host_faults",
    ]
    row = [
        "rank",
        "pool",
        "group",
        "id",
        "name",
        "hash",
        "rating",
        "mu",
        "sigma",
        "mu_low",
        "mu_high",
        "rank_low",
        "rank_high",
        "games",
        "win_share",
        "mean_place",
        "faults",
        "benched",
    ]
    assert [list(entry) for entry in document["overall"]] == [row] * 3
    with_score = [*row[:-2], "mean_score", "seats", *row[-2:]]
    assert [list(entry) for entry in document["by_game"]["cards"]] == [with_score] * 3
    assert list(document["head_to_head"]["bot00"]["bot01"]) == [
        "games",
        "above",
        "level",
        "below",
        "p_above",
    ]
    assert document["seats"] == {"bank_dice": [1.0, 0.0, 0.0], "cards": [1.0, 0.0, 0.0]}
    balance = {"sitting": 1, "seats": 1, "met_least": 1, "met_most": 1}
    assert document["balance"] == {"bank_dice": balance, "cards": balance}
    seats = {entry["id"]: entry["seats"] for entry in document["by_game"]["bank_dice"]}
    assert seats == {"bot00": [1, 0, 0], "bot01": [0, 1, 0], "bot02": [0, 0, 1]}
    assert (document["schema_version"], document["host_faults"]) == (1, 2)
    assert document["seed"] == str(standings.seed)
    by_id = {entry["id"]: entry for entry in document["overall"]}
    assert by_id["bot00"]["faults"]["timeout"] == 1
    assert [by_id[bot]["benched"] for bot in sorted(by_id)] == [False, True, False]


def test_the_document_says_what_was_rated_and_how(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    told = msgspec.structs.replace(standings, rate_by="points", unrated=3)
    document = json.loads(rendered("json", told))
    wanted = {
        "version": "0.1.0",
        "date": "2027-01-15",
        "rating": "trueskill",
        "rate_by": "points",
        "unrated": 3,
    }
    assert {key: document[key] for key in wanted} == wanted
    empty = msgspec.structs.replace(standings, last_finished_at=None)
    assert json.loads(rendered("json", empty))["date"] is None


def test_the_document_is_explained(tmp_path: Path) -> None:
    document = json.loads(rendered("json", standings_with(tmp_path, ["Ann", "Bob", "Cid"])))
    text = (Path(__file__).parents[2] / "docs" / "leaderboard.md").read_text(encoding="utf-8")
    rows = "".join(re.findall(r"^\| (`.*?) \|", text.partition("## The same as JSON")[2], re.M))
    row, meeting = document["by_game"]["cards"][0], document["head_to_head"]["bot00"]["bot01"]
    balance = document["balance"]["cards"]
    assert set(re.findall(r"`(\w+)`", rows)) == {*document, *row, *meeting, *balance}


def test_the_page_says_what_was_played(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    page = rendered("markdown", standings)
    for said in (
        "# Weekly league\n",
        "2 matches with 2 games between 3 bots; the last match ended on 2027-01-15 (UTC)",
        f"Seed {standings.seed}, arena 0.1.0.",
        "Bots were confined.",
        "The machine spoiled a match 2 times",
        "not all matches have been played yet",
        "1 timeout",
        "benched",
        "## How to read it",
    ):
        assert said in page
    heads = [cells[0] for cells in tables(page)]
    overall = ["rank", "ranks", "group", "bot", "rating", "±"]
    overall += ["games", "win share", "mean place", "faults"]
    assert heads == [overall] + [[*overall[:-1], "mean score", "faults"]] * 2
    bare = msgspec.structs.replace(standings, sandbox="none", finished=True)
    assert "Bots were not confined" in rendered("markdown", bare)
    assert "not all matches" not in rendered("markdown", bare)


def test_tables_say_how_sure_the_ranks_are(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    rows = [
        msgspec.structs.replace(row, rank_low=low, rank_high=high, group=group)
        for row, (low, high, group) in zip(
            standings.overall, [(1, 2, "a"), (1, 3, "ab2"), (3, 3, "b2")], strict=True
        )
    ]
    sure = msgspec.structs.replace(standings, overall=tuple(rows))
    cells = next(tables(rendered("markdown", sure)))[2:]
    assert [row[:3] for row in cells] == [["1", "1–2", "a"], ["2", "1–3", "ab2"], ["3", "3", "b2"]]
    shown = table(sure, 200)
    assert re.search(r"1 +1–2 +a +\w+", shown)
    assert "share a letter" in shown
    assert "share a letter" not in table(sure, 30)
    apart = [msgspec.structs.replace(row, group=one) for row, one in zip(rows, "abc", strict=True)]
    assert "share a letter" not in table(msgspec.structs.replace(sure, overall=tuple(apart)), 200)


def test_bots_that_never_met_are_told_apart_in_every_file(tmp_path: Path) -> None:
    whole = standings_with(tmp_path, ["Ann", "Bob", "C|d"])
    assert not any("Pool 1" in rendered(kind, whole) for kind in ("markdown", "html"))
    assert "pool" not in table(whole, 200)
    rows = [
        msgspec.structs.replace(row, pool=pool, rank=rank)
        for row, (pool, rank) in zip(whole.overall, [(1, 1), (1, 2), (2, 1)], strict=True)
    ]
    apart = msgspec.structs.replace(whole, overall=tuple(rows))
    page = rendered("markdown", apart)
    cells = next(tables(page))
    assert cells[0][:2] == ["pool", "rank"]
    assert [row[:2] for row in cells[2:]] == [["1", "1"], ["1", "2"], ["2", "1"]]
    assert r"- Pool 2: C\|d." in page
    for text in (page, rendered("html", apart), table(apart, 200)):
        assert "Pool 1: Ann, Bob." in text
        assert "no bot of one has met a bot of another" in text
    assert "**pool**" in page
    document = json.loads(rendered("json", apart))
    assert [row["pool"] for row in document["overall"]] == [1, 1, 2]
    sheet = list(csv.DictReader(StringIO(rendered("csv", apart))))
    assert [row["pool"] for row in sheet[:3]] == ["1", "1", "2"]
    drawn = table(apart, 40)
    assert "pool" in drawn
    assert "rating" in drawn


def test_many_pools_are_told_in_few_lines(tmp_path: Path) -> None:
    whole = standings_with(tmp_path, [f"Bot {number}" for number in range(80)])
    rows = [
        msgspec.structs.replace(row, pool=1 if number < 40 else number, rank=1)
        for number, row in enumerate(whole.overall)
    ]
    told = pools(rows, [row.name for row in rows])
    assert len(told) == 1 + MOST_POOLS + 1
    assert told[1].endswith(" and 28 more.")
    assert told[-1] == "And 29 more pools."


@pytest.mark.parametrize(
    ("balance", "says"),
    [
        (Balance(4, 0, 8, 8), "each seat equally often. Every two bots met in 8 games."),
        (Balance(1, 0, 1, 1), "each seat equally often. Every two bots met in 1 game."),
        (Balance(32, 32, 8, 9), "differs by up to 32 games (one sitting). Meetings are uneven: "),
        (Balance(32, 1, 8, 9), "differs by up to 1 game (a sitting has 32). Meetings are uneven: "),
        (Balance(4, 9, 1, 9), "by up to 9 games. Meetings are uneven: two bots met in 1 to 9 "),
        (Balance(4, 9, 0, 9), "some bots never met, others met in up to 9 games."),
        (Balance(4, 9, 0, 1), "some bots never met, others met in up to 1 game."),
    ],
)
def test_the_page_says_how_even_seats_and_meetings_are(
    tmp_path: Path, balance: Balance, says: str
) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    told = msgspec.structs.replace(standings, balance={"bank_dice": balance, "cards": balance})
    page = rendered("markdown", told)
    assert says in page.partition("## cards")[2]
    assert page.count(says.split(". ")[-1]) == 2
    assert says.split(". ")[-1] in rendered("html", told)


def test_seats_that_make_no_difference_have_no_shares(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    uneven = Balance(4, 9, 1, 1)
    told = msgspec.structs.replace(standings, balance={"bank_dice": uneven, "cards": uneven})
    dice, cards = rendered("markdown", told).partition("## bank")[2].split("## cards")
    assert SEATS_ALIKE in dice
    assert "Win share by seat" not in dice
    assert "Seats are uneven" not in dice
    assert SEATS_ALIKE not in cards
    assert "Win share by seat: seat 0: 100.0 %" in cards
    seats = rendered("html", told).partition('id="seats"')[2].partition('id="bots"')[0]
    assert seats.count(SEATS_ALIKE) == seats.count("<dl>") == 1


def test_what_is_not_worked_out_is_left_open(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Bob", "Cid"])
    rows = [
        msgspec.structs.replace(row, rank_low=None, rank_high=None, group=None)
        for row in standings.overall
    ]
    bare = msgspec.structs.replace(standings, overall=tuple(rows))
    assert {tuple(row[1:3]) for row in next(tables(rendered("markdown", bare)))[2:]} == {("–", "–")}


def test_hostile_names_stay_in_their_row_of_the_page(hostile: Standings) -> None:
    page = rendered("markdown", hostile)
    found = list(tables(page))
    assert len(found) == 3
    for cells in found:
        assert len(cells) == len(HOSTILE) + 2
        assert len({len(row) for row in cells}) == 1
    assert [line for line in page.split("\n") if line.startswith("# ")] == [
        r"# T \<b\>\\x1b\[1m\|\\n\# x"
    ]
    bots = "\n".join(row[3] for cells in found for row in cells[2:])
    for active in ("<", "[", "`", "*", "_", "~", "@", ":", "&", "$"):
        assert not re.search(rf"(?<!\\){re.escape(active)}", bots)
    assert not re.search(r"www\.", bots)


@pytest.mark.parametrize("kind", FORMATS)
def test_no_file_holds_a_character_that_acts(hostile: Standings, kind: str) -> None:
    text = rendered(kind, hostile)
    assert all(c.isprintable() or c in "\n\u200d" for c in text)


def test_the_document_keeps_names_as_they_are(hostile: Standings) -> None:
    document = json.loads(rendered("json", hostile))
    assert {row["name"] for row in document["overall"]} == set(HOSTILE)
    assert document["title"] == hostile.title


def test_no_cell_of_the_sheet_is_a_formula(hostile: Standings) -> None:
    rows = list(csv.reader(StringIO(rendered("csv", hostile))))
    assert len(rows) == 1 + 3 * len(HOSTILE)
    assert len({len(row) for row in rows}) == 1
    column = rows[0].index("name")
    shown = [row[column] for row in rows]
    assert not any(name.lstrip(" \t").startswith(("=", "+", "-", "@")) for name in shown)
    assert "'=cmd|' /C calc'!A0" in shown
    assert 'say "hi", ok' in shown


@pytest.mark.parametrize("width", [20, 60, 80, 200])
def test_the_terminals_table_keeps_a_row_for_each(hostile: Standings, width: int) -> None:
    text = table(hostile, width)
    lines = text.split("\n")
    assert len(text.split("\n\n")[1].split("\n")) == 2 + len(HOSTILE)
    assert all(c.isprintable() or c == "\u200d" for line in lines for c in line)


@pytest.mark.parametrize("width", [45, 60, 80, 120, 200])
def test_the_terminals_table_fits(tmp_path: Path, width: int) -> None:
    from wcwidth import wcswidth

    standings = standings_with(tmp_path, ["日本語" * 6, "👩\u200d👩\u200d👧", "Bob", "e\u0301"])
    text = table(standings, width)
    drawn = text.split("\n\n")[1]
    assert max(map(wcswidth, drawn.split("\n"))) <= width
    assert "rating" in drawn
    assert ("mean place" in drawn) == (width > 120)


def test_columns_line_up_below_wide_names(tmp_path: Path) -> None:
    from wcwidth import wcswidth

    page = rendered("markdown", standings_with(tmp_path, ["日本語", "🤖bot", "e\u0301", "plain"]))
    for block in page.split("\n\n"):
        if block.startswith("|"):
            assert len({wcswidth(line) for line in block.split("\n")}) == 1


def test_without_wcwidth_there_is_still_a_row_for_each(
    hostile: Standings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "wcwidth", None)
    monkeypatch.setattr(tabulate, "wcwidth", None)
    assert len(table(hostile, 60).split("\n\n")[1].split("\n")) == 2 + len(HOSTILE)
    assert [len(cells) for cells in tables(rendered("markdown", hostile))] == [len(HOSTILE) + 2] * 3


def test_numbers_as_names_are_left_alone(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["1e5", "007", "nan"])
    for text in (rendered("markdown", standings), table(standings)):
        for name in ("1e5", "007", "nan"):
            assert re.search(rf"\s{name}\s", text)


def test_bots_of_one_name_are_told_apart(tmp_path: Path) -> None:
    text = table(standings_with(tmp_path, ["Ann", "ann", "Bob"]), 200)
    for name in ("Ann (bot00)", "ann (bot01)", " Bob "):
        assert name in text
    standings = standings_with(tmp_path / "brackets", ["Ann", "Ann", "Ann (bot00)"])
    for text in (table(standings, 200), rendered("markdown", standings).replace("\\", "")):
        for name in ("Ann (bot00)  ", "Ann (bot01)  ", "Ann (bot00) (bot02) "):
            assert name in text


def test_a_bot_has_the_same_name_in_all_tables(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["Ann", "Ann", "Ann (bot00)"])
    alone = {"cards": standings.by_game["cards"][1:]}
    by_game = {**standings.by_game, **alone}
    told = msgspec.structs.replace(standings, by_game=by_game)
    names = {row.id: f"Ann ({row.id})" for row in standings.overall}
    names["bot02"] = "Ann (bot00) (bot02)"
    wanted = [names[row.id] for row in by_game["cards"]]
    *_, cards = tables(rendered("markdown", told).replace("\\", ""))
    assert [row[3] for row in cards[2:]] == wanted
    page = rendered("html", told).partition('data-entry="cards"')[2].partition("</table>")[0]
    assert re.findall("<bdi>(.*?)</bdi>", page) == wanted


def test_wide_spaces_are_spaces(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, ["全角\u3000名", "Bob", "Cid"])
    for text in (table(standings, 200), *(rendered(k, standings) for k in ("csv", "html"))):
        assert "全角 名" in text
        assert "u3000" not in text


def test_a_tournament_without_games_can_be_published(tmp_path: Path) -> None:
    with Ledger.create(tmp_path / "none") as ledger:
        ledger.begin(head(), BOTS)
        standings = fold(ledger)
    assert len(publish(standings, FORMATS, tmp_path)) == 4
    assert "Ann" in table(standings)
    with Ledger.create(tmp_path / "nobody") as ledger:
        ledger.begin(head(), [])
        standings = fold(ledger)
    assert len(publish(standings, FORMATS, tmp_path)) == 4
    table(standings, 20)


def test_equal_standings_give_equal_bytes(tmp_path: Path) -> None:
    one, two = (standings_with(tmp_path / name, ["Ann", "Bob", "Cid"]) for name in "ab")
    assert [load(kind)(one) for kind in FORMATS] == [load(kind)(two) for kind in FORMATS]


def test_publishing_replaces_all_files(tmp_path: Path) -> None:
    standings = standings_with(tmp_path / "weekly", ["Ann", "Bob", "Cid"])
    (tmp_path / "weekly.md").write_text("old")
    paths = publish(standings, FORMATS, tmp_path)
    assert [path.name for path in paths] == [
        "weekly.md",
        "weekly.csv",
        "weekly.json",
        "weekly.html",
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["weekly", *(path.name for path in paths)]
    )
    assert paths[0].read_text(encoding="utf-8") == rendered("markdown", standings)


def test_files_of_publishers_left_out_are_found(tmp_path: Path) -> None:
    assert set(ENDINGS) == set(FORMATS)
    standings = standings_with(tmp_path / "weekly", ["Ann", "Bob", "Cid"])
    for kind, ending in ENDINGS.items():
        assert f"weekly{ending}" in load(kind)(standings)
    publish(standings, FORMATS, tmp_path)
    (tmp_path / "weekly.txt").write_text("mine")
    assert not_renewed("weekly", FORMATS, tmp_path) == []
    found = not_renewed("weekly", ["json", "csv"], tmp_path)
    assert [path.name for path in found] == ["weekly.md", "weekly.html"]
    assert not_renewed("other", ["json"], tmp_path) == []


def test_an_unknown_publisher_is_named(tmp_path: Path) -> None:
    standings = standings_with(tmp_path / "weekly", ["Ann", "Bob", "Cid"])
    with pytest.raises(ArenaError, match=r"'pdf'; there are csv"):
        publish(standings, ["markdown", "pdf"], tmp_path)
    assert not (tmp_path / "weekly.md").exists()


def test_a_full_disk_leaves_the_old_files_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old a")
    (tmp_path / "b").write_text("old b")
    synced: list[int] = []

    def full_at_the_second(file: int) -> None:
        synced.append(file)
        if len(synced) == 2:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", full_at_the_second)
    with pytest.raises(ArenaError, match="No space left on device"):
        replace_files(tmp_path, {"a": b"new a", "b": b"new b"})
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        "a": "old a",
        "b": "old b",
    }


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/arena")):
        with pytest.raises(ArenaError, match=re.escape(str(folder))):
            replace_files(folder, {"a": b"new"})
    assert (tmp_path / "file").read_text() == "mine"
