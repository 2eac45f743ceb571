"""Unquoted values: only those that every YAML reader takes for the same thing.

YAML 1.1 and 1.2 disagree about many words and numbers (`no`, `010`, `1:30`, `1e3`). None of them is
guessed at: they are refused with the two ways of writing what may be meant.
"""

import re

import yaml

_WORDS = {"true": True, "false": False, "null": None}
_WHOLE = re.compile(r"0|-?[1-9][0-9]*")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_MOST_DIGITS = 40

_BOOLEAN = re.compile(r"(?i:y|n|yes|no|on|off|true|false)")
_NULL = re.compile(r"~|(?i:null)")
_BASE_60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_NOT_FINITE = re.compile(r"[-+]?\.?(?i:inf|nan)")
_NUMBER = re.compile(
    r"[-+]?(?:0[xob][0-9a-fA-F_]+|(?:\.[0-9]|[0-9])[0-9_]*\.?[0-9_]*(?:[eE][-+]?[0-9]+)?)"
)
_RESOLVERS = yaml.CSafeLoader.yaml_implicit_resolvers


class Ambiguous(Exception):
    """A value that readers of YAML take for different things; the text says what to write."""


def scalar(text: str) -> str | int | float | bool | None:
    """The value of an unquoted scalar. Raises Ambiguous."""
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
        if len(text) > _MOST_DIGITS:
            raise Ambiguous(f"a number of {len(text)} digits; at most {_MOST_DIGITS}")
        return float(text) if "." in text else int(text)
    if said := _trap(text):
        raise Ambiguous(said)
    return text


def _trap(text: str) -> str | None:
    quoted = f'quote this if it is text: "{text}"'
    if not text:
        return "no value; give one, or leave the key out"
    if _NULL.fullmatch(text):
        return f"`{text}` may mean nothing or be text; write null, or {quoted}"
    if _BOOLEAN.fullmatch(text):
        return f"`{text}` is a truth value to some YAML readers; write true or false, or {quoted}"
    if _BASE_60.fullmatch(text):
        return f"`{text}` is a number to base 60 to some YAML readers; write seconds, or {quoted}"
    if _NOT_FINITE.fullmatch(text):
        return f"`{text}` is no number to count with; {quoted}"
    if _NUMBER.fullmatch(text):
        return (
            f"`{text}` is a different number, or text, to different YAML readers; write the number "
            f"out (no leading 0 or +, no _, no exponent), or {quoted}"
        )
    tags = (tag for tag, pattern in _RESOLVERS.get(text[0], ()) if pattern.match(text))
    kind = next(tags, None)
    return None if kind is None else f"`{text}` has a meaning of its own in YAML; {quoted}"
