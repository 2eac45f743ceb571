"""Bank or Bust with numbers: counts every card seen and solves its own round.

- The cards not seen yet give the exact chance of each number on the next draw.
- Beyond that draw the round is solved on a coarse scale of numbers: `value` is what two rows with
  so many cards bring if every card is placed and the round is banked at the best moment.
- The 5 points for the longest row are about as much as all else a round brings, so the others'
  rows matter most: `value` is solved for one row that becomes longer than any of theirs.
- It does not bank where a banked player would win by that, and banks where that wins the game.
"""

from functools import cache

from arena.sdk import Bot, run

STEPS = 14  # the coarse scale: 0 to 13 for the numbers 2 to 99
PAIRS = (0, 0, 0, 5, 15, 50)
POWER_CARDS = 18
WIN, LOSS = 1000, 0
DISCARD_CARD = 1.5  # what holding a Discard card is worth


class Counter(Bot):
    games = ("bank_or_bust_numbers",)

    def act(self, observation, legal):
        self.seen = observation
        me = observation["rows"][self.seat]
        self.holds_discard = me["discard_card"]
        self.longest = self.longest_of_others()
        rows = (self.row(me["top"]), self.row(me["bottom"]))
        if legal == ["bank"]:
            return "bank"
        if "bank" in legal:
            bank, draw = self.banked(), self.drawn(rows)
            return "draw" if draw > bank else "bank", f"bank {bank:.1f}, draw {draw:.1f}"
        worth = {action: self.after(action, rows, me) for action in legal}
        return max(worth, key=worth.__getitem__)

    def row(self, row):
        """A row as (value in force, cards, extra points by a Double)."""
        return row["value"], len(row["cards"]), len(row["cards"]) + 1 if row["doubled"] else 0

    def longest_of_others(self):
        """How long the longest row of the others is; it may still grow, or bust."""
        longest = 0
        for seat, player in enumerate(self.seen["rows"]):
            if seat != self.seat and player["status"] != "bust":
                length = max(len(player["top"]["cards"]), len(player["bottom"]["cards"]))
                longest = max(longest, length)
        return min(longest, 8)

    def after(self, action, rows, me):
        """What the round is worth after an answer to a drawn card."""
        kind, _, where = action.partition(":")
        if kind == "bust":
            return 0
        if kind in ("decline", "discard"):
            return self.drawn(rows) - (DISCARD_CARD if kind == "discard" else 0)
        name, _, by = where.partition(":")
        side = ("top", "bottom").index(name)
        now, cards, extra = rows[side]
        if kind == "place":
            now, cards, extra = self.seen["drawn"], cards + 1, extra + (extra > 0)
        elif kind == "modify":
            now += int(by)
        elif kind == "double":
            extra = cards + 1
        else:
            uncovered = zip(me[name]["values"], me[name]["covered"], strict=True)
            now = [(100, 1)[side], *(value for value, covered in uncovered if not covered)][-2]
        return self.held(*((now, cards, extra) if i == side else rows[i] for i in range(2)))

    def held(self, top, bottom):
        """What rows are worth at the next turn: the better of bank and draw."""
        scaled_top = round((top[0] - 2) * STEPS / 98)
        scaled_bottom = STEPS - 1 - round((99 - bottom[0]) * STEPS / 98)
        rows = max(0, min(STEPS, scaled_top)), max(-1, min(STEPS - 1, scaled_bottom))
        return top[2] + bottom[2] + value(*rows, min(top[1], 9), min(bottom[1], 9), self.longest)

    def drawn(self, rows):
        """What a draw is worth: the mean over all cards that were not seen."""
        numbers, powers = self.unseen()
        top, bottom = rows
        lost = self.held(*rows) - DISCARD_CARD if self.holds_discard else DISCARD_CARD / 2
        total = powers * (self.held(*rows) + 0.5)
        for number in numbers:
            best = -1.0
            if number < top[0]:
                best = self.held((number, top[1] + 1, top[2] + (top[2] > 0)), bottom)
            if number > bottom[0]:
                low = self.held(top, (number, bottom[1] + 1, bottom[2] + (bottom[2] > 0)))
                best = max(best, low)
            total += lost if best < 0 else best
        return total / max(1, len(numbers) + powers)

    def banked(self):
        """What banking now is worth, with what it does to the game."""
        rows, scores, target = self.seen["rows"], self.seen["scores"], self.options["target"]
        reached, settled = [0], [0]
        for seat, player in enumerate(rows):
            if seat != self.seat and player["status"] != "bust":
                total = scores[seat] + points(player, self.longest)
                reached.append(total)
                if player["status"] == "banked":
                    settled.append(total)
        brings = points(rows[self.seat], self.longest)
        total = scores[self.seat] + brings
        if total >= target and total > max(reached):
            return WIN
        return LOSS if max(settled) >= max(target, total) else brings

    def unseen(self):
        """The Number cards that may come next, and how many power cards."""
        gone, powers = {self.seen["drawn"]}, POWER_CARDS
        for player in self.seen["rows"]:
            for row in (player["top"], player["bottom"]):
                gone.update(row["cards"])
                powers -= row["doubled"] + sum(row["covered"]) + sum(map(len, row["modifiers"]))
        for card in self.seen["discards"]:
            gone.add(card)
            powers -= isinstance(card, str)
        return [number for number in range(2, 100) if number not in gone], powers


def points(player, longest):
    """What that player's cards bring if no row becomes longer than `longest`."""
    top, bottom = len(player["top"]["cards"]), len(player["bottom"]["cards"])
    doubled = top * player["top"]["doubled"] + bottom * player["bottom"]["doubled"]
    return doubled + plain_points(top, bottom, longest)


def plain_points(top, bottom, longest):
    """Tally, pairs and longest row of so many cards."""
    bonus = 5 if max(top, bottom) > longest else 0
    return top + bottom + PAIRS[min(top, bottom, 5)] + bonus


@cache
def value(top, bottom, above, below, longest):
    """What two rows bring, by the places where they end and the cards that they hold."""
    at_once = plain_points(above, below, longest)
    if min(above, below) >= 5 or max(above, below) >= 9:
        return at_once
    drawn = 0.0
    for place in range(STEPS):
        high = value(place, bottom, above + 1, below, longest) if place <= top else 0.0
        low = value(top, place, above, below + 1, longest) if place >= bottom else 0.0
        # Within the step where a row ends, half of the numbers fit.
        if place == top == bottom:
            drawn += (high + low) / 2
        elif place == top:
            drawn += (max(high, low) + low) / 2
        elif place == bottom:
            drawn += (max(high, low) + high) / 2
        else:
            drawn += max(high, low)
    return max(at_once, drawn / STEPS)


run(Counter)
