"""Whether bots can be confined here at all, asked before anything starts."""

import tempfile
from pathlib import Path

import sandbox
from arena.bots.snapshot import interpreter, python
from arena.errors import ArenaError


def require(level: sandbox.Level) -> None:
    """Prove that the level holds on this machine. ArenaError, with what to do, if it does not."""
    report = sandbox.probe(level)
    if not report.ok:
        report = next(report for report in sandbox.checks() if report.level == level)
    reason = report.reason or python_trouble(level)
    if reason is not None:
        raise ArenaError(
            f"bots cannot be confined here at level {level}: {reason}\n"
            "`arena doctor` shows what this machine can do. Only where you trust every bot: "
            "--sandbox none"
        )


def python_trouble(level: sandbox.Level) -> str | None:
    """Why the interpreter that runs arena cannot run bots at that level; None where it can.

    It may lie where confined users cannot go, such as in the home of root.
    """
    with tempfile.TemporaryDirectory(prefix="arena-python-") as folder:
        Path(folder).chmod(0o755)
        view = sandbox.View(Path(folder), readable=interpreter())
        command = [python(), "-I", "-S", "-c", "pass"]
        try:
            with sandbox.spawn(command, sandbox.Limits(), view, level) as child:
                ending = child.wait(20.0)
        except sandbox.SandboxError as error:
            return str(error)
    if ending is None or ending.code != 0:
        return f"{python()} does not run there"
    return None
