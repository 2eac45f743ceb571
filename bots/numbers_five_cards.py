"""Bank or Bust with numbers: banks at five cards, wherever they lie.

It takes any place where a card fits, the top row first, and plays no power cards.
"""

from arena.sdk import Bot, run

ENOUGH = 5


class FiveCards(Bot):
    games = ("bank_or_bust_numbers",)

    def act(self, observation, legal):
        mine = observation["rows"][self.seat]
        if "bank" in legal:
            placed = len(mine["top"]["cards"]) + len(mine["bottom"]["cards"])
            return "bank" if placed >= ENOUGH or "draw" not in legal else "draw"
        for wish in ("place:top", "place:bottom", "discard", "decline"):
            if wish in legal:
                return wish
        return legal[0]


run(FiveCards)
