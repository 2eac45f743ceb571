import re
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

import msgspec
import pytest

from arena.ledger import Ledger
from arena.publish import load, publish
from arena.publish.pages.charts import LABEL_GAP, chart
from arena.standings import Standings, chronicled, fold
from tests.ledger.league import head
from tests.publish.test_publish import HOSTILE, standings_with
from tests.replay.played import fill

BOTS = {
    "ann": "<svg/onload=alert(1)>",
    "bob": '"><script>x</script>',
    "cid": "</script><b>&amp;\u202e",
    "dan": "{{ 7 * 7 }}{% raw %}",
}
ADDRESSES = {"href", "src", "srcset", "action", "data", "xlink:href", "poster", "formaction"}


class Page(HTMLParser):
    """Tags with their attributes, texts, and the ids."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def attributes(self, *names: str) -> list[str]:
        """The values of these attributes."""
        return [
            value or "" for _, told in self.tags for name, value in told.items() if name in names
        ]

    def text(self) -> str:
        return "".join(self.texts)


def told(folder: Path, **changes: object) -> Standings:
    """Standings with a chronicle, of a league with hostile names, notes and faults."""
    fill(folder, BOTS, **changes)
    with Ledger.read(folder) as ledger:
        return chronicled(ledger, fold(ledger))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Standings:
    return told(tmp_path_factory.mktemp("hostile") / "weekly", title="<i>T</i>\x1b[1m")


@pytest.fixture(scope="module")
def files(hostile: Standings) -> dict[str, str]:
    return {name: content.decode() for name, content in load("html")(hostile).items()}


@pytest.fixture(scope="module")
def page(files: dict[str, str]) -> Page:
    return Page(files["weekly.html"])


def test_names_are_text(page: Page) -> None:
    for name in ("<svg/onload=alert(1)>", '"><script>x</script>', "{{ 7 * 7 }}{% raw %}"):
        assert name in page.texts
    assert "</script><b>&amp;\\u202e" in page.texts
    assert "<i>T</i>\\x1b[1m" in page.texts


def test_no_name_adds_a_tag_or_an_attribute(files: dict[str, str], tmp_path: Path) -> None:
    fill(tmp_path, dict.fromkeys(("ann", "bob", "cid", "dan"), "x"), title="t")
    with Ledger.read(tmp_path) as ledger:
        plain = load("html")(chronicled(ledger, fold(ledger)))
    assert set(plain) == set(files)
    for name, content in plain.items():
        expected, found = Page(content.decode()), Page(files[name])
        assert [tag for tag, _ in found.tags] == [tag for tag, _ in expected.tags]
        assert [set(told) for _, told in found.tags] == [set(told) for _, told in expected.tags]


def test_every_name_can_be_shown(tmp_path: Path) -> None:
    standings = standings_with(tmp_path, HOSTILE)
    (content,) = load("html")(standings).values()
    found = Page(content.decode())
    assert {tag for tag, _ in found.tags} & {"img", "iframe", "object", "link", "base"} == set()
    for name in ("<svg/onload=alert(1)>", '"><script>x</script>', "&amp;", r"\u202eevil"):
        assert name in found.texts


def test_nothing_acts_and_nothing_is_fetched(files: dict[str, str]) -> None:
    for content in files.values():
        assert all(c.isprintable() or c in "\n\u200d" for c in content)
        found = Page(content)
        assert not [name for _, told in found.tags for name in told if name.startswith("on")]
        assert not re.search(r"@import|url\(|https?://(?!www\.w3\.org/2000/svg)", content)
        for address in found.attributes(*ADDRESSES):
            assert address.startswith("#") or unquote(address).endswith(".html"), address


def test_links_lead_somewhere(files: dict[str, str]) -> None:
    for name, content in files.items():
        found = Page(content)
        ids = found.attributes("id")
        assert len(ids) == len(set(ids))
        for address in found.attributes("href"):
            target, _, fragment = unquote(address).partition("#")
            if target:
                assert _joined(name, target) in files
            elif not fragment.startswith("step="):
                assert fragment in ids


def _joined(name: str, target: str) -> str:
    """Where a relative address in the page of that name leads."""
    parts = name.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts)


def test_parts_that_are_not_filtered_say_so(files: dict[str, str]) -> None:
    parts = dict(re.findall(r'<h2 id="(\w+)">(.*?)</section>', files["weekly.html"], re.DOTALL))
    whole = {part for part, text in parts.items() if "ll games together" in text}
    assert whole >= {"meetings", "run", "bots"}
    for part in ("telling", "seats"):
        assert "data-entry" in parts[part]
    for part in ("meetings", "run"):
        assert "data-entry" not in parts[part]


def test_faults_are_shown_with_message_and_last_words(page: Page) -> None:
    text = page.text()
    assert "no answer within 1 s </p><b>" in text
    assert "<b>2</b>\\x1b[31m\n</pre>3" in text


def test_upsets_and_faults_can_be_watched(files: dict[str, str], hostile: Standings) -> None:
    assert hostile.chronicle is not None
    ids = {told.recorded.result.id for told in hostile.chronicle.telling}
    assert set(files) == {"weekly.html", *(f"weekly/replays/{one}.html" for one in ids)}
    assert {told.why for told in hostile.chronicle.telling} == {"timeout", "upset"}
    linked = Page(files["weekly.html"]).attributes("href")
    for one in ids:
        assert f"weekly/replays/{one}.html" in linked


def test_notes_stand_in_the_replay(files: dict[str, str]) -> None:
    replays = [Page(content).text() for name, content in files.items() if "/" in name]
    assert any("<i>sure</i>" in text for text in replays)
    assert any("failed: timeout" in text for text in replays)


def test_equal_standings_give_equal_pages(tmp_path: Path, hostile: Standings) -> None:
    again = told(tmp_path / "weekly", title="<i>T</i>\x1b[1m")
    assert load("html")(again) == load("html")(hostile)


def test_without_records_there_are_no_replays(tmp_path: Path) -> None:
    standings = told(tmp_path, records="none")
    (content,) = load("html")(standings).values()
    assert "no record was kept" in content.decode()
    assert "arena replay" not in content.decode()


def test_only_games_with_a_record_have_a_command(tmp_path: Path) -> None:
    every, some = (
        Page(load("html")(told(tmp_path / kept, records=kept))["weekly.html"].decode()).text()
        for kept in ("all", "faults")
    )
    assert "no record" not in every
    assert every.count("arena replay") > some.count("arena replay")
    commands = re.findall(r"arena replay \w+[^\n]*", every)
    assert all(re.match(r"arena replay \w+ -t weekly\b", command) for command in commands)
    assert "no record" in some


def test_games_of_other_rules_are_told_without_replay(hostile: Standings) -> None:
    assert hostile.chronicle is not None
    broken = [
        msgspec.structs.replace(
            told,
            recorded=told.recorded._replace(
                result=msgspec.structs.replace(told.recorded.result, seed="1")
            ),
        )
        for told in hostile.chronicle.telling
    ]
    chronicle = msgspec.structs.replace(hostile.chronicle, telling=tuple(broken))
    found = load("html")(msgspec.structs.replace(hostile, chronicle=chronicle))
    assert len(found) < 1 + len(broken)


def test_replays_of_earlier_times_are_removed(tmp_path: Path, hostile: Standings) -> None:
    replays = tmp_path / "weekly" / "replays"
    replays.mkdir(parents=True)
    (replays / "old.html").write_text("old")
    (tmp_path / "weekly" / "ledger.sqlite3").write_text("kept")
    paths = publish(hostile, ["html"], tmp_path)
    assert {path.name for path in replays.iterdir()} == {path.name for path in paths[1:]}
    assert (tmp_path / "weekly" / "ledger.sqlite3").read_text() == "kept"
    publish(hostile, ["markdown"], tmp_path)
    assert list(replays.iterdir()) == []


def test_a_league_without_games_has_a_page(tmp_path: Path) -> None:
    with Ledger.create(tmp_path) as ledger:
        ledger.begin(head(), [])
        standings = chronicled(ledger, fold(ledger))
    (content,) = load("html")(standings).values()
    assert "How to read it" in content.decode()


def test_labels_of_lines_that_end_together_stand_apart() -> None:
    drawn = chart(["1", "2"], {f"bot {n}": [20.0, 25 + n / 100] for n in range(12)})
    places = sorted(line.label_y for line in drawn.lines if line.colour is not None)
    assert len(places) == 8
    gaps = [after - before for before, after in pairwise(places)]
    assert min(gaps) >= LABEL_GAP - 0.2
    assert places[-1] <= drawn.bottom


@pytest.mark.parametrize("width", [0.0, 1e-6, 3.0, 47.0, 900.0])
def test_a_chart_has_few_ticks_that_hold_all_lines(width: float) -> None:
    drawn = chart(["1", "2", "3"], {"one": [None, 20.0, 20.0 + width], "two": [1.0, 20.0, 20.0]})
    heights = [y for _, y in drawn.y_ticks]
    assert 2 <= len(heights) <= 10
    for line in drawn.lines:
        for point in line.points.split():
            assert min(heights) - 0.2 <= float(point.split(",")[1]) <= max(heights) + 0.2


def test_bots_that_are_level_are_not_magnified() -> None:
    drawn = chart(["1", "2"], {"one": [25.0, 25.0004], "two": [25.0, 24.9996]})
    assert [float(text) for text, _ in drawn.y_ticks] == [24.0, 24.5, 25.0, 25.5, 26.0]
