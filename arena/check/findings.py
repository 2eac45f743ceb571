"""What was found: each thing once, however often it came up."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from arena.check.catalogue import RULES, Severity


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake. `rule` is its id in the catalogue; `game` None: not of one game.

    `where` tells how to get there, `line` is the output that shows it, `times` how often it came.
    """

    rule: str
    game: str | None
    message: str
    where: str = ""
    line: str | None = None
    times: int = 1

    @property
    def severity(self) -> Severity:
        """Whether it is an error or a warning."""
        return RULES[self.rule].severity

    @property
    def advice(self) -> str:
        """What to change."""
        return RULES[self.rule].advice

    def plain(self) -> dict[str, Any]:
        """As in the JSON document."""
        members = asdict(self)
        return {
            "id": members.pop("rule"),
            "severity": self.severity,
            "title": RULES[self.rule].title,
            **members,
            "advice": self.advice,
        }


@dataclass(slots=True)
class Notebook:
    """Findings in the order in which they first came up, one for each rule and game."""

    _found: dict[tuple[str, str | None], Finding] = field(default_factory=dict)

    def note(self, finding: Finding) -> None:
        """Keep it, or count it where it is known."""
        key = (finding.rule, finding.game)
        known = self._found.get(key)
        self._found[key] = finding if known is None else replace(known, times=known.times + 1)

    def has(self, rule: str, game: str | None = None) -> bool:
        """Whether that rule was broken in that game."""
        return (rule, game) in self._found

    def in_game(self, game: str) -> bool:
        """Whether an error came up in that game."""
        return any(
            finding.game == game and finding.severity == "error" for finding in self._found.values()
        )

    @property
    def findings(self) -> Sequence[Finding]:
        """Errors first."""
        return sorted(self._found.values(), key=lambda finding: finding.severity)
