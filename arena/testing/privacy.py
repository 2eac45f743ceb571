"""The two leak tests: nothing that is hidden from a seat shows in what it sees or may do.

`Game.observe` is never handed what a seat may not know, so it cannot leak by itself. What is left
are the rules: a public part of the state, a public event or a question that depends on a secret.
"""

from collections.abc import Hashable, Iterator, Sequence
from random import Random
from typing import Any

from arena.games.core import Chance, Decide, Event, Game, Json, Outcome, Seat, Step
from arena.testing.kit import Kit
from arena.testing.playout import Move, Played, listed

ALTERNATIVES = 6
"""So many other outcomes of a private deal are compared."""


def is_private(move: Move) -> bool:
    """Whether the move brought something that not every seat was shown."""
    if isinstance(move.node, Chance):
        return move.node.visible_to is not None
    return move.node.secret


def check_private_deal(played: Played, kit: Kit, move: Move, rng: Random) -> None:
    """Whatever is dealt in private looks the same to every other seat, and asks it the same."""
    node = move.node
    assert isinstance(node, Chance)
    shown_to = set(node.visible_to or ())
    assert shown_to <= set(range(played.seats)), f"{node.stream} is shown to {shown_to}"
    for same in _alike(kit, move, rng):
        steps = [played.game.deal(move.state, outcome) for outcome in same]
        for seat in set(range(played.seats)) - shown_to:
            first, *others = (_seen(played.game, step, seat) for step in steps)
            for outcome, other in zip(same[1:], others, strict=True):
                assert other == first, (
                    f"seat {seat} can tell {outcome!r} from {same[0]!r}, dealt in private by "
                    f"{node.stream}: {first} or {other}"
                )


def _alike(kit: Kit, move: Move, rng: Random) -> Iterator[Sequence[Outcome]]:
    """Some outcomes of the move's chance in groups that the rules make look the same."""
    assert isinstance(move.node, Chance)
    others = list(move.node.outcomes)
    groups: dict[Hashable, list[Outcome]] = {}
    for outcome in [move.given, *rng.sample(others, min(len(others), ALTERNATIVES))]:
        groups.setdefault(kit.shows(move.state, outcome), []).append(outcome)
    yield from groups.values()


def _seen(game: Game, step: Step, seat: Seat) -> dict[str, Json]:
    """All that a step shows to a seat: its view, its events, who is asked, what it may do."""
    state = step.state
    return {
        "view": game.observe(state.public, seat, state.own[seat]),
        "events": [event for event in step.events if _is_shown(event, seat)],
        "asked": _asked(game, state),
        "legal": _legal(game, state, seat),
    }


def _is_shown(event: Event, seat: Seat) -> bool:
    return "to" not in event or seat in event["to"]


def _asked(game: Game, state: Any) -> tuple[Seat, ...] | None:
    node = game.node(state)
    return tuple(node.legal) if isinstance(node, Decide) else None


def _legal(game: Game, state: Any, seat: Seat) -> list[str] | None:
    node = game.node(state)
    if not isinstance(node, Decide) or seat not in node.legal:
        return None
    return list(listed(node.legal[seat]))


def check_redeal(played: Played, kit: Kit, state: Any, rng: Random) -> int:
    """Dealing anew what a seat can't know changes neither who is asked nor its legal actions.

    Returns how many of the redealt states differed from the given one.
    """
    assert kit.redeal is not None, "this game has secrets: its kit needs `redeal`"
    return sum(_redealt(played.game, kit, state, seat, rng) for seat in range(played.seats))


def _redealt(game: Game, kit: Kit, state: Any, seat: Seat, rng: Random) -> bool:
    assert kit.redeal is not None
    other = kit.redeal(state, seat, rng)
    assert other.public == state.public, "the kit's `redeal` changed the public part"
    assert other.own[seat] == state.own[seat], "the kit's `redeal` changed the seat's own part"
    if kit.pieces is not None:
        before, after = (sorted(map(repr, kit.pieces(it))) for it in (state, other))
        assert before == after, "the kit's `redeal` changed which cards there are"
    asked, legal = _asked(game, state), _legal(game, state, seat)
    assert _asked(game, other) == asked, f"who is asked shows seat {seat} what is hidden from it"
    assert _legal(game, other, seat) == legal, f"legal actions show seat {seat} what is hidden"
    return bool(other != state)
