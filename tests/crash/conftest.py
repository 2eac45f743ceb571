"""What the tests here share."""

import pytest

from tests.crash.harness import Disturbed


@pytest.fixture(scope="session")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Disturbed:
    """A league that nothing has disturbed."""
    league = Disturbed(tmp_path_factory.mktemp("calm") / "league", cycles=4)
    league.finish()
    return league
