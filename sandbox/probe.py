"""Does a level really hold on this machine? Ask a process that is confined by it."""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .child import Child
from .landlock import OLDEST_ABI, landlock_abi
from .limits import LEVELS, Level, Limits, SandboxError, View
from .pipes import read_all, readable
from .programs import find_bwrap, real_root
from .seccomp import MACHINES
from .start import spawn
from .sweep import sweep

ANSWER_S = 20.0
PROBE_LIMITS = Limits(memory_mb=128)
NOT_HELD = "The sandbox does not hold here. Do not run bots you do not trust; report it, please"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: what it is, whether all is well, what was seen, what to do if not."""

    name: str
    ok: bool
    detail: str
    fix: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of a level."""

    level: Level
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether bots may be run at this level."""
        return all(check.ok for check in self.checks)

    @property
    def reason(self) -> str:
        """First thing that is wrong and its remedy, as one sentence; "" if all is well."""
        for check in self.checks:
            if not check.ok:
                return f"{check.name}: {check.detail}. {check.fix}".rstrip(" .")
        return ""


def probe(level: Level = "full") -> Report:
    """Start a probe in the real command line of a level and check all it must not be able to.

    Takes about as long as one start of Python; also removes left-overs of killed runs. Never
    raises for a level that cannot be had: the report says so. Level `none` promises nothing but
    a start and an end.
    """
    if level == "full" and sys.platform == "linux":
        sweep()
    folder = Path(tempfile.mkdtemp(prefix="arena-probe-"))
    try:
        folder.chmod(0o755)  # root's probe runs as another user
        script = folder / "inside.py"
        shutil.copyfile(Path(__file__).with_name("inside.py"), script)
        script.chmod(0o644)
        return Report(level, _run(level, folder))
    except SandboxError as error:
        return Report(level, (Check("start", False, str(error)),))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def checks() -> tuple[Report, ...]:
    """Everything `arena doctor` prints: each level with what it needs and what it proved."""
    return tuple(Report(level, (*_needs(level), *probe(level).checks)) for level in LEVELS)


def _run(level: Level, folder: Path) -> tuple[Check, ...]:
    python, prefixes = interpreter(level)
    asked = {"level": level, "memory_mb": PROBE_LIMITS.memory_mb, "tmp_mb": PROBE_LIMITS.tmp_mb}
    argv = [python, "-I", "-S", "inside.py", json.dumps(asked)]
    with spawn(argv, PROBE_LIMITS, View(folder, readable=prefixes), level) as child:
        if level == "none":
            return (Check("start", True, "a process can be started, limited and ended"),)
        if not readable(child.stdout, ANSWER_S, child.pidfd):
            return (Check("start", False, "the probe does not answer", NOT_HELD),)
        if not readable(child.stdout, 0.0):
            return (_silent(child),)
        said = os.read(child.stdout, 65536)
        if not said:
            return (_silent(child),)
        found: dict[str, tuple[bool, str]] = json.loads(said)
        seen = tuple(
            Check(name, ok, detail, "" if ok else NOT_HELD) for name, (ok, detail) in found.items()
        )
        return (*seen, _kernel_user(child))


def _silent(child: Child) -> Check:
    ended = child.wait(ANSWER_S)
    said = read_all(child.stderr, 0.1).decode(errors="replace").strip()
    return Check(
        "start",
        False,
        f"the probe ended at once ({ended.reason if ended else 'still running'}): {said}",
        f"Is {sys.executable} readable for other users?",
    )


def _kernel_user(child: Child) -> Check:
    """Seen from outside: inside, the number may be a mapped one."""
    status = Path(f"/proc/{child.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("Uid:"))
    uids = {int(part) for part in line.split()[1:]}
    ok = 0 not in uids or not real_root()
    return Check("user id in the kernel", ok, str(sorted(uids)), "" if ok else NOT_HELD)


def interpreter(level: Level) -> tuple[str, tuple[Path, ...]]:
    """A Python for probes, and the folders it needs.

    This process's own one, except where `partial` as root needs one that other users reach.
    """
    system = "/usr/bin/python3"
    if level == "partial" and real_root() and os.access(system, os.X_OK):
        return system, ()
    real = os.path.realpath(sys.executable)
    prefixes = {Path(real).parent.parent, Path(sys.base_prefix)}
    return real, tuple(path for path in sorted(prefixes) if not path.is_relative_to("/usr"))


def _needs(level: Level) -> tuple[Check, ...]:
    if level == "none":
        return ()
    machine = platform.machine()
    known = machine in MACHINES
    filters = Check(
        "machine",
        known,
        machine,
        "" if known else f"System call filters are known for {' and '.join(MACHINES)} only",
    )
    return (filters, _bubblewrap() if level == "full" else _landlock())


def _bubblewrap() -> Check:
    try:
        return Check("bubblewrap", True, find_bwrap())
    except SandboxError as error:
        return Check("bubblewrap", False, "not found", str(error))


def _landlock() -> Check:
    abi = landlock_abi() if sys.platform == "linux" else 0
    ok = abi >= OLDEST_ABI
    detail = f"version {abi} in Linux {platform.release()}"
    fix = "" if ok else "Use Linux 6.2 or later with `landlock` in /sys/kernel/security/lsm"
    return Check("Landlock", ok, detail, fix)
