"""Bank, and Bank or Bust with money: daring in one game, careful in the next.

An example of a bot in several files: `bot.yaml` says how it is started, `moods.py` holds what it
knows. Each game has an object of its own, and with it a mood.
"""

from moods import MOODS

from arena.sdk import Bot, run


class MixedMoods(Bot):
    def start(self):
        self.mood = self.rng.choice(MOODS)

    def act(self, observation, legal):
        if self.game == "bank_dice":
            action = "bank" if observation["bank"] >= self.mood.bank else "stay"
        elif observation["phase"] == "place":
            action = legal[0]
        else:
            mine = observation["hands"][self.seat]
            cash = sum(card for card in [mine["down"], *mine["up"]] if isinstance(card, int))
            action = "stick" if cash >= self.mood.cash else "hit"
        return (action if action in legal else legal[-1]), self.mood.name


run(MixedMoods)
