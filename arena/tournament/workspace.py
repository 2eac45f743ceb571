"""Where a league's files are: tournaments/, bots/ and leaderboards/ side by side."""

from pathlib import Path

from arena.errors import ArenaError

LEADERBOARDS = "leaderboards"
TOURNAMENTS = "tournaments"


def leaderboards_for(file: Path) -> Path:
    """Where the results of a tournament file go, wherever the command is given.

    The folder `leaderboards` beside the folder `tournaments` that the file is in, else beside the
    file.
    """
    folder = file.resolve().parent
    root = folder.parent if folder.name == TOURNAMENTS else folder
    return root / LEADERBOARDS


def find_leaderboards() -> Path:
    """The folder `leaderboards` here or above. ArenaError if there is none."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / LEADERBOARDS).is_dir():
            return folder / LEADERBOARDS
    raise ArenaError(
        f"no folder {LEADERBOARDS}/ in {here} or above it: give the command inside the league's "
        "folder, or run a tournament first"
    )


def results_of(name: str) -> Path:
    """The folder with the results of the tournament of that name.

    ArenaError, naming those there are, if there is none.
    """
    boards = find_leaderboards()
    known = sorted(path.parent.name for path in boards.glob("*/ledger.sqlite3"))
    if name not in known:
        there = f"there are {', '.join(known)}" if known else "none has been run yet"
        raise ArenaError(f"{boards}: no tournament {name!r}; {there}")
    return boards / name


def newest_results() -> Path:
    """The results folder of the tournament that was played last. ArenaError if there is none."""
    boards = find_leaderboards()
    ledgers = sorted(boards.glob("*/ledger.sqlite3"), key=lambda path: path.stat().st_mtime)
    if not ledgers:
        raise ArenaError(f"{boards}: no tournament has been run yet")
    return ledgers[-1].parent
