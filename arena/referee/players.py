"""How a sitting talks to its players, whatever they are: processes, or scripts in memory."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from arena.results import Answer, Fault


class Request(msgspec.Struct, frozen=True, gc=False):
    """A question to the bot in `seat`; `body` as in wire.act.

    `budget`: seconds left of its game_s, None without one.
    """

    seat: int
    game_id: bytes
    body: bytes
    budget: float | None = None


class Replies(NamedTuple):
    """What came back, in the order of the requests.

    `seconds`: by place, how long answers took; those that came along with another took none.
    """

    replies: Sequence[Answer | Fault]
    seconds: Mapping[int, float]


class Crew(Protocol):
    """The players of a sitting."""

    @property
    def concurrent(self) -> bool:
        """Whether all of them play several games at once."""

    def fault(self, seat: int) -> Fault | None:
        """Why the seat is not asked any more, as it is told to a further game."""

    def tell(self, seat: int, message: bytes) -> None:
        """Say something that is not answered."""

    def ask(self, requests: Sequence[Request]) -> Replies:
        """Ask all at the same time; at most one request for a seat and game."""

    def dismiss(self, seat: int, fault: Fault) -> None:
        """End the player, which broke the rules."""
