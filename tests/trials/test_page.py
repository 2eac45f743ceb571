"""The page on robustness names tests that there are."""

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
PAGE = (REPOSITORY / "docs/robustness.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", PAGE)
    assert len(named) > 30
    missing = [
        f"{path}::{test}"
        for path, test in named
        if not (REPOSITORY / path).is_file()
        or (test and f"def {test}(" not in (REPOSITORY / path).read_text(encoding="utf-8"))
    ]
    assert missing == []


def test_every_file_of_trials_is_named_by_the_page() -> None:
    for folder in ("trials", "crash", "fuzz"):
        for path in (REPOSITORY / "tests" / folder).glob("test_*.py"):
            assert path.name == "test_page.py" or path.name in PAGE
