"""Chromium without a window, and pages of a league that was played in this process."""

from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from arena.ledger import Ledger
from arena.publish import publish
from arena.standings import chronicled, fold
from tests.replay.played import fill

BOTS = {
    "ann": "Ann <b>bold</b>",
    "bob": '"><img src=x onerror="document.title=1">',
    "cid": "</script><script>document.title=2</script>",
    "dan": "Dan \u202e & Sons",
}
SHOWN = {**BOTS, "dan": "Dan \\u202e & Sons"}
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

Open = Callable[..., Page]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = which("chromium")
    assert path, "chromium is not installed (Debian: apt-get install chromium)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the published files of a league with hostile names and faults."""
    folder = tmp_path_factory.mktemp("boards")
    fill(folder / "weekly", BOTS, title="Weekly <i>league</i>")
    with Ledger.read(folder / "weekly") as ledger:
        publish(chronicled(ledger, fold(ledger)), ["html"], folder)
    return folder


@pytest.fixture
def opened(chromium: Browser) -> Iterator[Open]:
    """Opens a page from the disk; the test fails if it wants anything else or its script fails."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def open_page(
        path: Path,
        fragment: str = "",
        width: int = 1200,
        scheme: str = "light",
        script: bool = True,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,  # type: ignore[arg-type]
            java_script_enabled=script,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on("console", lambda message: troubles.append(f"console: {message.text}"))
        page.on("request", lambda request: _local(request.url, troubles))
        page.goto(f"{path.as_uri()}{fragment}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


def _local(address: str, troubles: list[str]) -> None:
    if not (address.startswith("file:") and address.split("#")[0].endswith(".html")):
        troubles.append(f"fetched: {address}")


def violations(page: Page) -> list[str]:
    """What axe finds wrong, each with where it is."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]
