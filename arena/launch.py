"""Starts a Python bot: `python -I -S -u LIB/launch.py bot.py`, in the bot's folder.

LIB holds this file and a package `arena` with the SDK. ARENA_SITE in the environment lists folders
of installed packages, which are put on the path and nothing more: `site` would take far longer.
The bot runs as if started by itself: arguments, `__main__`, tracebacks and exit status are its own.

Every import here is paid by every bot in every sitting: even `os` is a tenth of Python's start.
"""

import builtins
import sys
from io import TextIOWrapper
from marshal import loads

if sys.platform == "win32":
    import nt as system

    SEPARATORS, BETWEEN = "\\/", ";"
    site = system.environ.get("ARENA_SITE", "")
else:
    import posix as system

    SEPARATORS, BETWEEN = "/", ":"
    site = system.environ.get(b"ARENA_SITE", b"").decode("utf-8", "surrogateescape")

TYPE_CHECKING = False  # as `typing` has it, which takes as long to import as Python to start
if TYPE_CHECKING:
    from types import CodeType, TracebackType

PYC_HEADER = 16
"""Bytes before the code in a compiled file."""


def main() -> None:
    """Run the script that the command line names."""
    del sys.argv[0]
    script = sys.argv[0]
    file = f"{system.getcwd()}/{script}"
    _set_up(_folder(file))
    module = type(sys)("__main__")
    module.__dict__.update(__file__=file, __arena__=True)
    sys.modules["__main__"] = module
    try:
        exec(_code(script), module.__dict__)
    except Exception as error:
        error.__traceback__ = _trimmed(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        sys.exit(1)


def _code(script: str) -> "CodeType":
    """The code of a script, compiled already where arena made its folder."""
    folder, slash, name = script.rpartition("/")
    name = name.replace(".py", f".{sys.implementation.cache_tag}.pyc")
    try:
        with open(f"{folder}{slash}__pycache__/{name}", "rb") as file:  # noqa: PTH123
            return loads(file.read()[PYC_HEADER:])  # type: ignore[no-any-return]
    except OSError:
        pass
    with open(script, "rb") as file:  # noqa: PTH123
        # Under its name as given, so that a traceback does not depend on where the folder is.
        return compile(file.read(), script, "exec")


def _folder(path: str) -> str:
    return path[: max(map(path.rfind, SEPARATORS))]


def _set_up(folder: str) -> None:
    """Give a script started with -I and -S what it may expect, without the time `site` takes."""
    # The bot's folder last of all but installed packages: a bot that is called json.py must not
    # keep others, or itself, from the json they mean.
    sys.path[:] = [_folder(__file__), *sys.path, folder, *filter(None, site.split(BETWEEN))]
    sys.dont_write_bytecode = True
    builtins.__dict__.update(exit=sys.exit, quit=sys.exit)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            errors = "strict" if stream is sys.stdin else "backslashreplace"
            stream.reconfigure(encoding="utf-8", errors=errors)


def _trimmed(traceback: "TracebackType | None") -> "TracebackType | None":
    """A traceback without the entries of this file and of the SDK."""
    own: list[TracebackType] = []
    arena = (main.__code__.co_filename, _folder(__file__))
    while traceback is not None:
        if not traceback.tb_frame.f_code.co_filename.startswith(arena):
            own.append(traceback)
        traceback = traceback.tb_next
    for entry, following in zip(own, [*own[1:], None], strict=False):
        entry.tb_next = following
    return own[0] if own else None


if __name__ == "__main__":
    main()
