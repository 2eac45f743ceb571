"""Whether bots can be confined here at all, asked before anything starts."""

import sandbox
from arena.errors import ArenaError


def require(level: sandbox.Level) -> None:
    """Prove that the level holds on this machine. ArenaError, with what to do, if it does not."""
    if sandbox.probe(level).ok:
        return
    reason = next(report.reason for report in sandbox.checks() if report.level == level)
    raise ArenaError(
        f"bots cannot be confined here at level {level}: {reason}\n"
        "`arena doctor` shows what this machine can do. Only where you trust every bot: "
        "--sandbox none"
    )
