"""Banking Benjamins: steals first, then builds the largest it can, and always blocks.

A long build uses up many cards, and who has played out its hand draws five more.
"""

from arena.sdk import Bot, run

WISHES = ("steal:", "build:", "add:", "end", "discard:")


class Thief(Bot):
    games = ("banking_benjamins",)

    def act(self, observation, legal):
        if "allow" in legal:
            return legal[0]  # a block where there is one
        for wish in WISHES:
            actions = [action for action in legal if action.startswith(wish)]
            if actions:
                return actions[-1]
        return legal[0]


run(Thief)
