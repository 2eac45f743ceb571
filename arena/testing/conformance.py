"""What must hold for every game; raise AssertionError where it does not.

For the games of other packages as well:

    def test_my_game() -> None:
        check_description(GAME)
        check_options(GAME)
        for seats in GAME.seats:
            check_games(GAME, seats, range(50), Kit(...))

and `arena.testing.golden.compare` for each of its golden files.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from arena.chance import Scripted, Seeded
from arena.games.core import Chance, Decide, Event, Game, Json, Over, Seat
from arena.testing.kit import Kit
from arena.testing.playout import (
    Chooser,
    Move,
    Played,
    at_random,
    end,
    falling_back,
    leaning,
    listed,
    playout,
    replay,
)
from arena.testing.privacy import check_private_deal, check_redeal, is_private

POSITIONS = 12
"""So many positions of each game are looked at closely, by default."""

TRIED = 16
"""So many legal actions of a seat are applied in each of these positions."""

RESERVED_EVENTS = {"action", "fault", "end"}
"""Written by the engine, never by a game."""


def check_games(
    game: Game,
    seats: int,
    seeds: Iterable[int],
    kit: Kit | None = None,
    positions: int | None = POSITIONS,
) -> None:
    """Play a game from every seed and check it (`positions` None: look at all of them closely)."""
    kit = kit or Kit()
    secrets = changed = 0
    for seed in seeds:
        variant = kit.variants[seed % len(kit.variants)]
        try:
            played = playout(game, seats, variant, Seeded(seed), _player(game, seed), kit.longest)
            check_played(played, kit, positions, seed)
            if any(map(is_private, played.moves)):
                secrets, changed = secrets + 1, changed + _leaks(played, kit, positions, seed)
        except Exception as error:
            error.add_note(f"in {game.name} with {seats} seats, {dict(variant)}, seed {seed}")
            raise
    assert changed or not secrets, "the kit's `redeal` never changed anything"


def _player(game: Game, seed: int) -> Chooser:
    """Random play of several kinds; in every 16th game all seats always fall back."""
    if seed % 16 == 15:
        return falling_back(game)
    return leaning(seed) if seed % 2 else at_random(seed)


def check_played(played: Played, kit: Kit, positions: int | None, seed: int) -> None:
    """Everything that must hold of one finished game, but for what is hidden."""
    for check in (check_record, check_replay, check_result, check_luck, check_positions):
        check(played)
    check_pieces(played, kit)
    for state in played.states:
        check_points(played.game.secured(state), played.seats)
    rng = Random(seed)
    for move in _some(played.moves, positions, rng):
        check_views(played, move.state)
        if isinstance(move.node, Decide):
            check_decision(played, move, move.node, rng)
    check_views(played, played.states[-1])


def _leaks(played: Played, kit: Kit, positions: int | None, seed: int) -> int:
    """Both leak tests; returns how often dealing anew changed a state."""
    rng = Random(seed)
    deals = [move for move in played.moves if isinstance(move.node, Chance) and is_private(move)]
    for move in _some(deals, positions, rng):
        check_private_deal(played, kit, move, rng)
    moves = _some(played.moves, positions, rng)
    return sum(check_redeal(played, kit, move.state, rng) for move in moves)


def _some(moves: Sequence[Move], count: int | None, rng: Random) -> Sequence[Move]:
    return moves if count is None or count >= len(moves) else rng.sample(moves, count)


def check_record(played: Played) -> None:
    """Events are plain JSON of known shape; the game writes none of the engine's."""
    steps = [played.start, *(move.step for move in played.moves)]
    for event in (event for step in steps for event in step.events):
        _check_event(event, played.seats)


def _check_event(event: Event, seats: int) -> None:
    assert plain(event), f"{event} is not plain JSON without fractions"
    kind = event.get("event")
    assert isinstance(kind, str), f"{event} has no kind"
    assert kind, f"{event} has no kind"
    assert next(iter(event)) == "event", f"{event} does not begin with its kind"
    assert kind not in RESERVED_EVENTS, f"{kind} events are written by the engine"
    if "to" in event:
        to = list(event["to"])
        assert to, f"{event} is shown to nobody"
        assert to == sorted(set(to) & set(range(seats))), f"{event} is shown to {to}"


def plain(value: Json) -> bool:
    """Whether a value is JSON of whole numbers, text, booleans, null, lists and objects."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return all(map(plain, value))
    return value is None or type(value) in (bool, int, str)


def check_replay(played: Played) -> None:
    """The same luck and actions give the same record, and the same options a second time."""
    again = replay(played)
    for number, (was, now) in enumerate(zip(played.record, again.record, strict=False)):
        assert was == now, f"event {number} was {was}, in the replay it is {now}"
    assert played.record == again.record, "the replay is longer or shorter"


def check_result(played: Played) -> None:
    """Ranks follow scores and tie-breaks, and what was secured at the end is the result."""
    over = played.over
    check_points(over, played.seats)
    assert played.game.secured(played.states[-1]) == over, "`secured` of the last state differs"
    places = end(over)["ranks"]
    keys = list(zip(over.scores, over.tiebreaks, strict=True))
    for place, key in zip(places, keys, strict=True):
        better = sum(other > key for other in keys)
        assert place == better + 1, f"place {place} for {key} among {keys}"


def check_positions(played: Played) -> None:
    """Where it makes no difference who sits where, scores move along when all move up one seat."""
    if played.game.positions:
        return
    decisions = [move.given for move in played.moves if isinstance(move.node, Decide)]
    answers: dict[Seat, list[str]] = {seat: [] for seat in range(played.seats)}
    for seat, action in (answer for given in decisions for answer in given.items()):
        answers[(seat + 1) % played.seats].append(action)
    script = {seat: iter(actions) for seat, actions in answers.items()}
    moved = playout(
        played.game,
        played.seats,
        played.options,
        Scripted(played.outcomes),
        lambda state, seat, legal: next(script[seat]),
    )
    scores = played.over.scores
    expected = (scores[-1], *scores[:-1])
    assert moved.over.scores == expected, f"one seat on, {scores} became {moved.over.scores}"


def check_points(over: Over, seats: int) -> None:
    """One whole number of points and one tie-break for every seat."""
    assert isinstance(over, Over), f"{over} is not an Over"
    for points in over:
        assert len(points) == seats, f"{points} for {seats} seats"
        assert all(type(number) is int for number in points), f"{points} are not whole numbers"


def check_luck(played: Played) -> None:
    """Chance nodes name their stream."""
    for move in played.moves:
        if isinstance(move.node, Chance):
            assert move.node.stream, "a Chance without the name of its stream"


def check_pieces(played: Played, kit: Kit) -> None:
    """No card is lost or made."""
    if kit.pieces is None:
        sizes = {len(move.node.outcomes) for move in played.moves if isinstance(move.node, Chance)}
        assert len(sizes) <= 1, "draws without putting back: the kit needs `pieces`"
        return
    first = Counter(kit.pieces(played.start.state))
    assert first, "the kit's `pieces` finds no card in the first state"
    for number, state in enumerate(played.states):
        now = Counter(kit.pieces(state))
        assert now == first, f"state {number} lost {first - now} and gained {now - first}"


def check_views(played: Played, state: Any) -> None:
    """What seats and spectators see is plain and leaves `you` and `options` to the engine."""
    game = played.game
    assert len(state.own) == played.seats, f"{len(state.own)} own parts for {played.seats} seats"
    watched = game.observe(state.public, None, None)
    _check_view(watched)
    for seat, own in enumerate(state.own):
        view = game.observe(state.public, seat, own)
        if own is None:
            assert view == watched, f"seat {seat}, with nothing of its own, sees more than all"
        else:
            _check_view(view)


def _check_view(view: Mapping[str, Json]) -> None:
    assert plain(view), f"{view} is not plain JSON without fractions"
    assert not view.keys() & {"you", "options"}, "`you` and `options` are added by the engine"


def check_decision(played: Played, move: Move, node: Decide, rng: Random) -> None:
    """Whoever is asked has legal actions, each listed once, all apply, the fallback among them."""
    assert node.legal, "a Decide that asks nobody"
    assert list(node.legal) == sorted(node.legal), f"seats are asked as {list(node.legal)}"
    assert set(node.legal) <= set(range(played.seats)), f"{list(node.legal)} are asked"
    for seat, legal in node.legal.items():
        actions = listed(legal)
        assert len(set(actions)) == len(actions), f"listed twice: {_twice(actions)}"
        fallback = played.game.fallback(move.state, seat)
        assert fallback in legal, f"the fallback {fallback!r} of seat {seat} is not legal"
        for action in rng.sample(actions, min(len(actions), TRIED)):
            check_action(played, move, {seat: action}, legal)


def _twice(actions: Iterable[str]) -> list[str]:
    return [action for action, count in Counter(actions).items() if count > 1]


def check_action(
    played: Played, move: Move, changed: Mapping[Seat, str], legal: Iterable[str]
) -> None:
    """A listed action is legal, in its canonical form, and applies without changing the state."""
    game = played.game
    (action,) = changed.values()
    assert action.isprintable(), f"{action!r} is not short plain text"
    assert action.isascii(), f"{action!r} is not short plain text"
    assert action in legal, f"{action!r} is listed but not legal"
    assert game.canonical(action) == action, f"{action!r} is listed but not canonical"
    for wrong in ("", f"{action}?", f" {action}"):
        assert wrong not in legal, f"{wrong!r} is legal"
    first, second = (game.act(move.state, {**move.given, **changed}) for _ in range(2))
    assert list(first.events) == list(second.events), f"{action!r} changed the state it came from"
    check_points(game.secured(first.state), played.seats)
    game.node(first.state)
