from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from arena.ledger import Enrolled, Ledger
from arena.publish import publish
from arena.results import Fault, MatchResult, Usage
from arena.standings import chronicled, fold
from tests.browser.conftest import SHOWN, Open, violations
from tests.ledger.league import head
from tests.replay.played import played, spec_of


@pytest.fixture
def board(boards: Path) -> Path:
    return boards / "weekly.html"


def column(table: Locator, title: str) -> list[str]:
    """The texts of a column of a table, from the top."""
    heads = [text.strip() for text in table.locator("thead th").all_inner_texts()]
    place = heads.index(title)
    rows = table.locator("tbody tr").all()
    cells = [row.locator("th, td").nth(place) for row in rows]
    if title == "bot":
        cells = [cell.locator("bdi") for cell in cells]
    return [cell.inner_text().strip() for cell in cells]


def standings(page: Page) -> Locator:
    """The table that is shown."""
    (shown,) = [one for one in page.locator(".standings").all() if one.is_visible()]
    return shown


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing(opened: Open, board: Path, width: int, scheme: str) -> None:
    page = opened(board, width=width, scheme=scheme)
    for part in page.locator("details").all():
        part.evaluate("part => part.open = true")
    assert violations(page) == []


@pytest.mark.parametrize("width", [320, 390, 800])
def test_only_tables_are_wider_than_a_phone(opened: Open, board: Path, width: int) -> None:
    page = opened(board, width=width)
    for part in page.locator("details").all():
        part.evaluate("part => part.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_rank_name_rating_and_range_without_scrolling(
    opened: Open, board: Path, width: int
) -> None:
    page = opened(board, width=width)
    for key in ("all", "bank_dice"):
        page.locator(f'.games input[value="{key}"]').check()
        for row in standings(page).locator("tbody tr").all():
            for kind in ("rank", "bot", "rating", "half", "share"):
                box = row.locator(f".{kind}").bounding_box()
                assert box
                assert box["width"] > 0
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width


@pytest.mark.parametrize("width", [320, 390, 800, 1000, 1200])
def test_standings_fit_any_window(opened: Open, board: Path, width: int) -> None:
    page = opened(board, width=width)
    for key in ("all", "bank_dice"):
        page.locator(f'.games input[value="{key}"]').check()
        table = standings(page).locator("table")
        assert table.evaluate("one => one.scrollWidth <= one.parentNode.clientWidth")


HINTED = """() => [...document.querySelectorAll(".aside")].every(
  (hint) => {
    const part = hint.nextElementSibling;
    return hint.checkVisibility() === part.scrollWidth > part.clientWidth;
  },
)"""


def test_what_is_wider_than_the_window_says_that_it_scrolls(opened: Open, board: Path) -> None:
    page = opened(board, width=390)
    page.locator("#run ~ details").evaluate("part => part.open = true")
    chart = page.locator(".aside:has(+ .chart)")
    chart.wait_for(state="visible")
    page.wait_for_function(HINTED)
    assert "Scroll sideways" in chart.inner_text()
    page.set_viewport_size({"width": 1200, "height": 900})
    chart.wait_for(state="hidden")
    page.wait_for_function(HINTED)
    assert page.locator(".aside:visible").count() == 0


def test_cards_are_still_a_table_to_a_screen_reader(opened: Open, board: Path) -> None:
    page = opened(board, width=390)
    table = standings(page).get_by_role("table")
    assert table.get_by_role("row").count() == 5
    assert table.get_by_role("rowheader").count() == 4
    assert table.get_by_role("columnheader", name="rating").is_visible()
    row = table.get_by_role("row").filter(has_text="timeout")
    assert row.get_by_role("cell").count() == 9


def test_cards_sort_on_a_phone(opened: Open, board: Path) -> None:
    page = opened(board, width=390)
    ranks = standings(page).locator("tbody .rank")
    before = ranks.all_inner_texts()
    standings(page).get_by_role("button", name="rank", exact=True).click()
    standings(page).get_by_role("button", name="rank", exact=True).click()
    assert ranks.all_inner_texts() == before[::-1]


def test_seats_and_meetings_stand_in_the_bots_part(opened: Open, board: Path) -> None:
    page = opened(board, "#bot-dan")
    head = page.locator("#bot-dan").get_by_role("columnheader", name="games by seat")
    assert head.is_visible()
    cells = page.locator("#bot-dan .wraps").all_inner_texts()
    assert cells == ["0 · 0 · 0 · 2", "0 · 0 · 2", "0 · 0 · 0 · 2", "0 · 0 · 2"]
    assert page.get_by_text("Every two bots met in 2 games.").count() == 4


def test_bots_that_fail_in_one_game_have_parts_of_their_own(opened: Open, tmp_path: Path) -> None:
    spec = spec_of("bank_dice", dict.fromkeys(SHOWN, "h1"))
    fault = Fault("crash", "ended")
    game = played(spec, failing={(seat, -1): fault for seat in range(4)})
    usage = tuple(Usage(one, 0, 0.1, 0.1, 9000, "crashed", "Traceback") for one in SHOWN)
    with Ledger.create(tmp_path / "weekly") as ledger:
        ledger.begin(head(), [Enrolled(one, name, "h1") for one, name in SHOWN.items()])
        ledger.append(spec, MatchResult(spec.id, (game,), usage), 1000)
        for one in SHOWN:
            ledger.bench(one)
        publish(chronicled(ledger, fold(ledger)), ["html"], tmp_path)
    page = opened(tmp_path / "weekly.html", width=390)
    for part in page.locator("details").all():
        part.evaluate("part => part.open = true")
    assert page.locator("pre").count() == 4
    assert standings(page).locator(".faults").first.inner_text() == "1 crash, benched"
    assert violations(page) == []


def test_names_are_shown_as_they_are(opened: Open, board: Path) -> None:
    page = opened(board)
    assert set(column(standings(page), "bot")) == set(SHOWN.values())
    assert page.title() == "Weekly <i>league</i>"
    assert page.locator("h1").inner_text() == "Weekly <i>league</i>"
    assert page.locator("img").count() == 0


def test_one_game_at_a_time_can_be_shown(opened: Open, board: Path) -> None:
    page = opened(board)
    assert standings(page).locator("caption").inner_text() == "All games"
    page.get_by_role("radio", name="Bank", exact=True).check()
    assert standings(page).locator("caption").inner_text() == "Bank"
    shown = {
        part.get_attribute("data-entry")
        for part in page.locator("[data-entry]").all()
        if part.is_visible()
    }
    assert shown == {"bank_dice"}
    page.get_by_role("radio", name="All games").check()
    assert page.locator(".seats > div:visible").count() == 4


def test_the_filter_goes_by_keys(opened: Open, board: Path) -> None:
    page = opened(board)
    page.get_by_role("radio", name="All games").focus()
    page.keyboard.press("ArrowRight")
    assert standings(page).locator("caption").inner_text() == "Bank"


def test_columns_sort_both_ways(opened: Open, board: Path) -> None:
    page = opened(board)
    table = standings(page)
    head = table.get_by_role("columnheader", name="win share")
    head.get_by_role("button").click()
    falling = [float(text.split()[0]) for text in column(table, "win share")]
    assert falling == sorted(falling, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head.get_by_role("button").press("Enter")
    assert [float(text.split()[0]) for text in column(table, "win share")] == falling[::-1]
    assert head.get_attribute("aria-sort") == "ascending"
    table.get_by_role("columnheader", name="bot").get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None
    names = column(table, "bot")
    assert page.evaluate("names => [...names].sort((a, b) => a.localeCompare(b))", names) == names


def test_ranks_come_back(opened: Open, board: Path) -> None:
    page = opened(board)
    table = standings(page)
    ranks = column(table, "rank")
    table.get_by_role("columnheader", name="games").get_by_role("button").click()
    table.get_by_role("columnheader", name="rank", exact=True).get_by_role("button").click()
    assert column(table, "rank") == ranks


def test_a_bots_name_leads_to_its_part(opened: Open, board: Path) -> None:
    page = opened(board)
    part = page.locator("#bot-cid")
    assert not part.get_by_text("Its record").is_visible()
    standings(page).get_by_role("link", name=SHOWN["cid"]).click()
    assert part.get_by_text("Its record").is_visible()
    assert part.locator("h3").inner_text() == SHOWN["cid"]


def test_faults_show_their_last_words(opened: Open, board: Path) -> None:
    page = opened(board, "#bot-dan")
    part = page.locator("#bot-dan")
    assert part.get_by_text("no answer within 1 s </p><b>").first.is_visible()
    assert "<b>2</b>\\x1b[31m\n</pre>3" in part.locator("pre").first.inner_text()


def test_a_telling_game_can_be_watched_and_left(opened: Open, board: Path) -> None:
    page = opened(board)
    page.get_by_role("link", name="Watch game").first.click()
    assert page.locator("#board .seat").count() > 2
    page.get_by_role("link", name="Weekly <i>league</i>").click()
    assert page.locator("h1").inner_text() == "Weekly <i>league</i>"


def test_without_script_everything_is_there(opened: Open, board: Path) -> None:
    page = opened(board, script=False)
    assert page.locator(".standings").count() == 5
    assert all(one.is_visible() for one in page.locator(".standings").all())
    assert not page.locator(".games").is_visible()
