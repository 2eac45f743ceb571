"""Is one bot better than another? Played on the same deals until that is decided.

for news in duel(terms, launches, level, limits, jobs, stop):
    print(news.evidence.interval(), news.verdict)
"""

from arena.duel.evidence import Evidence
from arena.duel.play import News, Terms, Verdict, duel
from arena.duel.seating import orders

__all__ = ["Evidence", "News", "Terms", "Verdict", "duel", "orders"]
