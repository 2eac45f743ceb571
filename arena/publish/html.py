"""NAME.html: the leaderboard as one page, and beside it pages of the games that tell most."""

from collections.abc import Mapping

from arena.errors import ArenaError
from arena.publish import REPLAYS
from arena.publish.pages.leaderboard import leaderboard_page
from arena.publish.pages.replay import replay_page
from arena.replay import replay_of
from arena.standings import Standings


def render(standings: Standings) -> Mapping[str, bytes]:
    """The page, and `NAME/replays/ID.html` for each telling game whose record was kept."""
    replays = _replays(standings)
    files = {
        f"{standings.tournament}/{REPLAYS}/{game}.html": content
        for game, content in replays.items()
    }
    page = leaderboard_page(standings, replays)
    return {f"{standings.tournament}.html": page, **files}


def _replays(standings: Standings) -> dict[str, bytes]:
    """The pages by the ids of their games.

    Games of other rules than today's have none, as they cannot be played again.
    """
    names = {row.id: row.name for row in standings.overall}
    pages: dict[str, bytes] = {}
    for told in standings.chronicle.telling if standings.chronicle else ():
        try:
            replay = replay_of(told.recorded, names)
        except ArenaError:
            continue
        back = f"../../{standings.tournament}.html"
        pages[told.recorded.result.id] = replay_page(replay, back=(back, standings.title))
    return pages
