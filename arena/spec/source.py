"""From a file to its text: strict about what is text at all."""

import re
from pathlib import Path

from arena.errors import ArenaError
from arena.spec.complaints import Complaints, Place

MAX_BYTES = 256 * 1024

_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_NOT_TEXT = re.compile("[^\t\n -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_source(path: Path) -> str:
    """The text of a YAML file, line ends as `\\n`, without a byte order mark.

    Raises ArenaError where it cannot be read, is too large, is not UTF-8 or holds tabs or control
    characters.
    """
    raw = _bytes(path)
    complaints = Complaints(path)
    if raw.startswith(_UTF16):
        complaints.add(Place(1, 1), "this file is UTF-16; save it as UTF-8")
        raise complaints.error()
    if b"\0" in raw:
        said = "a NUL byte: this is no text file, or it is UTF-16; save it as UTF-8"
        complaints.add(_byte_place(raw, raw.index(b"\0")), said)
        raise complaints.error()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        complaints.add(
            _byte_place(raw, error.start),
            f"byte 0x{raw[error.start]:02x} is not UTF-8; save the file as UTF-8",
        )
        raise complaints.error() from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        _check_line(complaints, number, line)
    complaints.check()
    return text


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        what = "a folder" if path.is_dir() else "not a file" if path.exists() else _missing(path)
        raise ArenaError(f"{path}: {what}")
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ArenaError(f"{path}: cannot be read: {error.strerror}") from None
    if len(raw) > MAX_BYTES:
        raise ArenaError(f"{path}: larger than {MAX_BYTES // 1024} KB; is this the right file?")
    return raw


def _missing(path: Path) -> str:
    there = [path.with_name(path.name + suffix) for suffix in (".yaml", ".yml")]
    hint = next((f"; did you mean {other}?" for other in there if other.is_file()), "")
    return f"there is no such file{hint}"


def _check_line(complaints: Complaints, number: int, line: str) -> None:
    if found := _NOT_TEXT.search(line):
        said = f"the control character {found[0]!r}; remove it"
        complaints.add(Place(number, found.start() + 1), said)
    # A tab in a comment does no harm; anywhere else YAML readers differ about it.
    elif (column := line.partition("#")[0].find("\t")) >= 0:
        complaints.add(Place(number, column + 1), "a tab; use spaces, YAML indents by spaces only")


def _byte_place(raw: bytes, position: int) -> Place:
    before = raw[:position].decode("utf-8-sig", "replace")
    before = before.replace("\r\n", "\n").replace("\r", "\n")
    return Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
