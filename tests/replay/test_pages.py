"""What the pages of the documentation say of replays and of the leaderboard's page is so."""

import re
from pathlib import Path

from arena.cli.replay import command
from arena.replay import browse
from arena.standings import chronicle

DOCS = Path(__file__).parents[2] / "docs"
REPLAYS = (DOCS / "replays.md").read_text(encoding="utf-8")
LEADERBOARD = (DOCS / "leaderboard.md").read_text(encoding="utf-8")
WORDS = {2: "two", 3: "three", 6: "six", 12: "twelve"}


def test_every_option_is_explained_and_there() -> None:
    options = {name for option in command.params for name in option.opts if name.startswith("--")}
    assert set(re.findall(r"--[a-z]+", REPLAYS)) == options - {"--tournament"}


def test_letters_lead_where_the_page_says() -> None:
    letters = set(re.findall(r"^\| `(\w)` \|", REPLAYS, re.M))
    assert letters == {"n", "s", "q"}
    assert "q" in browse.QUIT
    assert not letters & {*browse.NEXT, *browse.BACK, *browse.FIRST, *browse.LAST}


def test_the_choice_of_games_is_the_one_explained() -> None:
    text = " ".join(LEADERBOARD.split())
    assert f"The {WORDS[chronicle.UPSETS_PER_ENTRY]} games of each entry" in text
    assert f"upsets, at most {WORDS[chronicle.MOST_UPSETS]} in all" in text
    assert f"a second of any, at most {WORDS[chronicle.MOST_FAULTS]}" in text
    assert f"The {WORDS[chronicle.GAMES_PER_ENTRANT]} that went best" in text
    assert f"The first {WORDS[chronicle.INCIDENTS_PER_KIND]} of each kind" in text


def test_pictures_and_links_are_there() -> None:
    for page in (REPLAYS, LEADERBOARD):
        for target in re.findall(r"\]\(([^)#]+)\)", page):
            assert (DOCS / target).exists(), target
