"""Plays any game: each of the listed legal actions is as likely as any other.

The weakest bot there is, and the shortest one: copy it to begin with.
"""

from arena.sdk import Bot, run


class RandomAny(Bot):
    def act(self, observation, legal):
        return self.rng.choice(legal)


run(RandomAny)
