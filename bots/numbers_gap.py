"""Bank or Bust with numbers: keeps its rows far apart, and stops when too many numbers would bust.

A number fits in the top row if it is lower, in the bottom row if it is higher than the last one
there. While the top row stands above the bottom row every number fits somewhere. So each card goes
where it moves a row less, and the bot banks once one number in five would fit nowhere. It doubles
a row, covers and modifies when that opens a row again, and gives an unlucky card up if it can.
"""

from arena.sdk import Bot, run

RISK = 0.2


class Gap(Bot):
    games = ("bank_or_bust_numbers",)

    def act(self, observation, legal):
        mine = observation["rows"][self.seat]
        top, bottom = mine["top"]["value"], mine["bottom"]["value"]
        if "bank" in legal:
            held = len(mine["top"]["cards"]) + len(mine["bottom"]["cards"])
            safe = risk(top, bottom) <= RISK or held == 0
            return "draw" if safe and "draw" in legal else "bank"
        drawn = observation["drawn"]
        if isinstance(drawn, int):
            lost = {"place:top": top - drawn, "place:bottom": drawn - bottom}
            places = [action for action in legal if action in lost]
            if places:
                return min(places, key=lost.__getitem__)
            return "discard"
        return max(legal, key=lambda action: self.worth(action, mine))

    def worth(self, action, mine):
        """How much lower the risk is after a power card."""
        top, bottom = mine["top"]["value"], mine["bottom"]["value"]
        kind, _, where = action.partition(":")
        row, _, by = where.partition(":")
        if kind == "double":
            return 0.1 + 0.01 * len(mine[row]["cards"])
        if kind == "modify" and row == "top":
            return risk(top, bottom) - risk(top + int(by), bottom)
        if kind == "modify":
            return risk(top, bottom) - risk(top, bottom + int(by))
        if kind == "cover":
            values, covered = mine[row]["values"], mine[row]["covered"]
            still = [v for v, c in zip(values, covered, strict=True) if not c][:-1]
            before = still[-1] if still else {"top": 100, "bottom": 1}[row]
            after = (before, bottom) if row == "top" else (top, before)
            return risk(top, bottom) - risk(*after)
        return 0.0


def risk(top, bottom):
    """The share of the numbers from 2 to 99 that fit in neither row."""
    return max(0, min(bottom, 99) - max(top, 2) + 1) / 98


run(Gap)
