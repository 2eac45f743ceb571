"""Bank or Bust with money: takes cards until its hand is worth 100.

It neither counts cards nor looks at the other hands. Its higher card lies face down.
"""

from arena.sdk import Bot, run

ENOUGH = 100
WORTH = {"pyramid": 101, "eagle": 102}


class Hundred(Bot):
    games = ("bank_or_bust_money",)

    def act(self, observation, legal):
        if observation["phase"] == "place":
            return f"down:{max(observation['hand'], key=lambda card: WORTH.get(card, card))}"
        mine = observation["hands"][self.seat]
        cash = sum(card for card in [mine["down"], *mine["up"]] if isinstance(card, int))
        return "stick" if cash >= ENOUGH or "hit" not in legal else "hit"


run(Hundred)
