"""A made-up league: matches and results without playing."""

from collections.abc import Iterator
from typing import Any

import msgspec

from arena.chance import derive
from arena.ledger import Enrolled, Head
from arena.match import MatchSpec, match_id
from arena.results import GameResult, MatchResult, SeatFault, Usage

BOTS = (Enrolled("ann", "Ann", "h1"), Enrolled("bob", "Bob", "h2"), Enrolled("cid", "Cid", "h3"))

HEAD = Head(
    tournament="weekly",
    title="Weekly league",
    seed=derive(7, "tournament"),
    sandbox="full",
    engine="0.1.0",
    entries=("bank_dice",),
    rate_by="placement",
    records="all",
    fixed={"games": {"bank_dice": {"players": 3, "deals": 2}}},
    text="games: [{game: bank_dice}]\n",
)


def head(**changes: Any) -> Head:
    """HEAD with some settings changed."""
    return msgspec.structs.replace(HEAD, **changes)


def match(index: int, entry: str = "bank_dice", **changes: Any) -> MatchSpec:
    """Match number `index`: all bots, two deals in two seat orders."""
    versions = {bot.id: bot.hash for bot in BOTS}
    name = match_id(entry, {}, index, versions)
    spec = MatchSpec(
        id=name,
        index=index,
        entry=entry,
        game="bank_dice",
        options={"rounds": 20},
        cycle=index,
        members=tuple(versions),
        versions=tuple(versions.values()),
        orders=(("ann", "bob", "cid"), ("cid", "ann", "bob")),
        deals=2,
        seed=derive(7, name),
    )
    return msgspec.structs.replace(spec, **changes)


def game(spec: MatchSpec, deal: int, order: int, **changes: Any) -> GameResult:
    """One game of the match, won by seat 0."""
    seats = len(spec.orders[order])
    result = GameResult(
        id=spec.game_id(deal, order),
        deal=deal,
        order=order,
        seed=str(spec.deal_seed(deal, order)),
        entrants=spec.orders[order],
        scores=tuple(10 * (seats - seat) for seat in range(seats)),
        tiebreaks=(0,) * seats,
        ranks=tuple(range(1, seats + 1)),
        faults=(),
        moves=b"moves of %d in %d" % (deal, order),
        digest="d" * 32,
    )
    return msgspec.structs.replace(result, **changes)


def result(spec: MatchSpec, **changes: Any) -> MatchResult:
    """All games of the match; `changes` go to each."""
    return MatchResult(
        spec.id,
        tuple(
            game(spec, deal, order, **changes)
            for order in range(len(spec.orders))
            for deal in range(spec.deals)
        ),
        tuple(
            Usage(entrant, order, 0.01, 0.5, 9000, "ended", "")
            for order, seats in enumerate(spec.orders)
            for entrant in seats
        ),
    )


def league(matches: int) -> Iterator[tuple[MatchSpec, MatchResult]]:
    """The first matches with their results."""
    for index in range(matches):
        spec = match(index)
        yield spec, result(spec)


FAULT = SeatFault(1, 3, "timeout", "no answer within 1 s")
