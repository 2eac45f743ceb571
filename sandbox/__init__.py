r"""Confine one untrusted process: no network, no files but its own, bounded memory, sure death.

    with spawn(["./bot"], Limits(memory_mb=256), View(folder)) as child:
        os.write(child.stdin, b"hello\n")
        ...
    print(child.wait())

Levels: `full` puts the process into a world of its own (bubblewrap: own mounts, processes and
network) behind a system call filter; `partial` keeps it in the host's world but takes away its
rights (Landlock and the same filter); `none` only limits it. `probe` proves that a level holds
on this machine, `checks` says what each level lacks here and how to get it.

Standard library only; knows nothing about what the process is for.
"""

from .child import Child
from .limits import LEVELS, Exit, Level, Limits, Reason, SandboxError, Usage, View
from .probe import Check, Report, checks, probe
from .start import Program, spawn, spawn_all
from .sweep import sweep

__all__ = [
    "LEVELS",
    "Check",
    "Child",
    "Exit",
    "Level",
    "Limits",
    "Program",
    "Reason",
    "Report",
    "SandboxError",
    "Usage",
    "View",
    "checks",
    "probe",
    "spawn",
    "spawn_all",
    "sweep",
]
