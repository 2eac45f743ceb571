"""The report for people, a linter's, and as a document for programs."""

from collections.abc import Iterator
from typing import Any

from arena.check import Finding, Report
from arena.check.catalogue import RULES

SCHEMA_VERSION = 1


def text(report: Report) -> str:
    """Findings, each with what to change, and a summary."""
    told = [line for finding in report.findings for line in _told(report, finding)]
    return "\n".join([*told, *_summary(report)])


def document(report: Report) -> dict[str, Any]:
    """Everything, for --json."""
    measured, ready = report.measured, report.ready
    return {
        "schema_version": SCHEMA_VERSION,
        "bot": {
            "id": report.bot.id,
            "path": str(report.bot.path),
            "hash": report.bot.hash,
            "concurrent": ready is not None and ready.concurrent,
        },
        "passed": not report.failed,
        "findings": [finding.plain() for finding in report.findings],
        "games": [
            {"game": score.game, "games": score.games, "won": round(score.won, 6)}
            for score in report.scores
        ],
        "measured": {
            "requests": measured.requests,
            "sittings": measured.sittings,
            "start_s": round(measured.start_s, 6),
            "slowest_s": round(measured.slowest_s, 6),
            "memory_kb": measured.memory_kb,
            "cut_short": list(measured.cut),
        },
    }


def _told(report: Report, finding: Finding) -> Iterator[str]:
    rule = RULES[finding.rule]
    game = f" in {finding.game}" if finding.game else ""
    yield f"{report.bot.path}: {rule.severity}[{finding.rule}]: {rule.title}{game}"
    yield f"    {finding.message}"
    if finding.line is not None:
        yield f"    > {finding.line}"
    often = f" (and {finding.times - 1} times more)" if finding.times > 1 else ""
    if finding.where or often:
        yield f"    at: {finding.where}{often}"
    yield f"    change: {rule.advice}"
    yield ""


def _summary(report: Report) -> Iterator[str]:
    measured, ready = report.measured, report.ready
    severities = [finding.severity for finding in report.findings]
    errors, warnings = severities.count("error"), severities.count("warning")
    found = f"{_count(errors, 'error')}, {_count(warnings, 'warning')}" if severities else "fine"
    yield f"{report.bot.id}: {found}"
    if report.games:
        how = "several games at once" if ready and ready.concurrent else "one game at a time"
        yield f"  {measured.requests} requests in {measured.sittings} sittings, {how}"
        yield (
            f"  ready after {measured.start_s * 1000:.0f} ms, slowest decision "
            f"{measured.slowest_s * 1000:.0f} ms, memory {measured.memory_kb / 1024:.0f} MB"
        )
    for score in report.scores:
        yield f"  {score.game}: won {score.won:g} of {score.games} against the sample bots"
    for game in measured.cut:
        yield f"  {game}: not everything was played in the time it had (--seconds)"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
