"""A stored game as steps: what happened, and the table after it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from arena.games.core import Action, Decide, Event, Game, Options, Outcome, Seat, State
from arena.games.core import Step as Transition
from arena.ledger import Recorded
from arena.replay.board import Board
from arena.replay.stored import replayed
from arena.replay.views import Moment, View, load
from arena.texts import told_apart


class Line(NamedTuple):
    """One event as a sentence. `to`: the seats that are told of it, None for all.

    `note` is what the bot said of its decision, and for a fault what went wrong: for the reader of
    the record and for that seat. `ms`: how long the decision took, where that is told.
    """

    text: str
    player: Seat | None = None
    to: Sequence[Seat] | None = None
    note: str = ""
    fault: bool = False
    ms: int = 0


class Step(NamedTuple):
    """What happened at once, and the board after it. `chapter`: what begins here, such as a round.

    It is empty where nothing begins.
    """

    lines: tuple[Line, ...]
    board: Board
    chapter: str


class Replay(NamedTuple):
    """A whole game. `title`: of its rules. `players`: the names by seat."""

    recorded: Recorded
    title: str
    players: tuple[str, ...]
    steps: tuple[Step, ...]


def replay_of(
    recorded: Recorded, names: Mapping[str, str] | None = None, *, timing: bool = False
) -> Replay:
    """The steps of a stored game. `names` of entrants by id, where they have others than that;
    those that look alike are shown with the ids, also where not all of them play this game.

    ArenaError where it cannot be replayed.
    """
    watched = _Watched()
    table = replayed(recorded, watched.over)
    events = [msgspec.json.decode(line) for line in table.record(timing=timing)]
    entrants = recorded.result.entrants
    shown = told_apart({one: one for one in entrants} | dict(names or {}))
    players = tuple(shown[one] for one in entrants)
    view = load(recorded.spec.game)
    groups = _split(_joined(list(_groups(events, watched.transitions))), view)
    steps = _Teller(watched.game, view, recorded.spec.options, players).steps(groups)
    return Replay(recorded, watched.game.title, players, tuple(steps))


def lines_seen(step: Step, seat: Seat | None) -> list[Line]:
    """What that seat is told of the step; None: everything."""
    if seat is None:
        return list(step.lines)
    return [
        line if line.player == seat else line._replace(note="")
        for line in step.lines
        if line.to is None or seat in line.to
    ]


class _Made(NamedTuple):
    """A transition: what it led to, how many actions and events it has, whether it was luck."""

    state: State[Any, Any, Any]
    actions: int
    events: int
    luck: bool


class _Watched:
    """Rules that remember what every transition led to."""

    game: Game

    def __init__(self) -> None:
        self.transitions: list[_Made] = []

    def over(self, game: Game) -> Game:
        self.game = game
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def start(self, seats: int, options: Options) -> Transition:
        return self._kept(self.game.start(seats, options))

    def deal(self, state: Any, outcome: Outcome) -> Transition:
        return self._kept(self.game.deal(state, outcome), luck=True)

    def act(self, state: Any, actions: Mapping[Seat, Action]) -> Transition:
        return self._kept(self.game.act(state, actions), actions=len(actions))

    def _kept(self, made: Transition, *, actions: int = 0, luck: bool = False) -> Transition:
        self.transitions.append(_Made(made.state, actions, len(made.events), luck))
        return made


class _Group(NamedTuple):
    """The events of one step, and the states before and after them.

    `luck`: it began with a card or a roll. `closing`: see `Moment`.
    """

    before: State[Any, Any, Any]
    state: State[Any, Any, Any]
    events: tuple[Event, ...]
    luck: bool = False
    closing: bool = False


def _groups(events: Sequence[Event], transitions: Sequence[_Made]) -> Iterator[_Group]:
    """Each transition with its events, and before them the faults and actions that led to it."""
    at, before = 0, transitions[0].state
    for state, actions, own, luck in transitions:
        end = at
        while events[end]["event"] == "fault" or actions:
            actions -= events[end]["event"] == "action"
            end += 1
        if events[end]["event"] == "end":  # Nobody could begin: nothing is told of the start.
            break
        end += own
        if end > at:
            yield _Group(before, state, tuple(events[at:end]), luck)
            at, before = end, state
    yield _Group(before, transitions[-1].state, tuple(events[at:]))


def _joined(groups: Sequence[_Group]) -> Iterator[_Group]:
    """A decision of one seat that only asks for a card or a roll is one step with it."""
    asking: _Group | None = None
    for group, following in zip(groups, (*groups[1:], None), strict=True):
        if asking is not None:
            group = _Group(asking.before, group.state, asking.events + group.events)
            asking = None
        alone = [event["event"] for event in group.events] == ["action"]
        if alone and following is not None and following.luck:
            asking = group
        else:
            yield group


def _split(groups: Iterable[_Group], view: View) -> Iterator[_Group]:
    """The end of a round is a step of its own, on the table as it was before it was cleared.

    What begins then is told with what happens first in it.
    """
    begun: tuple[Event, ...] = ()
    for before, state, events, _, _ in groups:
        ends = [n for n, event in enumerate(events, 1) if event["event"] == view.closing]
        if ends:
            yield _Group(before, state, begun + events[: ends[0]], closing=True)
            begun, events = (), events[ends[0] :]
        starts = [n for n, event in enumerate(events) if view.chapter(event)]
        cut = starts[0] if starts else len(events)
        if cut:
            yield _Group(before, state, begun + events[:cut])
            begun = ()
        begun += events[cut:]


class _Teller:
    """Draws and tells one group after the other."""

    def __init__(self, game: Game, view: View, options: Options, players: tuple[str, ...]) -> None:
        self._game = game
        self._view = view
        self._options = options
        self._players = players
        self._round: list[Event] = []

    def steps(self, groups: Iterable[_Group]) -> Iterator[Step]:
        """All of them."""
        for group in groups:
            chapters = []
            for event in group.events:
                if name := self._view.chapter(event):
                    chapters.append(name)
                    self._round.clear()
                self._round.append(event)
            board = self._view.board(self._moment(group))
            if group.events[-1]["event"] == "end":
                board = _ranked(board, group.events[-1]["ranks"])
            yield Step(tuple(map(self._line, group.events)), board, ", ".join(chapters))

    def _moment(self, group: _Group) -> Moment:
        game, state = self._game, group.before if group.closing else group.state
        node = game.node(state)
        asked = frozenset(node.legal) if isinstance(node, Decide) else frozenset()
        own = {
            seat: game.observe(state.public, seat, part)
            for seat, part in enumerate(state.own)
            if part is not None
        }
        return Moment(
            observation=game.observe(state.public, None, None),
            own=own,
            options=self._options,
            players=self._players,
            asked=frozenset() if group.closing else asked,
            events=group.events,
            round=tuple(self._round),
            closing=group.closing,
        )

    def _line(self, event: Event) -> Line:
        kind, player = event["event"], event.get("player")
        if kind == "fault" and player is not None:
            when = " in another game of the sitting" if event.get("earlier") else ""
            text = f"{self._players[player]} failed{when}: {event['fault']}"
            return Line(text, player, None, event["detail"], fault=True)
        text = self._end(event) if kind == "end" else self._view.sentence(event, self._players)
        if event.get("fallback"):
            text += ", played by the fallback"
        return Line(text, player, event.get("to"), event.get("note", ""), ms=event.get("ms", 0))

    def _end(self, event: Event) -> str:
        places = sorted(zip(event["ranks"], self._players, event["scores"], strict=True))
        told = "; ".join(f"{rank}. {name} with {score:,}" for rank, name, score in places)
        return f"The game is over: {told}"


def _ranked(board: Board, ranks: Sequence[int]) -> Board:
    """The board with everybody's place in the game, the first mark of a seat."""
    seats = tuple(
        msgspec.structs.replace(seat, badges=(f"place {rank}", *seat.badges), turn=False)
        for seat, rank in zip(board.seats, ranks, strict=True)
    )
    return msgspec.structs.replace(board, seats=seats)
