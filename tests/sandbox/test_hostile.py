"""Hostile bots, one vice each, as root and as a plain user, next to an honest bot."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.sandbox.conftest import USERS
from tests.sandbox.vices import VICES

CASES = [
    pytest.param(user, level, name, id=f"{user}-{level}-{name}")
    for user in USERS
    for level in ("full", "partial")
    for name, vice in VICES.items()
    if level == "full" or not vice.full_only
]
Reports = Callable[[str, str], Any]


@pytest.mark.parametrize(("user", "level", "name"), CASES)
def test_vice_does_no_harm(user: str, level: str, name: str, hostile_reports: Reports) -> None:
    report = hostile_reports(user, level)[name]
    assert [line for line in report["said"] if line.startswith("BROKE")] == []
    assert report["left"] == []
    assert report["files_same"]
    assert report["visitors"] == 0
    assert report["honest"]
    assert report["peak_kb"] < 160 * 1024
    assert report["exit"] is not None
    assert report["kill_s"] < 1.0


@pytest.mark.parametrize(("user", "level", "name"), CASES)
def test_vice_was_tried(user: str, level: str, name: str, hostile_reports: Reports) -> None:
    """A program that stumbled over its own mistake proves nothing."""
    report = hostile_reports(user, level)[name]
    if name not in ("kill everybody", "memory, heap"):
        assert "done" in report["said"], report
    if name not in ("set-user-id program", "deep recursion"):
        assert report["errors"] == ""


@pytest.mark.parametrize("level", ["full", "partial"])
@pytest.mark.parametrize("user", USERS)
def test_reasons(user: str, level: str, hostile_reports: Reports) -> None:
    reports = hostile_reports(user, level)

    def ended(name: str) -> Any:
        return reports[name]["exit"]

    assert ended("CPU without end")["reason"] == "cpu"
    assert ended("deaf")["reason"] == "killed"
    assert ended("stopping itself")["reason"] == "killed"
    assert ended("flood of output")["reason"] == "killed"
    assert ended("old system calls")["signal"] == signal.SIGSYS
    assert ended("memory, heap")["max_rss_kb"] > 80 * 1024
