"""Pages that need no other file and no network: templates, styles and scripts put into one text.

Every value that a template writes is made harmless twice: what is no visible character becomes an
escape (see `literal`), and what HTML would take for more than text is escaped by autoescape.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from arena.texts import literal


def page(template: str, **values: object) -> bytes:
    """The page in UTF-8."""
    return _environment().get_template(template).render(values).encode()


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_harmless,
    )


def _harmless(value: object) -> object:
    """What is written for a value. Markup was made from harmless parts by a template itself."""
    return literal(value) if isinstance(value, str) and not isinstance(value, Markup) else value
