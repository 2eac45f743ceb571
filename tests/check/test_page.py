"""docs/check.md lists the rules as they are."""

from pathlib import Path

from arena.check.catalogue import RULES

PAGE = Path(__file__).parents[2] / "docs" / "check.md"


def test_the_page_lists_every_rule() -> None:
    listed = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    told = [f"| `{name}` | {rule.title} | {rule.advice} |" for name, rule in RULES.items()]
    assert listed == told
