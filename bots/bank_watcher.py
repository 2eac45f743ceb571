"""Bank: looks at the totals, at who is still in and at the rounds left, and plays to be ahead.

What counts is not the points but the lead over the best other player. Its worth is taken as an
S-curve: steep in the last rounds, where being ahead is everything, flat early on, where a lead
can still be lost. From the bank as it stands, all ways the next rolls can go are looked at, with
"bank now" at each of them:

- 6 rolls of 36 are a 7: those still in get nothing;
- 6 double the bank; 24 add 7 on average.

A player who is in is expected to bank at what it banked on average so far in this game. Until the
bank gets there it is a companion: a 7 hits both alike, and if it banks, one may follow at once,
since everyone still in is asked again. So a leader stays with its pursuers, and a bot that is
behind waits for the leader to be out and goes on alone.
"""

from math import exp

from arena.sdk import Bot, run

SAFE_ROLLS = 3
AHEAD = 9  # how many rolls it looks ahead
LEAD_PER_ROUND = 12  # the lead that is worth something, for each round to come
USUAL_BANK = 250  # what a player banks at who was not seen banking yet


class BankWatcher(Bot):
    games = ("bank_dice",)

    def start(self):
        self.banked = {seat: [] for seat in range(len(self.players))}

    def act(self, observation, legal):
        for event in self.events:
            if event["event"] == "banked":
                self.banked[event["player"]].append(event["points"])
        if observation["roll"] < SAFE_ROLLS:
            return "stay"
        stay, bank = self.worths(observation)
        note = f"stay {stay:.3f}, bank {bank:.3f}"
        return ("stay" if stay > bank else "bank"), note

    def worths(self, observation):
        """What staying and banking are worth, from 0 to 1."""
        bank = observation["bank"]
        lead = self.lead_after(observation)
        # best[k]: the worth of position k after `rolls` more rolls, k of which were doublings.
        best = [lead(at, at) for at in outcomes(bank, AHEAD)]
        for rolls in range(AHEAD - 1, -1, -1):
            banks = outcomes(bank, rolls)
            worths = []
            for k, at in enumerate(banks):
                stay = (lead(0, at) + best[k + 1] + 4 * best[k]) / 6
                worths.append((stay, lead(at, at)))
            best = [max(pair) for pair in worths]
        return worths[0]

    def lead_after(self, observation):
        """A function: the worth of gaining so much when the bank had come to `at`."""
        scores, inside = observation["scores"], observation["in"]
        me = self.seat
        others = [seat for seat in range(len(scores)) if seat != me]
        settled = max((scores[seat] for seat in others if not inside[seat]), default=0)
        rivals = [
            (scores[seat], self.expected(seat, observation["bank"]))
            for seat in others
            if inside[seat]
        ]
        scale = 1 + LEAD_PER_ROUND * (self.options["rounds"] - observation["round"])

        def lead(gain, at):
            best = settled
            for score, banks_at in rivals:
                # Beyond its usual bank it is out with that; before, it gets what this bot gets.
                best = max(best, score + (banks_at if banks_at <= at else gain))
            return worth(scores[me] + gain - best, scale)

        return lead

    def expected(self, seat, bank):
        """The bank at which that player is expected to leave; more than now, as it is still in."""
        seen = self.banked[seat]
        usual = sum(seen) / len(seen) if seen else USUAL_BANK
        return usual if usual > bank else 1.5 * bank


def outcomes(bank, rolls):
    """The bank after so many rolls without a 7, by how many of them were doublings."""
    return [(bank << doublings) + 7 * (rolls - doublings) for doublings in range(rolls + 1)]


def worth(lead, scale):
    """From 0 (hopelessly behind) over 0.5 (level) to 1."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, lead / scale))))


run(BankWatcher)
