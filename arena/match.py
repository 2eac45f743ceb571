"""What is to be played: entrants and the matches between them."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec

from arena.chance import derive
from arena.wire import encode


class Entrant(msgspec.Struct, frozen=True):
    """A bot that takes part. `hash` is that of its files: another hash is another version."""

    id: str
    name: str
    hash: str


class MatchSpec(msgspec.Struct, frozen=True):
    """One match: the same entrants play every deal once in every seat order.

    `entry` is the id of the tournament's game entry, `game` the id of its rules. `members` and
    `versions` (their hashes) belong together; `orders` holds who sits in which seat, a sitting
    each. `index` is the match's place in the schedule of its entry. `seed` is secret.
    """

    id: str
    index: int
    entry: str
    game: str
    options: Mapping[str, Any]
    cycle: int
    members: tuple[str, ...]
    versions: tuple[str, ...]
    orders: tuple[tuple[str, ...], ...]
    deals: int
    seed: int

    def deal_seed(self, deal: int, order: int | None) -> int:
        """The seed of a deal's luck; `order` None: the same for every seat order."""
        return derive(self.seed, "deal", deal, "" if order is None else order)

    def game_id(self, deal: int, order: int) -> str:
        """The id of one game, which tells a bot nothing."""
        return f"{derive(self.seed, 'game', deal, order):032x}"[:12]

    def bot_seed(self, deal: int, order: int, seat: int) -> int:
        """The number, below 2**53, that a bot may seed its own luck with."""
        return derive(self.seed, "bot", deal, order, seat) >> 75


def match_id(entry: str, rules: Mapping[str, Any], cycle: int, members: Mapping[str, str]) -> str:
    """The identity of a match: what is played (`rules`: all that changes its meaning), who meets.

    `members` maps entrant ids to versions. The same match has the same id in every run.
    """
    what = encode([entry, rules, cycle, sorted(members.items())])
    return sha256(what).hexdigest()[:16]
