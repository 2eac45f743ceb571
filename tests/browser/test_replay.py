from pathlib import Path

import pytest
from playwright.sync_api import Page

from arena.publish.pages.replay import replay_page
from arena.replay import Replay, lines_seen, replay_of
from arena.results import Fault
from tests.browser.conftest import SHOWN, Open, violations
from tests.replay.played import OPTIONS, recorded

LATE = {(1, decision): Fault("timeout", "too <b>slow</b>") for decision in range(6, 99)}
NAMES = {"ann": SHOWN["bob"], "bob": SHOWN["cid"]}


def saved(folder: Path, game: str) -> tuple[Replay, Path]:
    """A game with hostile names and a fault, as a page in `folder`."""
    replay = replay_of(recorded(game, 3, LATE), NAMES)
    path = folder / f"{game}.html"
    path.write_bytes(replay_page(replay))
    return replay, path


@pytest.fixture
def money(tmp_path: Path) -> tuple[Replay, Path]:
    return saved(tmp_path, "bank_or_bust_money")


def at(page: Page) -> int:
    """The step that the page says it shows."""
    number = int(page.locator("#at").inner_text())
    assert page.locator("#slider").input_value() == str(number)
    assert page.locator(".log [aria-current]").get_attribute("id") == f"s{number}"
    assert page.evaluate("location.hash").split("&")[0] == f"#step={number}"
    return number


def told(page: Page) -> list[str]:
    return [" ".join(text.split()) for text in page.locator("#told p").all_inner_texts()]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1300), ("dark", 390)])
@pytest.mark.parametrize("game", OPTIONS)
def test_axe_finds_nothing(
    opened: Open, tmp_path: Path, game: str, scheme: str, width: int
) -> None:
    replay, path = saved(tmp_path, game)
    page = opened(path, scheme=scheme, width=width)
    for step in (len(replay.steps) // 2, len(replay.steps) - 1):
        page.evaluate("step => go(step)", step)
        assert violations(page) == []


WALK = """steps => {
  const found = [];
  for (let step = 0; step < steps; step += 1) {
    found.push({
      at: Number(document.getElementById("at").textContent),
      lines: document.querySelectorAll("#told p").length,
      seats: document.querySelectorAll("#board .seat").length,
      width: document.documentElement.scrollWidth,
    });
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }),
    );
  }
  return found;
}"""


@pytest.mark.parametrize("game", OPTIONS)
def test_every_step_can_be_drawn_and_fits_a_phone(opened: Open, tmp_path: Path, game: str) -> None:
    replay, path = saved(tmp_path, game)
    found = opened(path, width=360).evaluate(WALK, len(replay.steps))
    assert [one["at"] for one in found] == list(range(len(replay.steps)))
    assert [one["lines"] for one in found] == [len(step.lines) for step in replay.steps]
    assert {one["seats"] for one in found} == {len(replay.players)}
    assert max(one["width"] for one in found) <= 360


def test_keys_buttons_slider_and_choice_lead_through_it(
    opened: Open, money: tuple[Replay, Path]
) -> None:
    replay, path = money
    last = len(replay.steps) - 1
    page = opened(path)
    assert at(page) == 0
    page.keyboard.press("End")
    assert at(page) == last
    page.keyboard.press("ArrowRight")
    assert at(page) == last
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    assert at(page) == 0
    for name, step in (("Step forward", 1), ("Last step", last), ("Step back", last - 1)):
        page.get_by_role("button", name=name).click()
        assert at(page) == step
    page.get_by_role("button", name="First step").click()
    page.locator("#slider").fill("7")
    assert at(page) == 7
    page.locator("#slider").press("ArrowRight")
    assert at(page) == 8
    page.get_by_label("Go to").select_option(label="Round 2")
    assert replay.steps[at(page)].chapter == "Round 2"
    page.locator(".log a").nth(3).click()
    assert at(page) == 3


def test_it_plays_and_pauses(opened: Open, money: tuple[Replay, Path]) -> None:
    page = opened(money[1])
    page.get_by_label("Pace").select_option(label="fast")
    page.locator("h1").click()
    page.keyboard.press(" ")
    page.wait_for_function("Number(document.getElementById('at').textContent) >= 2")
    page.get_by_role("button", name="Pause").click()
    stopped = at(page)
    page.wait_for_timeout(800)
    assert at(page) == stopped
    assert page.get_by_role("button", name="Play").is_visible()


def test_a_link_leads_to_a_step_as_a_seat_sees_it(opened: Open, money: tuple[Replay, Path]) -> None:
    replay, path = money
    page = opened(path, "#step=3&seat=2")
    assert at(page) == 3
    assert page.get_by_label("Seen by").input_value() == "2"
    assert told(page) == [line.text for line in lines_seen(replay.steps[3], 2)] != []
    page.evaluate("location.hash = '#step=6'")
    page.wait_for_function("document.getElementById('at').textContent === '6'")
    assert page.get_by_label("Seen by").input_value() == ""
    for odd in ("#step=99999", "#step=-3", "#step=x&seat=y", "#seat=9"):
        assert 0 <= at(opened(path, odd)) < len(replay.steps)


@pytest.mark.parametrize("game", ["bank_or_bust_money", "banking_benjamins"])
def test_a_seat_sees_its_own_cards_only(opened: Open, tmp_path: Path, game: str) -> None:
    replay, path = saved(tmp_path, game)
    page = opened(path, "#step=4")
    seats = page.locator("#board .seat")
    assert page.locator(".face-down").count() == 0
    private = page.locator("#board .private").count()
    assert private > 4
    page.get_by_label("Seen by").select_option("0")
    own = seats.nth(0).locator(".private").count()
    assert own >= 2
    assert page.locator("#board .private").count() == own
    assert page.locator(".face-down").count() == private - own
    hidden = [line for line in replay.steps[2].lines if line.to is not None]
    assert hidden
    assert not page.locator("#s2 p").first.is_visible()


def test_a_seats_steps_are_those_it_is_told_of(opened: Open, money: tuple[Replay, Path]) -> None:
    replay, path = money
    steps = [n for n, step in enumerate(replay.steps) if lines_seen(step, 0)]
    missing = next(n for n in range(len(replay.steps)) if n not in steps)
    page = opened(path, "#step=0&seat=0")
    listed = page.locator(".log li:visible").all()
    assert [int(item.inner_text().split()[1]) for item in listed] == steps
    assert all(item.locator("p:visible").count() for item in listed)
    page.keyboard.press("Home")
    walked = [at(page)]
    for _ in steps[1:]:
        page.keyboard.press("ArrowRight")
        walked.append(at(page))
        assert told(page)
    assert walked == steps
    for step in steps[-2::-1]:
        page.get_by_role("button", name="Step back").click()
        assert at(page) == step
    page.evaluate(f"location.hash = '#step={missing}&seat=0'")
    page.wait_for_function(f"document.getElementById('at').textContent === '{missing}'")
    assert told(page) == [f"Something that {replay.players[0]} is not told of."]
    page.get_by_label("Seen by").select_option("")
    assert page.locator(".log li:visible").count() == len(replay.steps)


def test_a_fault_is_shown_where_it_happened(opened: Open, money: tuple[Replay, Path]) -> None:
    replay, path = money
    number = next(
        n for n, step in enumerate(replay.steps) if any(line.fault for line in step.lines)
    )
    page = opened(path, f"#step={number}")
    fault = page.locator("#told .fault")
    assert fault.inner_text() == f"{SHOWN['cid']} failed: timeout too <b>slow</b>"
    assert page.locator("b img, #told b").count() == 0


def test_names_are_shown_as_they_are(opened: Open, money: tuple[Replay, Path]) -> None:
    page = opened(money[1], "#step=9")
    assert page.locator("#board h3 bdi").all_inner_texts()[:2] == [SHOWN["bob"], SHOWN["cid"]]
    assert page.locator("img").count() == 0
    assert page.title().startswith("Bank or Bust")


def test_dice_show_their_eyes(opened: Open, tmp_path: Path) -> None:
    replay, path = saved(tmp_path, "bank_dice")
    page = opened(path, "#step=0")
    dice = [piece.face for zone in replay.steps[0].board.zones for piece in zone.pieces][1:3]
    shown = page.locator(".die svg")
    assert [shown.nth(n).locator("circle").count() for n in (0, 1)] == [int(die) for die in dice]


def test_without_script_all_that_happened_is_there(
    opened: Open, money: tuple[Replay, Path]
) -> None:
    replay, path = money
    page = opened(path, script=False)
    assert page.locator(".log li").count() == len(replay.steps)
    assert page.get_by_text("switched off here").is_visible()
