"""Builds: several processes and a writable folder, otherwise as confined as bots."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sandbox import Level, Limits, View, spawn, tree
from tests.sandbox.play import read_until

BUILD_LIMITS = Limits(memory_mb=256, processes=16, open_files=128, file_mb=8, tmp_mb=16)
SCRIPT = """
set -e
mkdir -p out/deep
echo "int" > out/deep/source
cp out/deep/source "$TMPDIR/copy" && mv "$TMPDIR/copy" out/result
chmod 755 out/result
(cat /etc/passwd || echo no passwd) 2>/dev/null
(echo x > /usr/x || echo no usr) 2>/dev/null
ls -A "$TMPDIR"
ln -s /etc/passwd out/link
echo built
"""


@pytest.fixture
def after_build() -> list[str]:
    """Names in /tmp that were there before."""
    return [path.name for path in Path("/tmp").iterdir()]


@pytest.mark.parametrize("level", ["full", "partial"])
def test_a_build_writes_its_folder_only(level: Level, box: Path, after_build: list[str]) -> None:
    argv = ["sh", "-c", SCRIPT]
    with spawn(argv, BUILD_LIMITS, View(box, "code", writable=True), level) as child:
        said = read_until(child.stdout, b"built\n", 20.0, child.pidfd).decode()
        ended = child.wait(20.0)
    assert said.splitlines() == ["no passwd", "no usr", "built"]
    assert ended is not None
    assert (ended.reason, ended.code) == ("exited", 0)
    result = box / "code" / "out" / "result"
    assert result.read_text() == "int\n"
    assert stat.S_IMODE(result.stat().st_mode) == 0o755
    for path in (box, *box.rglob("*")):  # as root it was another user's meanwhile
        assert path.lstat().st_uid == os.geteuid()
    new = {path.name for path in Path("/tmp").iterdir()} - set(after_build)
    assert not [name for name in new if name.startswith("arena-build-")]


@pytest.mark.parametrize("level", ["full", "partial"])
def test_a_set_user_id_file_does_not_survive_root(level: Level, box: Path) -> None:
    argv = ["sh", "-c", "cp /usr/bin/true evil && chmod 4755 evil; echo done"]
    with spawn(argv, BUILD_LIMITS, View(box, writable=True), level) as child:
        assert read_until(child.stdout, b"done\n", 20.0, child.pidfd) == b"done\n"
    if os.geteuid() == 0:
        assert not (box / "evil").stat().st_mode & stat.S_ISUID


def test_links_are_not_followed_when_owners_change(box: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("")
    (box / "link").symlink_to(victim)
    (box / "folder").symlink_to(tmp_path)
    before = victim.stat()
    uid = 58_000 if os.geteuid() == 0 else os.geteuid()
    tree.give_tree(box, uid, os.getegid())
    assert (box / "link").lstat().st_uid == uid
    assert victim.stat() == before
    assert tmp_path.stat().st_uid == os.geteuid()
    tree.give_tree(box, os.geteuid(), os.getegid())
