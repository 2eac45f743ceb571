"""A machine that cannot run bots as asked is refused before anything starts."""

import pytest

from arena.bots import confined
from arena.errors import ArenaError


def test_full_confinement_holds_here() -> None:
    confined.require("full")


def test_an_interpreter_that_bots_cannot_run_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "python", lambda: "/bin/false")
    with pytest.raises(ArenaError, match="/bin/false does not run there"):
        confined.require("full")
