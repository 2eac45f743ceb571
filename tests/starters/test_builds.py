"""Builds, confined: what compilers need is there, and what they say reaches the author."""

from pathlib import Path

import pytest

from arena.bots.build import settings
from arena.bots.find import Wanted, find_bots
from arena.bots.process import Launch
from arena.bots.snapshot import prepare
from arena.referee.crew import ProcessCrew

LIMITS = {"start_s": 10.0, "move_s": 2.0, "game_s": None, "memory_mb": 512}


def built(folder: Path, manifest: str, **files: str) -> Launch:
    """A bot in a folder of its own, built at level full."""
    bot = folder / "bot"
    bot.mkdir()
    (bot / "bot.yaml").write_text(manifest)
    for name, text in files.items():
        (bot / name.replace("__", ".")).write_text(text)
    ((found,), _) = find_bots([Wanted(bot)])
    return prepare(found, folder / "store", "full", 512, 1)


def start_fault(launch: Launch) -> str:
    with ProcessCrew([launch], "full", LIMITS, None) as crew:
        fault = crew.fault(0)
    assert fault is not None
    assert fault.kind == "start"
    return fault.detail


def test_a_failed_build_is_told_by_the_referee(tmp_path: Path) -> None:
    manifest = "build: [gcc, -o, bot, bot.c]\ncommand: [./bot]\n"
    launch = built(tmp_path, manifest, bot__c='#error "50% \\n off"\n')
    assert (launch.folder / "build-failed").exists()
    told = start_fault(launch)
    assert "gcc ended with exit status 1" in told
    assert '"50% \\n off"' in (launch.folder / "build.log").read_text()


@pytest.mark.parametrize("commands", ["[sh, -c, 'exit 3']", "[[touch, a], [sh, -c, 'exit 3']]"])
def test_the_status_of_a_failed_build(tmp_path: Path, commands: str) -> None:
    launch = built(tmp_path, f"build: {commands}\ncommand: [./bot]\n")
    assert "sh ended with exit status 3" in start_fault(launch)


def test_what_stands_outside_usr_is_java_s_alone() -> None:
    assert all(path.match("/etc/java-*-openjdk") for path in settings())
