"""Banking Benjamins: plans its whole turn, and keeps what it has.

- It steals whatever it can: a Benjamin more for it is one less for another. First those that the
  theft locks, then those of the leader.
- Among all builds it takes the one after which most further builds are possible, and uses cards
  from its hand: they are drawn again, and an empty hand brings More Money.
- A Big Ben or Grant Slam of its own is locked with two matching cards, but not half locked, unless
  that empties the hand: a thief whose card locks its loot likes that best.
- Wilds and $2 are kept until the final turns; a $2 always blocks.
- It keeps 1s and 5s, which steal and lock, and discards what helps the next players least.
"""

from arena.sdk import Bot, run

MATCHING = {"big_ben": 1, "grant_slam": 5}
WIDE, DEEP = 40, 3  # how many builds it looks at, and how many in a row
FROM_HAND, LOCKED_AT_ONCE = 0.1, 0.2  # against one further build
KINDS = ("steal:", "build:", "add:", "discard:")
KEPT = ("h2", "hpyramid", "heagle")
DISCARD_COST = {"1": 60, "2": 200, "5": 30, "pyramid": 500, "eagle": 500}


class Banker(Bot):
    games = ("banking_benjamins",)

    def act(self, observation, legal):
        if "allow" in legal:
            return legal[0]
        self.seen = observation
        self.cards = stock(observation)
        kinds = {kind: [action for action in legal if action.startswith(kind)] for kind in KINDS}
        if kinds["steal:"]:
            return max(kinds["steal:"], key=self.steal_worth)
        builds = [(cards_of(action), action) for action in kinds["build:"]]
        builds = [build for build in builds if self.may_use(build[0])]
        if builds:
            return self.best_build(builds)
        adds = [action for action in kinds["add:"] if self.is_good_add(action)]
        if adds:
            return adds[0]
        return min(kinds["discard:"] or ["end"], key=self.discard_cost)

    def pile(self, number):
        """The owner and the pile of a Benjamin."""
        for seat, bank in enumerate(self.seen["banks"]):
            for pile in bank:
                if pile["benjamin"] == int(number):
                    return seat, pile
        raise KeyError(number)

    def steal_worth(self, action):
        _, number, card = action.split(":")
        owner, pile = self.pile(number)
        plain = "=" not in card
        return len(pile["attached"]), len(self.seen["banks"][owner]), plain, card[0] == "h"

    def may_use(self, cards):
        """Whether a build spares what is kept for blocks and steals."""
        return self.seen["final_turns_left"] is not None or not any(card in KEPT for card in cards)

    def best_build(self, builds):
        """The build that leaves most to build, best from the hand, best locked at once."""

        def worth(build):
            cards = build[0]
            left = without(self.cards, cards)
            rest = [other for other, _ in builds[:WIDE] if fits(other, left)]
            from_hand = sum(count for card, count in cards.items() if card[0] == "h")
            locked = sum(cards.values()) > 2
            return most(rest, left, DEEP) + FROM_HAND * from_hand + LOCKED_AT_ONCE * locked

        return max(builds, key=worth)[1]

    def is_good_add(self, action):
        """Whether a card added now empties the hand, or locks, alone or with the next one."""
        _, number, card = action.split(":")
        if len(self.seen["hand"]) == 1 and card[0] == "h":
            return True
        _, pile = self.pile(number)
        value = MATCHING[pile["kind"]]
        there = self.cards.get(f"h{value}", 0) + self.cards.get(f"r{value}", 0)
        return "=" not in card and len(pile["attached"]) + there >= 2

    def discard_cost(self, action):
        """What the card would bring the others, and this player if it kept it."""
        card = action.partition(":")[2]
        if card in DISCARD_COST:
            bank = self.seen["banks"][self.seat]
            exposed = [str(MATCHING[pile["kind"]]) for pile in bank if not pile["locked"]]
            return DISCARD_COST[card] + 50 * exposed.count(card)
        return int(card or 0)


def stock(observation):
    """How many of each card there are: `h` in hand, `r` in the row."""
    cards = {}
    for source, pile in (("h", observation["hand"]), ("r", observation["row"])):
        for card in pile:
            cards[f"{source}{card}"] = cards.get(f"{source}{card}", 0) + 1
    return cards


def cards_of(build):
    """The cards that a build uses, and how many of each."""
    used = {}
    for play in build.partition(":")[2].split("+"):
        card = play.partition("=")[0]
        used[card] = used.get(card, 0) + 1
    return used


def fits(used, cards):
    return all(cards.get(card, 0) >= count for card, count in used.items())


def without(cards, used):
    return {card: count - used.get(card, 0) for card, count in cards.items()}


def most(builds, cards, deep):
    """How many of these builds can be made one after the other, at most `deep`."""
    best = 0
    for place, used in enumerate(builds):
        if best == deep:
            break
        left = without(cards, used)
        rest = [other for other in builds[place:] if fits(other, left)]
        best = max(best, 1 + (most(rest, left, deep - 1) if deep > 1 else 0))
    return best


run(Banker)
