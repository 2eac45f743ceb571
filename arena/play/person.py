"""The person at the terminal: what is shown, what can be typed."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TextIO

from arena.games.core import Action, Event
from arena.play.adviser import Adviser
from arena.play.course import Course, Question
from arena.replay.board import seen_by
from arena.replay.terminal import Ink, board_lines
from arena.replay.views import Moment, load
from arena.results import Fault
from arena.texts import literal

LISTED = 24
"""How many actions are listed unless one looks for others."""
HELP = """\
  NUMBER or ACTION   play it; the beginning of an action will do if only one begins so
  /TEXT              list the actions with that text in them
  u                  take the last move back, while no card, die or answer has come since
  h, h BOT           a hint: what that bot would do here
  b                  draw the table again
  rules              where the rules are
  q                  leave the game"""


class Quit(Exception):
    """The person leaves, or there is nothing more to read."""


@dataclass(slots=True)
class Person:
    """Plays one game. `advisers` by name, the first for a hint without one."""

    course: Course
    players: tuple[str, ...]
    advisers: Mapping[str, Adviser]
    ink: Ink
    keys: TextIO = field(default_factory=lambda: sys.stdin)
    _round: list[Event] = field(default_factory=list)

    def play(self) -> None:
        """To the end of the game. Quit where the person leaves."""
        while self.course.result is None:
            question = self.course.question()
            self._tell(question.events)
            self._draw(question)
            self._list(question.listed, question)
            self._decide(question)
        self._tell(self.course.last_events())
        self._over()

    def _decide(self, question: Question) -> None:
        """Until a choice is made, or one is taken back."""
        while True:
            typed = self._read()
            match typed.split(maxsplit=1):
                case []:
                    self._say("type a number or an action, ? for help")
                case ["?" | "help"]:
                    self._say(HELP)
                case ["q" | "quit"]:
                    raise Quit
                case ["b"]:
                    self._draw(question)
                    self._list(question.listed, question)
                case ["rules"]:
                    name = self.course.game.name
                    self._say(f"arena games {name} prints them, docs/games/{name}.md explains them")
                case ["h" | "hint", *named]:
                    self._hint("".join(named))
                case ["u" | "undo"]:
                    if self.course.undo():
                        self._say("taken back")
                        return
                    self._say("too late: cards, dice or answers of others have come since")
                case _ if typed.startswith("/"):
                    found = [one for one in question.listed if typed[1:] in one]
                    self._list(found, question, most=len(found))
                case _:
                    action = self._meant(typed, question)
                    if action is not None:
                        self._say(f"  you play {action}")
                        self.course.choose(action)
                        return

    def _meant(self, typed: str, question: Question) -> Action | None:
        """The action that was typed; None, after saying so, where it is none."""
        listed = question.listed
        if typed.isdecimal() and typed.isascii() and 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1]
        if self.course.is_legal(typed):
            return typed
        begin = [one for one in listed if one.startswith(typed)]
        if len(begin) == 1:
            return begin[0]
        if begin:
            self._say(f"{len(begin)} actions begin with {typed!r}:")
            self._list(begin, question)
        else:
            self._say(f"{typed!r} is not possible here; type one of 1 to {len(listed)}, ? for help")
        return None

    def _hint(self, named: str) -> None:
        name = named or next(iter(self.advisers))
        if name not in self.advisers:
            self._say(f"no bot {name!r} is here; there are {', '.join(self.advisers)}")
            return
        match self.advisers[name].advise(self.course):
            case Fault(kind, detail):
                self._say(f"{name} has no answer ({kind}: {detail})")
            case answer:
                note = f" – {answer.note}" if answer.note else ""
                self._say(literal(f"{name} would play {answer.action}{note}"))

    def _read(self) -> str:
        """The line typed, without blanks around it. Quit at the end of what can be read."""
        prompt = f"{self.course.game.name}> "
        if self.keys is sys.stdin and sys.stdin.isatty():
            import readline  # noqa: F401 - so that what is typed can be edited

            try:
                return input(prompt).strip()
            except EOFError:
                raise Quit from None
        line = self.keys.readline()
        if not line:
            raise Quit
        # Nothing echoes what comes through a pipe; so that the transcript can be read, we do.
        self._say(f"{prompt}{line.strip()}")
        return line.strip()

    def _tell(self, events: Sequence[Event]) -> None:
        """What has happened."""
        view = load(self.course.game.name)
        for event in events:
            if view.chapter(event):
                self._round.clear()
            self._round.append(event)
            if event["event"] == "fault":
                text = f"{self.players[event['player']]} failed ({event['fault']})"
            else:
                text = view.sentence(event, self.players)
            self._say(f"  {text}")

    def _draw(self, question: Question) -> None:
        """The table as the person sees it: cards of others lie face down."""
        course = self.course
        state, table, observe = course.table.state, course.table, course.game.observe
        moment = Moment(
            observation=observe(state.public, None, None),
            own={
                seat: observe(state.public, seat, own)
                for seat, own in enumerate(state.own)
                if own is not None
            },
            options=table.options,
            players=self.players,
            asked=frozenset(table.asks),
            events=question.events,
            round=tuple(self._round),
            closing=False,
        )
        board = seen_by(load(course.game.name).board(moment), course.seat)
        self._say("")
        for line in board_lines(board, self.players, self.ink):
            self._say(line)

    def _list(self, actions: Sequence[Action], question: Question, most: int = LISTED) -> None:
        """Legal actions with their numbers, in columns."""
        numbers = {action: n for n, action in enumerate(question.listed, 1)}
        words = [f"{numbers[action]:>3} {action}" for action in actions[:most]]
        width = max(map(len, words), default=0) + 2
        columns = max(1, self.ink.width // width) if width else 1
        self._say("")
        for at in range(0, len(words), columns):
            row = "".join(f"{word:<{width}}" for word in words[at : at + columns])
            self._say(row.rstrip())
        if len(actions) > most or question.more:
            left = f"{len(actions) - most}" if len(actions) > most else "some"
            self._say(f"    … {left} more: /TEXT lists those with that text")

    def _over(self) -> None:
        over = self.course.result
        assert over is not None
        self._say("\nThe game is over:")
        for rank, seat in sorted((rank, seat) for seat, rank in enumerate(over.ranks)):
            self._say(f"  {rank}. {self.players[seat]}: {over.scores[seat]:,}")

    def _say(self, text: str) -> None:
        print(text, flush=True)
