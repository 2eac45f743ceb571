"""Texts of bots and tournaments made harmless, and names that people can tell apart."""

import unicodedata
from collections import Counter
from collections.abc import Mapping

ZERO_WIDTH_JOINER = "\u200d"
"""Holds emoji together; the one invisible character that names may show as it is."""


def literal(text: str) -> str:
    """The text on one line, with all that is no visible character written as an escape.

    So no name can break a row, change the terminal, or turn the direction of writing. Every kind
    of space is a plain one.
    """
    return text if text.isprintable() else "".join(map(_literal, text))


def _literal(c: str) -> str:
    if c.isprintable() or c == ZERO_WIDTH_JOINER:
        return c
    return " " if unicodedata.category(c) == "Zs" else ascii(c)[1:-1]


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names by id, made harmless; with the id behind them where two would look alike."""
    shown = {one: literal(name) for one, name in names.items()}
    with_id: set[str] = set()
    # An id in brackets may make a name look like one that already ended so.
    while alike := _alike(shown) - with_id:
        with_id |= alike
        shown |= {one: f"{literal(names[one])} ({one})" for one in alike}
    return shown


def _alike(shown: Mapping[str, str]) -> set[str]:
    often = Counter(name.casefold() for name in shown.values())
    return {one for one, name in shown.items() if often[name.casefold()] > 1}
