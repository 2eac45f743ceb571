"""The program that becomes the bot: what it does on the way, and how it ends where it cannot."""

from __future__ import annotations

import os
import resource
import struct
import subprocess
import tempfile
from pathlib import Path

import pytest

from sandbox import SandboxError
from sandbox.entry import CALLS, GATE, MARK, build_entry
from tests.sandbox import arm

ENV = {"PATH": "/usr/bin:/bin", "WORD": "a=b c"}


def enter(
    folder: Path,
    words: list[str],
    rlimits: dict[str, tuple[int, int]] | None = None,
    uid: int | None = None,
    gate: bytes = GATE,
    user: int | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run it, as another user if one is given."""
    entry = folder / "entry"
    entry.write_bytes(build_entry(words[0], rlimits or {}, ENV, uid))
    entry.chmod(0o755)
    command = [str(entry), MARK, *words]
    return subprocess.run(command, input=gate, capture_output=True, timeout=20, user=user)


def test_says_that_it_is_ready_and_becomes_the_program(tmp_path: Path) -> None:
    ran = enter(tmp_path, ["printenv"])
    assert ran.stdout == GATE + b"PATH=/usr/bin:/bin\nWORD=a=b c\n"
    assert (ran.stderr, ran.returncode) == (b"", 0)


def test_hands_on_every_word(tmp_path: Path) -> None:
    words = ["/usr/bin/printf", "%s|", "", "two words", "ü"]
    assert enter(tmp_path, words).stdout == GATE + "|two words|ü|".encode()


def test_takes_one_line_of_the_input(tmp_path: Path) -> None:
    assert enter(tmp_path, ["cat"], gate=GATE + b"hello\n").stdout == GATE + b"hello\n"


def test_a_gate_that_never_opens(tmp_path: Path) -> None:
    ran = enter(tmp_path, ["printenv"], gate=b"")
    assert (ran.stdout, ran.returncode) == (GATE, 125)


@pytest.mark.parametrize(
    ("word", "code"), [("/no/program", 127), ("no-program", 127), ("/etc/hostname", 126)]
)
def test_programs_that_cannot_be_run(tmp_path: Path, word: str, code: int) -> None:
    ran = enter(tmp_path, [word])
    assert (ran.stdout, ran.returncode) == (GATE, code)
    assert ran.stderr.startswith(word.encode() + b": ")


def test_takes_its_output_by_another_number(tmp_path: Path) -> None:
    source, sink = os.pipe()
    entry = tmp_path / "entry"
    entry.write_bytes(build_entry("ls", {}, ENV, None, stdout=sink))
    entry.chmod(0o755)
    subprocess.run([entry, MARK, "ls", "/proc/self/fd"], input=GATE, pass_fds=[sink], timeout=20)
    os.close(sink)
    with os.fdopen(source, "rb") as said:
        assert said.read() == GATE + b"0\n1\n2\n3\n"


def test_limits(tmp_path: Path) -> None:
    ran = enter(tmp_path, ["cat", "/proc/self/limits"], {"nofile": (20, 30), "core": (0, 0)})
    rows = {line[:26].strip(): line[26:].split()[:2] for line in ran.stdout.decode().splitlines()}
    assert rows["Max open files"] == ["20", "30"]
    assert rows["Max core file size"] == ["0", "0"]


def test_a_limit_that_cannot_be_set_is_the_end(tmp_path: Path) -> None:
    ran = enter(tmp_path, ["printenv"], {"nofile": (31, 30)})
    assert (ran.stdout, ran.returncode) == (b"", 125)
    assert ran.stderr == b"limits: the kernel refused to set them\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_becomes_a_user_without_rights(tmp_path: Path) -> None:
    ran = enter(tmp_path, ["cat", "/proc/self/status"], uid=58_000)
    rows = dict(line.split(":", 1) for line in ran.stdout.decode().splitlines() if ":" in line)
    assert rows["Uid"].split() == rows["Gid"].split() == ["58000"] * 4
    assert rows["Groups"].split() == []
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(rows[name], 16) == 0
    assert rows["NoNewPrivs"].strip() == "1"


def test_nobody_else_does() -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        ran = enter(folder, ["printenv"], uid=58_000, user=57_000 if os.geteuid() == 0 else None)
    assert (ran.stdout, ran.returncode) == (b"", 125)
    assert ran.stderr == b"groups: the kernel refused to set it\n"


def test_the_same_steps_on_the_other_machine() -> None:
    names = {numbers[1]: name for name, numbers in CALLS.items()}
    file = build_entry("bot", {"nofile": (20, 30)}, {"PATH": "/a:/b"}, 58_000, machine="aarch64")

    def text(address: int) -> bytes:
        return file[address - 0x400000 :].split(b"\0", 1)[0]

    def answer(number: int, _arguments: list[int]) -> int:
        return {"execve": -2, "faccessat": -2, "read": 1, "prctl": -22}.get(names[number], 0)

    said = [(names[number], values) for number, values in arm.run(file, answer)]
    # Its first refused step that matters is `no_new_privs`.
    assert [name for name, _ in said[:64]] == ["prctl"] * 64
    assert [name for name, _ in said[64:]] == [
        "setgroups", "setresgid", "setresuid", "capset", "prctl", "write", "exit",
    ]  # fmt: skip

    said = [
        (names[number], values)
        for number, values in arm.run(file, lambda n, a: 0 if names[n] == "prctl" else answer(n, a))
    ]
    after = dict(said[64:])
    assert after["setresuid"][:3] == [58_000] * 3
    assert after["prctl"] == [38, 1, 0, 0, 0]
    _, number, pair, *_ = after["prlimit64"]
    assert number == resource.RLIMIT_NOFILE
    assert struct.unpack_from("<QQ", file, pair - 0x400000) == (20, 30)
    tried = [(text(values[0]), values[1]) for name, values in said if name == "execve"]
    assert tried == [(b"/a/bot", arm.STACK + 24), (b"/b/bot", arm.STACK + 24)]
    assert (said[-1][0], said[-1][1][0]) == ("exit", 127)


def test_other_machines_are_refused() -> None:
    with pytest.raises(SandboxError, match="riscv64"):
        build_entry("bot", {}, {}, None, machine="riscv64")
