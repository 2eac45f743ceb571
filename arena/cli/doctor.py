"""arena doctor"""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import sandbox


@click.command(name="doctor")
@click.option("--json", "as_json", is_flag=True, help="One JSON document.")
def command(as_json: bool) -> int:
    """Show what this machine can confine, and what to install where it cannot.

    Ends with exit code 0 where bots can be confined fully, 1 where they cannot.

    \b
    Example:
      arena doctor
    """
    import sandbox

    reports = tuple(map(_with_python, sandbox.checks()))
    click.echo(_json(reports) if as_json else _text(reports))
    return 0 if next(report.ok for report in reports if report.level == "full") else 1


def _with_python(report: "sandbox.Report") -> "sandbox.Report":
    """The report and whether this very interpreter can run bots, which a run asks as well."""
    import sandbox
    from arena.bots.confined import python_trouble
    from arena.bots.snapshot import python

    trouble = python_trouble(report.level) if report.ok else None
    check = sandbox.Check("the interpreter of bots", trouble is None, trouble or python())
    return sandbox.Report(report.level, (*report.checks, check))


def _json(reports: "tuple[sandbox.Report, ...]") -> str:
    import json
    from dataclasses import asdict

    levels = [{**asdict(report), "ok": report.ok} for report in reports]
    return json.dumps({"schema_version": 1, "levels": levels}, indent=1)


def _text(reports: "tuple[sandbox.Report, ...]") -> str:
    lines: list[str] = []
    for report in reports:
        lines.append(
            f"level {report.level}: {'yes' if report.ok else 'no'} – {MEANING[report.level]}"
        )
        for check in report.checks:
            lines.append(f"  {'ok ' if check.ok else 'NOT'} {check.name}: {check.detail}")
            if not check.ok and check.fix:
                lines.append(f"      to do: {check.fix}")
        lines.append("")
    return "\n".join(lines).rstrip()


MEANING = {
    "full": "a world of its own: no network, no files but the bot's, own processes and memory",
    "partial": "in this machine's world without rights to it; only with --sandbox partial",
    "none": "only limits; for bots you trust; only with --sandbox none",
}
