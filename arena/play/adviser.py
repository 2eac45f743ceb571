"""What a bot would do in the person's place."""

from collections.abc import Mapping

import sandbox
from arena.bots.process import Launch
from arena.play.course import GAME_ID, Course
from arena.referee.crew import ProcessCrew
from arena.referee.players import Request
from arena.results import Answer, Fault


class Adviser:
    """A bot that is told what the person is told. It knows nothing else."""

    def __init__(
        self, launch: Launch, level: sandbox.Level, limits: Mapping[str, float | None]
    ) -> None:
        self._launch = launch
        self._level = level
        self._limits = limits
        self._crew: ProcessCrew | None = None
        self._heard: list[bytes] = []
        self._last: Answer | Fault = Answer("")

    def advise(self, course: Course) -> Answer | Fault:
        """Its answer to the question that the person is asked."""
        if self._crew is None or self._heard != course.told[: len(self._heard)]:
            self._restart(course)
        elif self._heard == course.told:
            return self._last
        for body in course.told[len(self._heard) :]:
            self._last = self._ask(body)
        self._heard = list(course.told)
        return self._last

    def close(self) -> None:
        """End it."""
        if self._crew is not None:
            self._crew.__exit__(None, None, None)
            self._crew = None

    def _restart(self, course: Course) -> None:
        """From the beginning: a choice was taken back, or this is its first advice."""
        self.close()
        self._crew = ProcessCrew([self._launch], self._level, self._limits, course.game.name)
        self._crew.tell(0, course.start(course.seat))
        self._heard = []

    def _ask(self, body: bytes) -> Answer | Fault:
        assert self._crew is not None
        (reply,) = self._crew.ask([Request(0, GAME_ID.encode(), body)]).replies
        return reply
