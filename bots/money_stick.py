"""Bank or Bust with money: never takes a card, and lets the others bust.

It lays its lower card face down, so that all see the better one.
"""

from arena.sdk import Bot, run

WORTH = {"pyramid": -2, "eagle": -1}


class Stick(Bot):
    games = ("bank_or_bust_money",)

    def act(self, observation, legal):
        if observation["phase"] == "place":
            return f"down:{min(observation['hand'], key=lambda card: WORTH.get(card, card))}"
        return "stick"


run(Stick)
