"""Games with one thing wrong each, and what the conformance tests must say about them."""

from collections.abc import Callable, Collection, Iterator
from itertools import count
from typing import Any

from arena.games.core import Chance, Decide, Event, Game, Node, Over, State, Step
from tests.testing.draw import DRAW, Public, after, changed


def with_events(*events: Event) -> Game:
    """The game with some more events after every action."""
    return changed(act=after(DRAW.act, lambda step: Step(step.state, (*step.events, *events))))


def deciding(decide: Callable[[Any, Decide], Node]) -> Game:
    """The game with other decisions."""

    def node(state: Any) -> Node:
        sound = DRAW.node(state)
        return decide(state, sound) if isinstance(sound, Decide) else sound

    return changed(node=node)


def legal(actions: Collection[str]) -> Game:
    """The game with those legal actions."""
    return deciding(lambda state, node: Decide(dict.fromkeys(node.legal, actions)))


def listing(*actions: str) -> Game:
    """The game with those legal actions, which all hide the card."""
    return legal(actions)


class Unsure:
    """Lists an action that it does not hold."""

    def __iter__(self) -> Iterator[str]:
        return iter(("show", "hide"))

    def __contains__(self, action: object) -> bool:
        return action == "hide"

    def __len__(self) -> int:
        return 2


class AnyText(Unsure):
    """Holds whatever is asked for."""

    def __contains__(self, action: object) -> bool:
        return True


def later(node: Decide, actions: tuple[str, ...]) -> Node:
    """Those actions for seats that are asked when all cards have long been dealt."""
    return Decide({seat: actions if seat else ("show", "hide") for seat in node.legal})


def show_the_highest_only(state: Any, node: Decide) -> Node:
    (seat,) = node.legal
    high = state.own[seat] == max(state.own)
    return later(node, ("show", "hide") if high else ("hide",))


def ask_the_highest_too(state: Any, node: Decide) -> Node:
    (seat,) = node.legal
    too = state.own.index(max(state.own)) if seat else seat
    return Decide(dict.fromkeys(sorted({seat, too}), ("show", "hide")))


def ask_backwards(state: Any, node: Decide) -> Node:
    return Decide(dict.fromkeys((1, 0), ("show", "hide")))


def ask_a_stranger(state: Any, node: Decide) -> Node:
    return Decide({**node.legal, 9: ("show", "hide")})


def lose_a_card(step: Step) -> Step:
    return Step(step.state._replace(hidden=step.state.hidden[1:]), step.events)


def deal_openly(step: Step) -> Step:
    return Step(step.state, [{"event": "card", "card": step.events[0]["card"]}])


def mark_the_back(step: Step) -> Step:
    public = step.state.public
    marked = (step.events[0]["card"] % 2, *public.shown[1:])
    return Step(step.state._replace(public=public._replace(shown=marked)), step.events)


def counting() -> Callable[[Step], Step]:
    calls = count()
    return lambda step: Step(step.state, [{"event": "call", "number": next(calls)}])


def with_a_list(step: Step) -> Step:
    return Step(step.state._replace(hidden=list(step.state.hidden)), step.events)


def turn_the_deck(state: Any, actions: Any) -> Step:
    state.hidden.reverse()
    return Step(DRAW.act(state, actions).state, [{"event": "deck", "top": state.hidden[0]}])


def ending(over: Callable[[int], Over]) -> Game:
    """The game with another result, also when it is broken off."""

    def node(state: Any) -> Node:
        sound = DRAW.node(state)
        return over(len(state.own)) if isinstance(sound, Over) else sound

    return changed(node=node, secured=lambda state: over(len(state.own)))


def seeing(view: dict[str, Any]) -> Game:
    """The game with that view for all."""
    return changed(observe=lambda public, seat, own: view)


def dealing(change: Callable[[Step], Step], **changes: Any) -> Game:
    """The game with other deals."""
    return changed(deal=after(DRAW.deal, change), **changes)


BROKEN: dict[str, tuple[Game, str]] = {
    "a fraction in an event": (with_events({"event": "x", "n": 0.5}), "not plain JSON"),
    "an event without kind": (with_events({"kind": "x"}), "has no kind"),
    "an event of an empty kind": (with_events({"event": ""}), "has no kind"),
    "an event that ends with its kind": (with_events({"n": 1, "event": "x"}), "does not begin"),
    "an event of the engine": (with_events({"event": "action"}), "written by the engine"),
    "an event for nobody": (with_events({"event": "x", "to": []}), "shown to nobody"),
    "an event for a stranger": (with_events({"event": "x", "to": [7]}), r"is shown to \[7\]"),
    "memory from game to game": (
        changed(start=after(DRAW.start, counting())),
        "event 0 was .* in the replay it is",
    ),
    "an action that changes the old state": (
        dealing(with_a_list, act=turn_the_deck),
        "changed the state it came from",
    ),
    "nothing to do": (listing(), "no legal action"),
    "an action listed twice": (listing("hide", "hide"), r"listed twice: \['hide'\]"),
    "an action with a line break": (listing("hide", "sh\now"), "not short plain text"),
    "an action with an umlaut": (listing("hide", "shöw"), "not short plain text"),
    "an action listed but refused": (legal(Unsure()), "'show' is listed but not legal"),
    "everything is legal": (legal(AnyText()), "'' is legal"),
    "another canonical form": (changed(canonical=str.upper), "listed but not canonical"),
    "an illegal fallback": (changed(fallback=lambda state, seat: "go"), "fallback 'go'"),
    "nobody is asked": (
        changed(
            node=lambda state: DRAW.node(state) if state.public.turn else Decide({}),
            start=lambda seats, options: Step(State(Public(2, 0, (0, 0)), (0, 0), (1,))),
            act=lambda state, actions: Step(state._replace(public=state.public._replace(turn=2))),
        ),
        "asks nobody",
    ),
    "seats asked in another order": (deciding(ask_backwards), r"asked as \[1, 0\]"),
    "a stranger is asked": (deciding(ask_a_stranger), r"\[0, 9\] are asked"),
    "another result than what is secured": (
        changed(secured=lambda state: Over((0,) * len(state.own), (1,) * len(state.own))),
        "`secured` of the last state differs",
    ),
    "points for too few": (ending(lambda seats: Over((1,), (0,))), r"\(1,\) for 2 seats"),
    "half points": (
        ending(lambda seats: Over((0.5,) * seats, (0,) * seats)),  # type: ignore[arg-type]
        "not whole numbers",
    ),
    "luck by seat, though positions are said to make no difference": (
        changed(positions=False),
        "one seat on",
    ),
    "a lost card": (dealing(lose_a_card), r"lost Counter\({\d: 1}\)"),
    "an endless game": (
        changed(
            node=lambda state: Chance("deck", (1,), (0,)),
            deal=lambda state, outcome: Step(state),
        ),
        "not over after",
    ),
    "luck from nowhere": (
        changed(
            node=lambda state: (
                node._replace(stream="") if isinstance(node := DRAW.node(state), Chance) else node
            )
        ),
        "without the name of its stream",
    ),
    "a deal shown to a stranger": (
        changed(
            node=lambda state: (
                node._replace(visible_to=(9,))
                if isinstance(node := DRAW.node(state), Chance)
                else node
            )
        ),
        r"shown to \{9\}",
    ),
    "a private card in a public event": (dealing(deal_openly), "seat 1 can tell"),
    "a private card in the public state": (dealing(mark_the_back), "can tell"),
    "legal actions that depend on others' cards": (
        deciding(show_the_highest_only),
        "legal actions show seat 1 what is hidden",
    ),
    "questions that depend on others' cards": (
        deciding(ask_the_highest_too),
        "who is asked shows seat . what is hidden",
    ),
    "a fraction in a view": (seeing({"x": 0.5}), "not plain JSON"),
    "the engine's key in a view": (seeing({"you": 1}), "added by the engine"),
}
