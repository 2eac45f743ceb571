"""Why a level cannot be had on this machine, and what exactly to change."""

from __future__ import annotations

from pathlib import Path

from .programs import install_command, real_root

APPARMOR_SWITCH = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
USER_NAMESPACE_SWITCHES = {"user.max_user_namespaces": 15000, "kernel.unprivileged_userns_clone": 1}
PROFILE = "bwrap-userns-restrict"


def explain_bwrap(said: str) -> str:
    """A sentence for a user whose sandbox could not be built; `said` is bubblewrap's own."""
    return (
        f"the sandbox cannot be built ({said or 'bubblewrap said nothing'}). {namespace_fix(said)}"
    )


def namespace_fix(said: str = "") -> str:
    """The most likely cause why namespaces are refused here, with its remedy."""
    if "No such file" in said or "Can't chdir" in said:
        return "Is every path of the bot there, and readable?"
    if not real_root() and read_number(APPARMOR_SWITCH) == 1:
        return apparmor_fix()
    for name, wanted in USER_NAMESPACE_SWITCHES.items():
        if not real_root() and read_number(Path("/proc/sys", name.replace(".", "/"))) == 0:
            return f"This machine forbids user namespaces. As root: sysctl -w {name}={wanted}"
    if in_container():
        return (
            "This is a container without the right to make namespaces: start it with "
            "--privileged (or --cap-add SYS_ADMIN --security-opt seccomp=unconfined "
            "--security-opt apparmor=unconfined --security-opt systempaths=unconfined), run "
            "outside of it, or accept --sandbox partial"
        )
    return "Run on a machine that allows namespaces, or accept --sandbox partial"


def apparmor_fix() -> str:
    """Ubuntu 23.10 and later: only programs with a profile may build sandboxes."""
    return (
        "AppArmor keeps plain users from building sandboxes. As root: "
        f"{install_command('bubblewrap apparmor-profiles')}; "
        f"cp -n /usr/share/apparmor/extra-profiles/{PROFILE} /etc/apparmor.d/; "
        f"apparmor_parser -r /etc/apparmor.d/{PROFILE}"
    )


def in_container() -> bool:
    """Inside Docker, Podman, LXC or Kubernetes, as far as they leave a mark."""
    if Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return True
    try:
        return b"container=" in Path("/proc/1/environ").read_bytes()
    except OSError:
        return False


def read_number(path: Path) -> int | None:
    """A kernel setting, None where the kernel does not have it."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None
