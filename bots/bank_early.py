"""Bank: takes the money as soon as a 7 can hurt, and never sees a doubling.

The three rolls at the start of a round are safe, so it stays for them and banks after the third.
"""

from arena.sdk import Bot, run

SAFE_ROLLS = 3


class BankEarly(Bot):
    games = ("bank_dice",)

    def act(self, observation, legal):
        return "bank" if observation["roll"] >= SAFE_ROLLS else "stay"


run(BankEarly)
