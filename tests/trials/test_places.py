"""Folders, disks, users, languages: where a league runs must not matter, or is told at once."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.tournament import Settings
from sandbox import Level
from tests.tournament.league import League

DATE = {"SOURCE_DATE_EPOCH": "1800000000"}
REPOSITORY = Path(__file__).parents[2]


def small(root: Path) -> League:
    """Two bots and one match."""
    league = League(root)
    league.write(
        "seed: 7\ngames: [{game: bank_dice, players: 2, deals: 2, options: {rounds: 2}}]\n"
    )
    league.limits(a=20, b=60)
    return league


def arena(
    file: Path | str,
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    before: str = "",
    python: str = sys.executable,
) -> subprocess.CompletedProcess[str]:
    """`arena run` of a file, unconfined, as a shell would start it; `before`: words before it."""
    return subprocess.run(
        [*before.split(), python, "-m", "arena", "run", str(file), "--sandbox", "none"],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **DATE, **(env or {})},
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
    )


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a league publishes in an ordinary place."""
    league = small(tmp_path_factory.mktemp("plain") / "league")
    assert arena(league.file, cwd=league.root).returncode == 0
    return league.published()


@pytest.mark.parametrize("where", ["the league's folder", "the file's", "another"])
def test_blanks_and_accents_in_folders_and_files(
    tmp_path: Path, where: str, plain: dict[str, bytes]
) -> None:
    league = small(tmp_path / "Área de Trabalho" / "my [arena] é日本")
    (league.bots / "b.py").rename(league.bots / "mein böt.py")
    league.limits(b=60)
    cwd = {"the league's folder": league.root, "the file's": league.file.parent}.get(
        where, tmp_path
    )
    done = arena(os.path.relpath(league.file, cwd), cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert league.published().keys() == plain.keys()
    assert "mein böt" in (league.boards / "cup.md").read_text(encoding="utf-8")


POSIX = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    "env",
    [
        POSIX,
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TERM": "dumb"},
        {"PYTHONIOENCODING": "latin-1"},
        {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
        {"LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1"},
        {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati"},
        {"PYTHONHASHSEED": "2", "COLUMNS": "20"},
    ],
)
def test_languages_and_terminals_change_no_published_byte(
    tmp_path: Path, env: dict[str, str], plain: dict[str, bytes]
) -> None:
    league = small(tmp_path / "league")
    done = arena(league.file, cwd=league.root, env=env)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout + done.stderr
    assert league.published() == plain


def test_names_that_a_terminal_cannot_show_stop_nothing(tmp_path: Path) -> None:
    league = small(tmp_path / "league")
    league.write("title: 日本リーグ\n" + league.file.read_text())
    (league.bots / "a.py").rename(league.bots / "日本語🤖.py")
    published = []
    for env in (POSIX, {"LC_ALL": "C.UTF-8"}):
        done = arena(league.file, cwd=league.root, env=env)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
        published.append(league.published())
    assert published[0] == published[1]
    assert "日本語🤖" in published[0]["cup.md"].decode()


def test_a_file_name_cannot_give_orders_to_the_terminal(tmp_path: Path) -> None:
    league = small(tmp_path / "league")
    (league.bots / "x\x1b[31m.py").write_text("")
    done = arena(league.file, cwd=league.root)
    assert done.returncode == 2
    assert "x\\x1b[31m.py: the file is empty" in done.stderr


@pytest.mark.parametrize("level", ["full", "none"])
def test_bots_run_whatever_our_umask_says(tmp_path: Path, level: Level) -> None:
    league = small(tmp_path / "league")
    (league.bots / "b.py").rename(league.root / "b.py")
    folder = league.bots / "b"
    folder.mkdir()
    (folder / "bot.yaml").write_text(
        'build: [sh, -c, "umask 077 && mkdir made && cp bot.py made/bot.py"]\n'
        "command: [python, made/bot.py]\n"
    )
    (league.root / "b.py").rename(folder / "bot.py")
    before = os.umask(0o077)
    try:
        ended = league.run(Settings(jobs=1, level=level))
    finally:
        os.umask(before)
    assert not any(any(row.faults.values()) for row in ended.standings.overall)


def test_leaderboards_that_is_a_file_is_refused(tmp_path: Path) -> None:
    league = small(tmp_path / "league")
    league.boards.write_text("mine")
    done = arena(league.file, cwd=league.root)
    assert done.returncode == 2
    assert str(league.boards) in done.stderr
    assert "Traceback" not in done.stderr
    assert league.boards.read_text() == "mine"


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs to mount file systems")


def script(text: str, league: League) -> subprocess.CompletedProcess[str]:
    """A shell script in a mount namespace of its own; RUN plays the league."""
    run = f"'{sys.executable}' -m arena run '{league.file}' --sandbox none --jobs 1"
    boards = f"'{league.boards}'"
    league.boards.mkdir(exist_ok=True)
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", text.replace("RUN", run).replace("BOARDS", boards)],
        cwd=league.root,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), **DATE},
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_leaderboards_that_cannot_be_written_are_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    league = small(tmp_path / "league")
    if os.geteuid() == 0:
        done = script("mount -t tmpfs -o ro none BOARDS && RUN", league)
    else:
        league.boards.mkdir()
        league.boards.chmod(0o555)
        done = arena(league.file, cwd=league.root)
    assert done.returncode == 2, done.stderr
    assert "cannot be written" in done.stderr or "Read-only" in done.stderr
    assert len(done.stderr.splitlines()) == 1


FULL = """
mount -t tmpfs -o size=2m none BOARDS || exit 9
dd if=/dev/zero of=BOARDS/ballast bs=1k count=1600 2>/dev/null
RUN; echo "first: $?"
rm BOARDS/ballast
RUN; echo "second: $?"
RUN; echo "third: $?"
cp BOARDS/cup.json .
"""


@as_root
@pytest.mark.timeout(240)
def test_a_full_disk_loses_nothing_and_the_same_command_goes_on(tmp_path: Path) -> None:
    text = (
        "seed: 7\nformat: {type: round_robin, cycles: 10}\n"
        "games: [{game: bank_dice, players: 2, deals: 128, options: {rounds: 8}}]\n"
    )
    league = small(tmp_path / "league")
    league.write(text)
    done = script(FULL, league)
    assert "first: 2" in done.stdout, done.stdout + done.stderr
    assert "no space left" in done.stderr.lower()
    assert "Traceback" not in done.stderr
    assert "second: 0" in done.stdout, done.stderr
    assert "third: 0" in done.stdout
    assert "nothing was left to play" in done.stderr
    calm = small(tmp_path / "calm")
    calm.write(text)
    assert arena(calm.file, cwd=calm.root).returncode == 0
    assert (league.root / "cup.json").read_bytes() == (calm.boards / "cup.json").read_bytes()


AS_NOBODY = """
mount --bind "$INSTALLED" "$HOME/installed"
exec setpriv --reuid 65534 --regid 65534 --clear-groups "$@"
"""


@contextmanager
def room_of_a_user() -> Iterator[tuple[Path, dict[str, Any]]]:
    """A plain user's folder, and how `arena` is started as that user.

    With a copy of the package and a view of those it needs, as others cannot read our folders.
    """
    room = Path("/var/tmp") / f"arena-user-{os.getpid()}"
    try:
        for package in ("arena", "sandbox"):
            shutil.copytree(REPOSITORY / package, room / "package" / package)
        (room / "installed").mkdir()
        (room / "as_nobody").write_text(AS_NOBODY)
        env = {
            "PYTHONPATH": f"{room / 'package'}:{room / 'installed'}",
            "HOME": str(room),
            "INSTALLED": sysconfig.get_path("purelib"),
        }
        before = f"unshare --mount sh -eu {room / 'as_nobody'}"
        yield room, {"env": env, "before": before, "python": python_for_all()}
    finally:
        shutil.rmtree(room, ignore_errors=True)


def python_for_all() -> str:
    """This Python, or the system's own of the same version, where others cannot reach this one."""
    mine = Path(sys.executable).resolve()
    if all(folder.stat().st_mode & 0o001 for folder in mine.parents):
        return str(mine)
    return f"/usr/bin/python3.{sys.version_info.minor}"


@as_root
def test_a_plain_user_can_run_a_league(plain: dict[str, bytes]) -> None:
    with room_of_a_user() as (room, user):
        league = small(room / "league")
        for path in (room, *room.rglob("*")):
            os.chown(path, 65534, 65534)
        done = arena(league.file, cwd=league.root, **user)
        assert done.returncode == 0, done.stderr
        assert league.published() == plain
        assert (league.boards / "cup.md").stat().st_uid == 65534


@as_root
def test_results_of_another_user_are_refused() -> None:
    with room_of_a_user() as (room, user):
        league = small(room / "league")
        assert arena(league.file, cwd=league.root).returncode == 0
        before = league.published()
        done = arena(league.file, cwd=league.root, **user)
        assert done.returncode == 2, done.stderr
        assert "Permission denied" in done.stderr or "cannot be written" in done.stderr
        assert "Traceback" not in done.stderr
        assert league.published() == before


def test_the_second_of_two_runs_is_refused_and_does_no_harm(tmp_path: Path) -> None:
    league = small(tmp_path / "league")
    league.bot("a", "import time\ntime.sleep(1.5)\n" + (league.bots / "a.py").read_text())
    command = [sys.executable, "-m", "arena", "run", str(league.file), "--sandbox", "none"]
    runs = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = [run.communicate(timeout=60)[1] for run in runs]
    assert sorted(run.returncode for run in runs) == [0, 2], said
    refused = said[0] if runs[0].returncode else said[1]
    winner = next(run.pid for run in runs if run.returncode == 0)
    assert f"another run is writing here (process {winner})" in refused
    assert arena(league.file, cwd=league.root).returncode == 0
