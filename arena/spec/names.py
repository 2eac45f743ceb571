"""What ids and names may look like: ids name files, names are shown to people."""

import re
import unicodedata

from wcwidth import wcswidth

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_PUBLISHED = (".md", ".csv", ".json", ".html")
_WIDEST = 40
_WIDEST_TITLE = 100
_JOINER = "\u200d"
"""Zero width joiner: family and flag emoji are made with it."""


def id_complaint(text: str) -> str | None:
    """What is wrong with an id, None where nothing is. Ids stand in files' names and in tables."""
    if ID.fullmatch(text):
        return None
    return "not an id: 1 to 32 of A-Z a-z 0-9 _ . - that begin with a letter or digit"


def tournament_complaint(text: str) -> str | None:
    """What is wrong with a tournament's id: `ID.md` and the folder `ID` must be free for it."""
    if said := id_complaint(text):
        return said
    for suffix in _PUBLISHED:
        if text.lower().endswith(suffix):
            return f"ends like a published file; leave out {suffix!r}"
    return None


def name_complaint(text: str, *, widest: int = _WIDEST) -> str | None:
    """What is wrong with a name for people, None where nothing is."""
    if not text.strip():
        return "empty; give a name, or leave the key out"
    if hidden := next((c for c in text if not _visible(c)), None):
        return f"holds {hidden!r}, which cannot be seen; remove it"
    if (width := wcswidth(text)) > widest:
        return f"{width} columns wide; at most {widest}"
    return None


def title_complaint(text: str) -> str | None:
    """What is wrong with a tournament's title, None where nothing is."""
    return name_complaint(text, widest=_WIDEST_TITLE)


def tidy(text: str) -> str:
    """A name in its one normal form, without blanks around it."""
    return unicodedata.normalize("NFC", text.strip())


def _visible(character: str) -> bool:
    category = unicodedata.category(character)
    return character == _JOINER or category not in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
