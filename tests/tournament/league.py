"""Small leagues in a folder of their own, for tests of whole runs."""

from pathlib import Path

from arena.tournament import Ended, Settings, Unwatched, run
from arena.tournament.workspace import leaderboards_for

BOT = """
from arena.sdk import Bot, run

class Limit(Bot):
    games = ["bank_dice"]

    def act(self, observation, legal):
        return "bank" if observation["bank"] >= {limit} else "stay"

run(Limit)
"""

FILE = """
seed: 7
games:
  - {game: bank_dice, players: 3, deals: 4, options: {rounds: 3}}
"""

NOW = 1_800_000_000.0
"""Every match ends at this time, as the date of the last match is published."""
FAST = Settings(jobs=2, level="none")


class League:
    """A folder with bots/ and tournaments/."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.bots = root / "bots"
        self.file = root / "tournaments" / "cup.yaml"
        self.boards = leaderboards_for(self.file)
        self.bots.mkdir(parents=True)
        self.file.parent.mkdir()
        self.write(FILE)

    def write(self, text: str) -> None:
        """The tournament file."""
        self.file.write_text(text, encoding="utf-8")

    def bot(self, name: str, source: str) -> Path:
        """A Python bot."""
        path = self.bots / f"{name}.py"
        path.write_text(source, encoding="utf-8")
        return path

    def limits(self, **limits: int) -> None:
        """A bot for each name that banks at its limit."""
        for name, limit in limits.items():
            self.bot(name, BOT.format(limit=limit))

    def run(self, settings: Settings = FAST) -> Ended:
        """Play what is missing."""
        return run(self.file, self.boards, settings, Unwatched(), lambda: NOW)

    def published(self) -> dict[str, bytes]:
        """The published files by name."""
        return {path.name: path.read_bytes() for path in self.boards.iterdir() if path.is_file()}
