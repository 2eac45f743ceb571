"""The tables of the primers, as they stand in docs/strategy/.

`python -m tests.strategy.tables` prints them.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tests.strategy import numbers


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table; numbers stand on the right."""
    lines = [list(head), *[list(map(str, row)) for row in rows]]
    lines.insert(1, ["---:"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(chance: Fraction | float) -> str:
    """With one decimal."""
    return f"{100 * float(chance):.1f} %"


def bank_targets() -> str:
    rows = []
    for target in (50, 75, 100, 150, 200, 300, 500, 1000):
        there, then, mean = numbers.target_row(target)
        rows.append((target, percent(there), f"{then:.0f}", f"{mean:.1f}"))
    return table(("banks at", "gets there", "mean then", "mean of a round"), rows)


def bank_chases() -> str:
    needs = (100, 150, 200, 300, 500, 1000)
    rows = [
        (bank, *("–" if need <= bank else percent(numbers.reach(bank, need)) for need in needs))
        for bank in (20, 50, 75, 100, 150, 200)
    ]
    return table(("bank now", *(f"to {need}" for need in needs)), rows)


def number_gaps() -> str:
    rows = []
    for top, bottom in ((60, 40), (50, 51), (45, 55), (40, 60), (35, 65), (30, 70), (20, 80)):
        once, twice = numbers.number_bust(top, bottom), numbers.number_bust_twice(top, bottom)
        rows.append((top, bottom, percent(once), percent(twice)))
    return table(("top", "bottom", "busts", "with a Discard card"), rows)


def number_risks() -> str:
    rows = []
    for upper, lower in ((2, 2), (3, 2), (3, 3), (4, 3), (4, 4), (5, 4), (5, 5)):
        now, more = (
            numbers.number_worth(upper, lower),
            max(numbers.number_worth(upper + 1, lower), numbers.number_worth(upper, lower + 1)),
        )
        most = Fraction(more - now, more)
        fits = int(most * (numbers.NUMBER_CARDS - 2))
        rows.append((f"{upper} and {lower}", now, more, percent(most), fits))
    return table(("cards", "worth now", "with the best card", "break-even risk", "gap"), rows)


def money_risks() -> str:
    rows = [
        (kinds, percent(numbers.money_bust(kinds)), percent(numbers.money_bust(kinds, jokers=4)))
        for kinds in range(2, 7)
    ]
    return table(("denominations in hand", "classic", "wild"), rows)


def money_hits() -> str:
    rows = []
    for hand in numbers.money_hands():
        hit = float(numbers.money_hit(hand))
        better = "hit" if hit > sum(hand) else "stick"
        rows.append((f"{hand[1]} and {hand[0]}", sum(hand), f"{hit:.1f}", better))
    return table(("hand", "stick", "hit once", "richer"), rows)


def benjamin_builds() -> str:
    rows = []
    for cards in range(1, 8):
        found = numbers.builds(cards)
        shown = "; ".join(" ".join(map(str, one)) for one in found)
        rows.append((cards, len(found), shown or "–"))
    return table(("cards", "sets", "which"), rows)


def benjamin_holds() -> str:
    rows = [
        (card, percent(numbers.holds(copies)), percent(numbers.holds(copies, unseen=45)))
        for card, copies in (("a given cash card", 8), ("a $2", 2))
    ]
    return table(("five cards hold", "out of all 50", "none of them among your five"), rows)


TABLES: Mapping[str, tuple[str, ...]] = {
    "bank_dice": (bank_targets(), bank_chases()),
    "bank_or_bust_numbers": (number_gaps(), number_risks()),
    "bank_or_bust_money": (money_risks(), money_hits()),
    "banking_benjamins": (benjamin_builds(), benjamin_holds()),
}

if __name__ == "__main__":
    for name, tables in TABLES.items():
        print(f"# {name}\n", *tables, sep="\n\n")
