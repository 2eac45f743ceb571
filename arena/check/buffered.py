"""Whether a bot that seems silent has its answers in a buffer: they come when its input ends."""

import select
from time import monotonic

from arena import wire
from arena.bots.process import BotProcess, Ended, start_bots
from arena.chance import Seeded
from arena.check.sitting import Ground, Plan
from arena.games import load
from arena.table import Table

SLOWER = 2.0
"""So many times its limit is waited, so that a slow bot is not taken for a buffering one."""
LAST_S = 1.0
"""What it may take to write what it has once its input has ended, in seconds."""


def holds_back(plan: Plan, ground: Ground) -> bool:
    """Whether an answer to its first questions comes as soon as its input ends, and not before."""
    (bot,) = start_bots([ground.launch], ground.level)
    try:
        silent = not _answers(bot, _opening(plan, ground), ground)
        bot.child.close_stdin()
        return silent and bool(_read(bot, LAST_S))
    finally:
        bot.child.close()


def _answers(bot: BotProcess, messages: list[bytes], ground: Ground) -> bool:
    """Whether the answer to the request was among what it wrote in good time."""
    bot.outbox += messages
    until = monotonic() + 5.0
    while not bot.flush() and monotonic() < until:
        select.select([], [bot.child.stdin], [], 0.1)
    wait = (ground.limits["move_s"] or 1.0) * SLOWER
    start_s = ground.limits["start_s"] or 0.0
    return bool(_read(bot, start_s + wait, stop_at=1)) and bool(_read(bot, wait, stop_at=1))


def _opening(plan: Plan, ground: Ground) -> list[bytes]:
    """Hello, the start of a game and its first request."""
    table = Table(load(plan.game), plan.seats, plan.options, Seeded(plan.seed))
    seat = min(table.asks)
    players = [f"seat{other}" for other in range(plan.seats)]
    return [
        wire.hello(ground.launch.entrant, ground.limits),
        wire.start("check", plan.game, wire.encode(plan.options), players, seat, plan.seed),
        wire.act(1, b"check", table.request(seat)),
    ]


def _read(bot: BotProcess, seconds: float, stop_at: int = 1 << 30) -> list[bytes]:
    """The lines it writes in that time, or until there are `stop_at` of them."""
    lines: list[bytes] = []
    fds = [bot.child.stdout, bot.child.stderr]
    until = monotonic() + seconds
    while (left := until - monotonic()) > 0 and len(lines) < stop_at:
        ready, _, _ = select.select(fds, [], [], left)
        if bot.child.stderr in ready and not bot.drain_stderr():
            fds.remove(bot.child.stderr)
        try:
            lines += (bot.lines() or []) if bot.child.stdout in ready else []
        except Ended:
            break
    return lines
