"""Bank or Bust with money: the exact chance to bust, against the chance that the hand wins.

- Of every card it knows how many it has not seen: not in a hand, on the dead pile or in a wallet.
  So the chance of each next card is known, and with it the chance to bust.
- A hand is worth what it brings if it wins, times the chance that it beats every other hand. A
  stuck hand is beaten or not by its face-down card, which is one of the unseen ones. A player who
  is still in sticks as it is, busts, or gets one more card.
- Hitting is worth the mean over all next cards, some cards ahead: `plan`. So it takes a card where
  the hand would lose anyway, and holds 100 where the others show little.
- In the last round a hand that does not overtake the leader's wallet is worth nothing.

Wild cards need no rules of their own: a Pyramid or Eagle allows one pair, a $2 doubles.
"""

from arena.sdk import Bot, run

PACK = {"pyramid": 1, "eagle": 1, "2": 2}
SAVERS = ("pyramid", "eagle")
AHEAD = 3
HITS, BUSTS = 0.55, 0.4  # of players who are still in: will hit once more, and bust by that


class Counter(Bot):
    games = ("bank_or_bust_money",)

    def act(self, observation, legal):
        if observation["phase"] == "place":
            return max(legal, key=lambda action: worth([as_card(action[5:])], self.options))
        if legal == ["stick"]:
            return "stick"
        self.seen = observation
        self.unseen = self.count_unseen()
        mine = observation["hands"][self.seat]
        hand = (mine["down"], *mine["up"])
        self.chances = {}
        self.others = [
            self.finals(other)
            for seat, other in enumerate(observation["hands"])
            if seat != self.seat and other["status"] != "bust"
        ]
        stick, hit = self.if_stuck(hand), self.if_hit(hand, AHEAD)
        return ("hit" if hit > stick else "stick"), f"stick {stick:.1f}, hit {hit:.1f}"

    def count_unseen(self):
        """How many of each card may come next."""
        kinds = ["1", "5", "10", "20", "50", "100"]
        kinds += list(PACK) if self.options["wild"] else []
        left = {kind: PACK.get(kind, self.options["copies"]) for kind in kinds}
        seen = [card for wallet in self.seen["wallets"] for card in wallet["cards"]]
        for hand in self.seen["hands"]:
            if hand["status"] != "bust":
                seen += hand["up"] + ([hand["down"]] if hand["down"] is not None else [])
        for card in seen:
            left[str(card)] -= 1
        for kind, count in self.seen["dead"].items():
            left[kind] -= count
        return {as_card(kind): count for kind, count in left.items() if count > 0}

    def if_hit(self, hand, ahead):
        """What the hand is worth with one more card, and then played on well."""
        total = sum(self.unseen.values())
        brings = 0.0
        for card, count in self.unseen.items():
            if not busts(hand, card):
                larger = (*hand, card)
                value = self.if_stuck(larger)
                if ahead > 1:
                    value = max(value, self.if_hit(larger, ahead - 1))
                brings += count * value
        return brings / max(1, total)

    def if_stuck(self, hand):
        """What the hand brings, times the chance that it is the best."""
        held = worth(hand, self.options)
        chance = self.chances.get(held)
        if chance is None:
            chance = 1.0
            for finals in self.others:
                chance *= sum(share for value, share in finals.items() if value <= held)
            self.chances[held] = chance
        return chance * self.brings(hand)

    def brings(self, hand):
        """Its cash; in the last round only if that overtakes the leader."""
        cash = sum(card for card in hand if isinstance(card, int))
        wallets = [wallet["cash"] for wallet in self.seen["wallets"]]
        mine = wallets.pop(self.seat)
        last = self.seen["round"] >= len(self.players) * self.options["laps"]
        if last and self.options["target"] is None and max(wallets) >= mine:
            return 1.0 if mine + cash > max(wallets) else 0.001 * cash
        return cash

    def finals(self, other):
        """What another hand may come to, and how likely: by the cards it may hold face down."""
        finals = {}
        now = {down: n for down, n in self.unseen.items() if not busts(other["up"], down)}
        more = 0.0 if other["status"] == "stuck" else HITS
        for down, count in now.items():
            hand = (down, *other["up"])
            share = count / sum(now.values())
            value = worth(hand, self.options)
            finals[value] = finals.get(value, 0) + share * (1 - more)
            finals[0] = finals.get(0, 0) + share * more * BUSTS
            nexts = {card: n for card, n in self.unseen.items() if not busts(hand, card)}
            for card, n in nexts.items() if more else ():
                value = worth((*hand, card), self.options)
                part = share * more * (1 - BUSTS) * n / sum(nexts.values())
                finals[value] = finals.get(value, 0) + part
        return finals


def as_card(text):
    return int(text) if text.isdigit() else text


def busts(hand, card):
    """Whether the card makes a pair that no Pyramid or Eagle of the hand allows, or a triple."""
    if card not in hand or card in SAVERS or card == 2:
        return False
    cash = [held for held in hand if held not in SAVERS and held != 2]
    pairs = len(cash) - len(set(cash))
    return hand.count(card) > 1 or pairs >= sum(saver in hand for saver in SAVERS)


def worth(hand, options):
    """What a hand counts: its cash, doubled by each $2 (which may count as cash too)."""
    twos = sum(card == 2 for card in hand)
    cash = sum(card for card in hand if card not in SAVERS and card != 2)
    if options["two_dollar"] == "add_and_multiply":
        cash += 2 * twos
    return cash << twos


run(Counter)
