"""The bots of one sitting: asks all that is to be asked at once, and judges what comes back.

The crew works in waves: everything that can be asked is written, then read until every request has
an answer or a fault. So a bot's pending requests cost one write and few wake-ups, and which faults
a sitting has does not depend on how fast its processes happened to run.
"""

import select
from collections.abc import Iterable, Mapping, Sequence
from time import monotonic
from types import TracebackType
from typing import Self, cast

import sandbox
from arena import wire
from arena.bots.process import BotProcess, Ended, Launch, start_bots
from arena.referee.clock import Clock
from arena.referee.players import Replies, Request
from arena.results import Answer, Fault, Usage

BYE_S = 1.0
"""What a bot has to exit by itself after `bye`, in seconds."""
LATE_S = 0.01
"""A wake-up later than this after its time means that the referee itself did not run."""
LONGEST_NAP_S = 1.0
"""So often the referee looks at the time at least, to notice that it was suspended."""


class Member:
    """One bot of the crew.

    `waiting` maps the ids of requests without an answer to their places in the wave, oldest first.
    `fault` is what further games are told; `unseen` a fault noticed while nothing was asked.
    """

    __slots__ = (
        "bot", "clock", "ended", "fault", "limit", "next_id", "ready", "start_s", "unseen",
        "waiting",
    )  # fmt: skip

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.clock = Clock(bot.child, alone=bot.limits.processes == 1)
        self.limit = 0.0
        self.ready: wire.Ready | None = None
        self.fault: Fault | None = None
        self.unseen: Fault | None = None
        self.waiting: dict[int, int] = {}
        self.next_id = 1
        self.start_s = 0.0
        self.ended = False


class ProcessCrew:
    """Bot processes, one for each seat. A context manager: leaving it ends them all."""

    def __init__(
        self,
        launches: Sequence[Launch],
        level: sandbox.Level,
        limits: Mapping[str, float | None],
        game: str | None,
        *,
        ponder: bool = True,
    ) -> None:
        """Start all bots and wait until each is ready or has failed. `limits` as in `hello`.

        `ponder` False: where not all bots play several games at once, each is stopped while
        nothing is asked of it, so that it cannot compute in the others' time.
        """
        self._move_s = float(limits["move_s"] or 0.0)
        self._game = game
        self._freezes = self._leaving = False
        self._epoll = select.epoll()
        self._roles: dict[int, tuple[Member, str]] = {}
        self._requests: Sequence[Request] = ()
        self._answers: list[Answer | Fault | None] = []
        self._seconds: dict[int, float] = {}
        self._left = 0
        self.members: list[Member] = []
        try:
            for bot in start_bots(launches, level):
                self._enlist(Member(bot))
            self._greet(limits)
            self._freezes = not ponder and not self.concurrent
        except BaseException:
            self._close()
            raise

    @property
    def concurrent(self) -> bool:
        """Whether all bots that are left play several games at once."""
        return all(m.ready.concurrent for m in self.members if m.ready is not None)

    def fault(self, seat: int) -> Fault | None:
        """Why the seat is not asked any more, as it is told to a further game."""
        return self.members[seat].fault

    def tell(self, seat: int, message: bytes) -> None:
        """Say something that is not answered; it is sent with the next request."""
        member = self.members[seat]
        if member.fault is None:
            member.bot.outbox.append(message)

    def ask(self, requests: Sequence[Request]) -> Replies:
        """Ask all at the same time and wait for every answer. HostFault: see Clock.expired."""
        self._requests = requests
        answers: list[Answer | Fault | None] = [None] * len(requests)
        self._answers = answers
        self._seconds = {}
        self._left = 0
        self._take(self._epoll.poll(0.0))
        for place, request in enumerate(requests):
            member = self.members[request.seat]
            if member.unseen is not None and member.fault is None:
                answers[place] = member.unseen
                self._bury(member, member.unseen)
            elif member.fault is not None:
                answers[place] = member.fault
            else:
                self._left += 1
                number = member.next_id
                member.next_id += 1
                member.waiting[number] = place
                member.bot.outbox.append(wire.act(number, request.game_id, request.body))
        now = monotonic()
        for member in self.members:
            if member.waiting:
                if self._freezes:
                    member.bot.child.resume()
                self._start_clock(member, now)
                self._write(member)
        self._wait()
        return Replies(cast("list[Answer | Fault]", answers), self._seconds)

    def dismiss(self, seat: int, fault: Fault) -> None:
        """End the bot, which broke the rules."""
        self._bury(self.members[seat], fault)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self._say_bye()
        self._close()

    def _enlist(self, member: Member) -> None:
        self.members.append(member)
        child = member.bot.child
        for fd, role in ((child.stdout, "out"), (child.stderr, "err"), (child.pidfd, "end")):
            self._roles[fd] = (member, role)
            self._epoll.register(fd, select.EPOLLIN)

    def _greet(self, limits: Mapping[str, float | None]) -> None:
        """Say hello to all and wait for ready; the place of a member's answer is its seat."""
        self._answers = [None] * len(self.members)
        self._left = len(self.members)
        now = monotonic()
        for seat, member in enumerate(self.members):
            member.waiting[0] = seat
            member.limit = float(limits["start_s"] or 0.0)
            member.clock.start(member.limit, now)
            member.bot.outbox.append(wire.hello(member.bot.entrant, limits))
            self._write(member)
        self._wait()

    def _wait(self) -> None:
        """Until nothing is waited for."""
        while self._left:
            alarm = min(member.clock.alarm for member in self.members)
            begun = monotonic()
            nap = min(max(0.0, alarm - begun), LONGEST_NAP_S)
            signs = self._epoll.poll(nap)
            now = monotonic()
            late = max(now - begun - nap, begun - alarm)
            if late > LATE_S:
                for member in self.members:
                    member.clock.spare(late)
            self._take(signs)
            if now >= alarm:
                self._check_clocks(now)

    def _take(self, signs: Iterable[tuple[int, int]]) -> None:
        """Take in what has come of bots, as the poll says."""
        for fd, _ in signs:
            if fd not in self._roles:
                continue  # its bot was ended a moment ago
            member, role = self._roles[fd]
            match role:
                case "out":
                    self._read(member)
                case "err":
                    if not member.bot.drain_stderr():
                        self._forget(fd)
                case "in":
                    self._write(member)
                case _:
                    self._ended(member)

    def _write(self, member: Member) -> None:
        """Write what the bot's pipe takes, and see to it that the rest is written later."""
        stdin = member.bot.child.stdin
        done = member.bot.flush()
        if done and stdin in self._roles:
            self._forget(stdin)
        elif not done and stdin not in self._roles:
            self._roles[stdin] = (member, "in")
            self._epoll.register(stdin, select.EPOLLOUT)

    def _read(self, member: Member) -> bool:
        """Take in what one read brings; whether there was anything."""
        try:
            lines = member.bot.lines()
        except Ended:
            self._forget(member.bot.child.stdout)
            self._gone(member)
            return False
        if lines is None:
            return False
        now = monotonic()
        seconds, waiting = member.clock.taken(now), member.waiting
        for line in lines:
            if not waiting:
                member.unseen = member.unseen or _unasked(line)
                return True
            fault = self._hear(member, line, seconds)
            if fault is not None:
                self._fail(member, fault)
                return True
            seconds = 0.0
            if not waiting:
                self._rest(member)
        if waiting and lines:
            self._start_clock(member, now)
        elif not waiting and member.bot.unfinished:
            member.unseen = member.unseen or _unasked(member.bot.unfinished)
        return True

    def _rest(self, member: Member) -> None:
        """It has answered everything."""
        member.clock.stop()
        if self._freezes:
            member.bot.child.stop()

    def _hear(self, member: Member, line: bytes, seconds: float) -> Fault | None:
        """One line of a bot that has something to answer."""
        if len(line) > wire.MAX_LINE:
            return Fault("invalid", f"a line longer than {wire.MAX_LINE} bytes")
        try:
            if member.ready is None:
                return self._hear_ready(member, line, seconds)
            number, answer = wire.read_reply(line)
        except wire.WireError as error:
            return Fault("invalid", f"{error}; it wrote: {wire.shown(line)}")
        place = member.waiting.pop(number, None)
        if place is None:
            wanted = next(iter(member.waiting))
            if number < wanted:
                return _unasked(line)
            said = f"no request with id {number} is open, but {wanted} is"
            return Fault("invalid", f"{said}; it wrote: {wire.shown(line)}")
        self._answers[place] = answer
        if seconds:
            self._seconds[place] = seconds
        self._left -= 1
        return None

    def _hear_ready(self, member: Member, line: bytes, seconds: float) -> Fault | None:
        ready = wire.read_ready(line)
        if self._game and ready.games is not None and self._game not in ready.games:
            return Fault("start", f'its "games" do not name {self._game}, which is played here')
        member.ready = ready
        member.start_s = seconds
        member.waiting.clear()
        self._left -= 1
        return None

    def _ended(self, member: Member) -> None:
        """The process has ended: read what it left, then it is gone."""
        self._forget(member.bot.child.pidfd)
        while member.fault is None and not member.ended and self._read(member):
            pass
        if self._leaving:
            member.bot.drain_rest()
            member.ended = True
        self._gone(member)

    def _gone(self, member: Member) -> None:
        """Nothing more will come from it; when it leaves, its process may take a moment longer."""
        if member.ended or member.fault is not None or self._leaving:
            return
        member.ended = True
        fault = member.bot.obituary()
        if member.waiting:
            self._fail(member, fault)
        elif member.unseen is None:
            member.unseen = fault

    def _start_clock(self, member: Member, now: float) -> None:
        """The oldest request is on the clock from now on."""
        budget = self._requests[next(iter(member.waiting.values()))].budget
        member.limit = self._move_s if budget is None else min(self._move_s, budget)
        member.clock.start(member.limit, now, exact=budget is not None)

    def _check_clocks(self, now: float) -> None:
        """End the bots whose time is up and who have not answered in the last moment."""
        for member in self.members:
            if member.clock.alarm <= now:
                self._read(member)
                if member.clock.alarm <= now and member.clock.expired(now):
                    self._fail(member, self._too_late(member))

    def _too_late(self, member: Member) -> Fault:
        unfinished = member.bot.unfinished
        hint = (
            f"it wrote an unfinished line: {wire.shown(unfinished)}"
            if unfinished
            else "if it did write one, it must end the line and flush its stdout"
        )
        if member.ready is None:
            return Fault("start", f"no ready message within {member.limit:g} s; {hint}")
        if member.limit < self._move_s:
            return Fault("timeout", "its time for the whole game (game_s) is used up")
        return Fault("timeout", f"no answer within {member.limit:g} s; {hint}")

    def _fail(self, member: Member, fault: Fault) -> None:
        """A fault while answers are due: charged to the oldest request, told to the others."""
        if member.ready is None:
            fault = Fault("start", fault.detail)
        places = list(member.waiting.values())
        self._left -= len(places)
        member.waiting.clear()
        self._bury(member, fault)
        for place in places[1:]:
            self._answers[place] = fault._replace(earlier=True)
        self._answers[places[0]] = fault

    def _bury(self, member: Member, fault: Fault) -> None:
        """End the bot; further games get the fault as one of an earlier game."""
        member.fault = fault._replace(earlier=fault.kind != "start")
        member.clock.stop()
        child = member.bot.child
        for fd in (child.stdin, child.stdout, child.stderr, child.pidfd):
            self._forget(fd)
        member.bot.outbox.clear()
        child.kill()
        member.bot.drain_rest()

    def _forget(self, fd: int) -> None:
        if self._roles.pop(fd, None) is not None:
            self._epoll.unregister(fd)

    def _say_bye(self) -> None:
        """Let the bots that are left exit by themselves."""
        self._leaving = True
        for seat, member in enumerate(self.members):
            self.tell(seat, wire.BYE)
            if member.fault is None:
                # Its memory can be read only while it lives; how it ends is the sandbox's to tell.
                member.bot.child.usage()
                self._write(member)
                if self._freezes:
                    member.bot.child.resume()
        until = monotonic() + BYE_S
        while (left := until - monotonic()) > 0 and any(
            member.fault is None and not member.ended for member in self.members
        ):
            self._take(self._epoll.poll(left))

    def _close(self) -> None:
        for member in self.members:
            member.bot.child.kill()  # all at once
        for member in self.members:
            member.bot.child.close()
        self._epoll.close()

    def usage(self, order: int) -> tuple[Usage, ...]:
        """What each bot used in this sitting, of that seat order. After leaving the crew."""
        return tuple(self._used(member, order) for member in self.members)

    def _used(self, member: Member, order: int) -> Usage:
        ending = member.bot.child.wait(0.0)
        return Usage(
            entrant=member.bot.entrant,
            order=order,
            start_s=round(member.start_s, 6),
            cpu_s=round(ending.cpu_s, 6) if ending else 0.0,
            max_rss_kb=ending.max_rss_kb if ending else 0,
            exit=ending.reason if ending else "lost",
            stderr=member.bot.stderr(),
        )


def _unasked(output: bytes) -> Fault:
    """It wrote where no answer was due: told at its next request."""
    return Fault(
        "invalid",
        "it wrote to stdout where no answer was due (one line for each request, and print to "
        f"stderr); it wrote: {wire.shown(output)}",
    )
