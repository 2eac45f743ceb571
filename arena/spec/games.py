"""The games of a tournament file, checked against the rules they name."""

from typing import Any

from arena import games
from arena.games.core import Game, fill_options
from arena.spec.complaints import Complaints, Place, shown, suggestion
from arena.spec.document import Broken, Node
from arena.spec.model import GameSpec, SeatOrders
from arena.spec.shape import GameShape

MOST_SEATS_FOR_ALL = 4


def check_games(entries: Node | None, complaints: Complaints) -> None:
    """Complain about all that is wrong with the list of games beyond its shape."""
    if entries is None or not isinstance(entries.value, list):
        return
    ids: dict[str, Place] = {}
    for entry in entries.value:
        named = entry.get("game")
        if named is None or not isinstance(named.value, str):
            continue
        if named.value in games.names():
            check = _Entry(entry, games.load(named.value), complaints)
            check.id(ids)
            check.players()
            check.options()
            check.seat_orders()
        else:
            known = suggestion(named.value, games.names())
            complaints.add(named.place, f"`game`: no game {shown(named.value)}; {known}")


def game_spec(entry: GameShape) -> GameSpec:
    """The entry with its defaults filled in; it must have passed `check_games`."""
    game = games.load(entry.game)
    players = entry.players or game.default_seats
    return GameSpec(
        game=entry.game,
        players=players,
        options=fill_options(game, players, entry.options),
        deals=entry.deals,
        seat_orders=entry.seat_orders or _default_orders(game),
        id=entry.id or entry.game,
    )


def _default_orders(game: Game) -> SeatOrders:
    return "cyclic" if game.positions else "one"


class _Entry:
    """One entry of the list, of a game that exists."""

    def __init__(self, entry: Node, game: Game, complaints: Complaints) -> None:
        self._entry = entry
        self._game = game
        self._complaints = complaints

    def _value(self, key: str) -> Any:
        node = self._entry.get(key)
        return node.value if node else None

    def _say(self, key: str, text: str) -> None:
        node = self._entry.get(key)
        self._complaints.add(node.place if node else self._entry.place, f"`{key}`: {text}")

    def id(self, ids: dict[str, Place]) -> None:
        """Ids must tell entries apart, whatever a file system makes of capital letters."""
        key = "id" if isinstance(self._value("id"), str) else "game"
        own, node = self._value(key), self._entry.get(key)
        if own != self._game.name and own in games.names():
            self._say("id", f"{shown(own)} is the id of another game; choose one of your own")
        elif node:
            first = ids.setdefault(own.lower(), node.place)
            if first != node.place:
                said = f"{shown(own)} stands on line {first.line} already; give this entry an `id`"
                self._say(key, f"{said} of its own")

    def players(self) -> None:
        players, seats = self._value("players"), self._game.seats
        if type(players) is int and players not in seats:
            fits = f"{self._game.name} is for {seats[0]} to {seats[-1]} players"
            self._say("players", f"{fits}, not {players}")

    def options(self) -> None:
        options = self._entry.get("options")
        if options is None or not isinstance(options.value, dict):
            return
        for key, node in options.value.items():
            place, said = node.place, self._option(key, node)
            if key not in self._game.options:
                place = options.keys[key]
            if said:
                self._complaints.add(place, f"`{key}` of {self._game.name}: {said}")

    def _option(self, key: str, node: Node) -> str | None:
        option = self._game.options.get(key)
        if option is None:
            return f"no such option; {suggestion(key, self._game.options)}"
        if isinstance(node.value, Broken):
            return None
        if isinstance(node.value, dict | list):
            return f"{shown(node.value)} is no value of an option"
        return option.complaint(node.value)

    def seat_orders(self) -> None:
        orders, players = self._value("seat_orders"), self._value("players")
        if orders in ("cyclic", "all") and not self._game.positions:
            said = f"it makes no difference who sits where in {self._game.name}, so that more "
            self._say("seat_orders", f"{said}seat orders would only repeat games; use `one`")
        players = self._game.default_seats if players is None else players
        if orders == "all" and type(players) is int and players > MOST_SEATS_FOR_ALL:
            said = f"`all` is for up to {MOST_SEATS_FOR_ALL} players, {players} have"
            self._say("seat_orders", f"{said} too many orders; use `cyclic`")
