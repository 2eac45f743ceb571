"""The bots of a tournament file: where they lie, and that none is meant twice."""

from glob import escape, has_magic
from os.path import normpath
from pathlib import Path

from arena.spec.complaints import Complaints, Place, shown
from arena.spec.document import Node
from arena.spec.model import BotEntry
from arena.spec.shape import BotShape


def check_bots(entries: Node | None, complaints: Complaints) -> None:
    """Complain about ids that stand twice, and paths that stand twice without ids of their own."""
    if entries is None or not isinstance(entries.value, list):
        return
    seen: dict[tuple[str, str], Place] = {}
    for entry in entries.value:
        path = entry.get("path") if isinstance(entry.value, dict) else entry
        own = entry.get("id")
        if own and isinstance(own.value, str):
            key, node, said = ("id", own.value.lower()), own, "ids must differ"
        elif path and isinstance(path.value, str):
            key, node = ("path", normpath(path.value)), path
            said = "leave it out, or give it an id of its own: {path: …, id: …}"
        else:
            continue
        first = seen.setdefault(key, node.place)
        if first != node.place:
            what = f"{shown(node.value)} stands on line {first.line} already"
            complaints.add(node.place, f"`{key[0]}`: {what}; {said}")


def bot_entry(bot: BotShape, folder: Path) -> BotEntry:
    """The entry with its path below the folder of the tournament file."""
    below = Path(escape(str(folder))) if has_magic(bot.path) else folder
    literal = folder / bot.path
    return BotEntry(literal if literal.exists() else below / bot.path, bot.id, bot.name)
