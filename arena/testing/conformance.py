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
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from sys import modules
from typing import Any

from arena.chance import Seeded
from arena.games.core import Chance, Decide, Event, Game, Json, Option, Over, Seat, fill_options
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
    for check in (check_record, check_replay, check_result, check_luck):
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


def check_description(game: Game) -> None:
    """The game says what it is, and its module opens with the rules."""
    assert game.name.isidentifier(), f"{game.name!r} is not a name"
    assert game.title, "no title"
    assert game.rules_version >= 1, "no rules_version"
    assert len(game.seats), "no number of seats"
    assert min(game.seats) >= 1, f"{game.seats} seats"
    assert game.default_seats in game.seats, f"{game.default_seats} seats are not allowed"
    assert isinstance(game.positions, bool), "positions is not true or false"
    assert modules[type(game).__module__].__doc__, "the module does not open with the rules"


def check_options(game: Game) -> None:
    """Defaults and limits of every option are accepted and start a game; all else is refused."""
    for key, option in game.options.items():
        assert key.isidentifier(), f"{key!r} is not a name"
        assert option.help, f"{key} has no help"
        for seats in game.seats:
            assert option.complaint(option.default_for(seats)) is None, f"{key}: bad default"
        for value in _good_values(option):
            game.start(game.default_seats, fill_options(game, game.default_seats, {key: value}))
        for wrong in _bad_values(option):
            _check_refused(game, {key: wrong})
    _check_refused(game, {"no_such_option": 1})


def _good_values(option: Option) -> list[Json]:
    kinds: dict[str, Callable[[], list[Json]]] = {
        "int": lambda: [option.low, option.high],
        "bool": lambda: [False, True],
        "choice": lambda: list(option.choices),
    }
    assert option.kind in kinds, f"{option.kind!r} is not a kind of option"
    values = kinds[option.kind]()
    return values if option.default is not None else [None, *values]


def _bad_values(option: Option) -> list[Json]:
    wrong = [] if option.default is None else [None]
    return [*wrong, option.low - 1, option.high + 1, 1.0, "no such value", ["a"]]


def _check_refused(game: Game, options: Mapping[str, Json]) -> None:
    try:
        fill_options(game, game.default_seats, options)
    except ValueError:
        return
    raise AssertionError(f"{dict(options)} is accepted")
