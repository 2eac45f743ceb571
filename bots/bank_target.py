"""Bank: stays until the bank holds 300, whoever leads and whatever the others do.

A further roll is worth its risk at any bank: of 36 rolls 6 lose it, 6 double it and 24 add 7 on
average, so it comes to (6 * 0 + 6 * 2 * bank + 24 * (bank + 7)) / 36 = bank + 4.67. Waiting for
300 is bolder than most, but a game is won by being ahead, not by the average.
"""

from arena.sdk import Bot, run

SAFE_ROLLS = 3
TARGET = 300


class BankTarget(Bot):
    games = ("bank_dice",)

    def act(self, observation, legal):
        enough = observation["bank"] >= TARGET and observation["roll"] >= SAFE_ROLLS
        return "bank" if enough else "stay"


run(BankTarget)
