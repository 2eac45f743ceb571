"""What a new workspace holds."""

import json
from collections.abc import Iterator
from pathlib import Path

from arena.errors import ArenaError
from arena.spec import schema
from arena.starters import write

RANDOM = '''"""Plays any game: each of the listed legal actions is as likely as any other."""

from arena.sdk import Bot, run


class Random(Bot):
    def act(self, observation, legal):
        return self.rng.choice(legal)


run(Random)
'''

WEEKLY = """\
# yaml-language-server: $schema=schema.json
#
#   arena run tournaments/weekly.yaml
#
# plays what has not been played yet and writes leaderboards/weekly.md and its companions.

title: Weekly league

bots:
  - ../bots

# Two players at a table, so that the two example bots are enough. With more bots, more seats are
# more fun; bank_or_bust_money needs at least three.
games:
  - {game: bank_dice, players: 2, deals: 32}
  - {game: bank_or_bust_numbers, players: 2, deals: 8}
  - {game: banking_benjamins, players: 2, deals: 8}
  # - {game: bank_or_bust_money, players: 3, deals: 8}

format: {type: round_robin, cycles: 1}
limits: {start_s: 10, move_s: 1, memory_mb: 512}
"""

README = """\
# A league of bots

    arena run tournaments/weekly.yaml    # plays what is missing, publishes leaderboards/weekly.md
    arena show weekly                    # the table again

- `bots/`: a file or a folder for each bot. `arena new NAME` writes another one.
- `tournaments/`: who plays what, and how often. Editors check these files by `schema.json`, which
  `arena schema` prints.
- `leaderboards/`: written by arena, never by hand.

To make a bot better: change a copy of it, and let `arena duel bots/copy.py bots/starter.py` tell
whether it helped. `arena check bots/copy.py` finds its mistakes, `arena play bank_dice starter`
lets you play against it, and `arena debug GAME_ID --seat K` shows a stored game again to it.
"""

IGNORED = """\
# The results themselves; the published pages beside them are worth keeping.
leaderboards/*/
__pycache__/
"""


def make(folder: Path) -> list[Path]:
    """Make the workspace; the files, in order. ArenaError where the folder is not empty."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise ArenaError(
                f"{folder} is not empty, and nothing is overwritten; name a new folder"
            )
        return sorted(_files(folder))
    except OSError as error:
        raise ArenaError(f"{error.filename or folder}: cannot be made: {error.strerror}") from None


def _files(folder: Path) -> Iterator[Path]:
    texts = {
        "README.md": README,
        ".gitignore": IGNORED,
        "bots/random_any.py": RANDOM,
        "leaderboards/.gitkeep": "",
        "tournaments/weekly.yaml": WEEKLY,
        "tournaments/schema.json": json.dumps(schema(), indent=1, ensure_ascii=False) + "\n",
    }
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        yield path
    yield from write("starter", "python", folder / "bots").files
