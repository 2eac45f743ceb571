"""Banking Benjamins: builds what it can, shortest first, and never steals.

It gives its lowest card away at the end of a turn and lets its Benjamins be stolen.
"""

from arena.sdk import Bot, run


class Builder(Bot):
    games = ("banking_benjamins",)

    def act(self, observation, legal):
        if "allow" in legal:
            return "allow"
        builds = [action for action in legal if action.startswith("build:")]
        if builds:
            return builds[0]
        discards = [action for action in legal if action.startswith("discard:")]
        return discards[-1] if discards else "end"


run(Builder)
