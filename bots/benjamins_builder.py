"""Banking Benjamins: builds what it can, shortest first, locks what it can, and never steals.

It blocks with any card that blocks. At the end of a turn it gives its highest card away, so that
its 1s and 5s lock its own Benjamins instead of helping thieves.
"""

from arena.sdk import Bot, run

WISHES = ("block", "build:", "add:", "discard:", "end")


class Builder(Bot):
    games = ("banking_benjamins",)

    def act(self, observation, legal):
        for wish in WISHES:
            actions = [action for action in legal if action.startswith(wish)]
            if actions:
                return actions[0]
        return legal[0]


run(Builder)
