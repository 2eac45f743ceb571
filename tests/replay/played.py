"""Games played in this process by players that choose at random, and leagues made of them."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from arena.chance import Seeded, derive
from arena.games import load
from arena.games.core import Seat, fill_options
from arena.ledger import Enrolled, Ledger, Recorded
from arena.match import MatchSpec, match_id
from arena.results import Answer, Fault, GameResult, MatchResult, Usage
from arena.table import Table
from tests.ledger.league import head

Failing = Mapping[tuple[Seat, int], Fault]
"""By seat and decision; at decision -1 before the game."""

OPTIONS: dict[str, dict[str, Any]] = {
    "bank_dice": {"rounds": 3},
    "bank_or_bust_numbers": {"target": 15},
    "bank_or_bust_money": {"wild": True, "laps": 1},
    "banking_benjamins": {"wild": True},
}
PLAYERS = {"bank_dice": 4, "bank_or_bust_numbers": 3, "bank_or_bust_money": 4}
TAKES = 20
"""Of 1,000 decisions, how many carry a note."""


def spec_of(game: str, members: Mapping[str, str], deals: int = 1, seed: int = 7) -> MatchSpec:
    """A match of the game between these entrants (ids to versions), in one seat order."""
    options = fill_options(load(game), len(members), OPTIONS.get(game, {}))
    name = match_id(game, dict(options), seed, members)
    return MatchSpec(
        id=name,
        index=seed,
        entry=game,
        game=game,
        options=options,
        cycle=0,
        members=tuple(sorted(members)),
        versions=tuple(members[one] for one in sorted(members)),
        orders=(tuple(members),),
        deals=deals,
        seed=derive(seed, name),
    )


def played(
    spec: MatchSpec, deal: int = 0, failing: Failing | None = None, note: str = "sure"
) -> GameResult:
    """A game of the match, with some notes."""
    failing = failing or {}
    seed = spec.deal_seed(deal, 0)
    brought = {seat: fault for (seat, decision), fault in failing.items() if decision == -1}
    table = Table(load(spec.game), len(spec.orders[0]), spec.options, Seeded(seed), brought)
    luck = Random(seed)
    while table.result is None:
        replies: dict[Seat, Answer | Fault] = {}
        for seat in table.asks:
            action = luck.choice(table.listed(seat))
            said = note if luck.randrange(1000) < TAKES else None
            replies[seat] = failing.get((seat, table.decision)) or Answer(action, said)
        table.submit(replies, dict.fromkeys(replies, 3))
    return GameResult(
        id=spec.game_id(deal, 0),
        deal=deal,
        order=0,
        seed=str(seed),
        entrants=spec.orders[0],
        scores=table.result.scores,
        tiebreaks=table.result.tiebreaks,
        ranks=table.result.ranks,
        faults=tuple(table.faults),
        moves=table.moves().pack(),
        digest=table.digest(),
    )


def recorded(game: str, seed: int = 7, failing: Failing | None = None) -> Recorded:
    """A game between ann, bob, cid, …, as a ledger gives it."""
    bots = ("ann", "bob", "cid", "dan")[: PLAYERS.get(game, 3)]
    spec = spec_of(game, dict.fromkeys(bots, "h1"), seed=seed)
    return Recorded(spec, played(spec, failing=failing))


def fill(folder: Path, bots: Mapping[str, str], **changes: Any) -> None:
    """A ledger in `folder`: two games of each kind between these bots (ids to names).

    In the first games the last bot times out, having written to stderr.
    """
    fault = Fault("timeout", "no answer within 1 s </p><b>")
    with Ledger.create(folder) as ledger:
        enrolled = [Enrolled(one, name, "h1") for one, name in bots.items()]
        ledger.begin(head(entries=tuple(OPTIONS), **changes), enrolled)
        for game in OPTIONS:
            members = dict.fromkeys(list(bots)[-PLAYERS.get(game, 3) :], "h1")
            spec = spec_of(game, members, deals=2)
            last = len(members) - 1
            failing = {(last, decision): fault for decision in range(4, 60)}
            games = (played(spec, 0, failing, "<i>sure</i>"), played(spec, 1))
            usage = tuple(
                Usage(one, 0, 0.1, 0.1, 9000, "ended", f"1 of {one}\n<b>2</b>\x1b[31m\n</pre>3")
                for one in members
            )
            ledger.append(spec, MatchResult(spec.id, games, usage), 1_800_000_000)
        ledger.finish()
