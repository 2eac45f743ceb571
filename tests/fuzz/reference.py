"""What a line of a bot means, told a second time: a JSON reader of its own, by RFC 8259.

Slow and plain on purpose, and built in another way than what it is compared with.
"""

import re
from typing import Any

DEEPEST = 32
LONGEST_NOTE = 500

_SPACE = " \t\n\r"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS = {"true": True, "false": False, "null": None}


class Wrong(Exception):
    """The text is not what it should be."""


class Reader:
    """Reads one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def only_value(self) -> Any:
        """The one value that the text is."""
        value = self._value(0)
        self._skip()
        if self._at < len(self._text):
            raise Wrong("more than one value")
        return value

    def _skip(self) -> None:
        while self._text[self._at : self._at + 1] and self._text[self._at] in _SPACE:
            self._at += 1

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _expect(self, sign: str) -> None:
        if self._next() != sign:
            raise Wrong(f"no {sign}")
        self._at += 1

    def _value(self, depth: int) -> Any:
        self._skip()
        sign = self._next()
        if sign in ("{", "["):
            if depth == DEEPEST:
                raise Wrong("too deep")
            return self._object(depth + 1) if sign == "{" else self._list(depth + 1)
        if sign == '"':
            return self._string()
        for word, value in _WORDS.items():
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return value
        return self._number()

    def _object(self, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        self._expect("{")
        self._skip()
        if self._next() == "}":
            self._at += 1
            return members
        while True:
            self._skip()
            key = self._string()
            self._skip()
            self._expect(":")
            if key in members:
                raise Wrong("twice")
            members[key] = self._value(depth)
            self._skip()
            if self._next() != ",":
                self._expect("}")
                return members
            self._at += 1

    def _list(self, depth: int) -> list[Any]:
        items: list[Any] = []
        self._expect("[")
        self._skip()
        if self._next() == "]":
            self._at += 1
            return items
        while True:
            items.append(self._value(depth))
            self._skip()
            if self._next() != ",":
                self._expect("]")
                return items
            self._at += 1

    def _string(self) -> str:
        self._expect('"')
        found: list[str] = []
        while (sign := self._next()) != '"':
            if not sign or sign < " ":
                raise Wrong("an open string")
            self._at += 1
            found.append(self._escape() if sign == "\\" else sign)
        self._at += 1
        # Two halves written as escapes are one character.
        text = "".join(found).encode("utf-16-le", "surrogatepass")
        try:
            return text.decode("utf-16-le")
        except UnicodeDecodeError:
            raise Wrong("half a character") from None

    def _escape(self) -> str:
        sign = self._next()
        self._at += 1
        if sign == "u":
            digits = self._text[self._at : self._at + 4]
            if not re.fullmatch("[0-9a-fA-F]{4}", digits):
                raise Wrong("no digits")
            self._at += 4
            return chr(int(digits, 16))
        if sign not in _ESCAPES or not sign:
            raise Wrong("no such escape")
        return _ESCAPES[sign]

    def _number(self) -> Any:
        found = _NUMBER.match(self._text, self._at)
        if not found:
            raise Wrong("no value")
        self._at = found.end()
        return float(found[0]) if found[1] or found[2] else int(found[0])


def reply(line: bytes) -> tuple[int, str, str | None] | None:
    """The id, action and note in a line; None where it is no reply."""
    try:
        value = Reader(line.decode("utf-8", "strict")).only_value()
    except (Wrong, UnicodeDecodeError):
        return None
    if not isinstance(value, dict):
        return None
    number, action, note = value.get("id"), value.get("action"), value.get("note")
    if type(number) is not int or not 0 <= number < 2**53 or not isinstance(action, str):
        return None
    if note is not None and not (isinstance(note, str) and len(note) <= LONGEST_NOTE):
        return None
    return number, action, note
