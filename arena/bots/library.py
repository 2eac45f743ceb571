"""What every Python bot finds beside its own files: the launcher and the SDK, compiled.

Compiled, because a bot's start is paid in every sitting, and compiling takes longer than the rest.
"""

import sys
from functools import cache
from hashlib import sha256
from importlib.resources import files as package_files
from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode, compile  # noqa: A004

LAUNCHER = "launch.pyc"
SOURCES = ("arena/__init__.py", "arena/sdk.py", "launch.py")
"""Files below the library's folder; all of them come from the package `arena`."""


@cache
def version() -> str:
    """Changes whenever the library, or the Python that compiled it, does."""
    total = sha256(sys.version.encode())
    for name in SOURCES:
        total.update(_source(name))
    return total.hexdigest()[:8]


def install(folder: Path) -> None:
    """Write the library into `folder`."""
    for name in SOURCES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        path.write_bytes(_source(name))
        path.chmod(0o644)
        _compile(path)


def _source(name: str) -> bytes:
    return package_files("arena").joinpath(Path(name).name).read_bytes()


def _compile(path: Path) -> None:
    """Where Python looks for it, never to ask whether it is up to date.

    The launcher is started by its own name, not imported.
    """
    launcher = path.with_name(LAUNCHER)
    target = launcher if path.stem == launcher.stem else Path(cache_from_source(str(path)))
    never = PycInvalidationMode.UNCHECKED_HASH
    compile(str(path), str(target), path.name, doraise=True, invalidation_mode=never)
    target.chmod(0o644)
    target.parent.chmod(0o755)
