"""The commands, one module each with a `command`: what stands here is found, nothing is listed."""

import os
import signal
import sys
import traceback
from contextlib import suppress
from errno import EBADF, EDQUOT, EIO, ENOSPC
from importlib import import_module
from io import TextIOWrapper
from pkgutil import iter_modules

import click

from arena.errors import ArenaError

NOT_COMMANDS = {"shared"}
USAGE, OURS, INTERRUPTED = 2, 3, 130


class Unread(Exception):
    """Nobody reads what is printed."""


class Commands(click.Group):
    """A group whose commands are the modules of this package, imported when they are named."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted({module.name for module in iter_modules(__path__)} - NOT_COMMANDS)

    def invoke(self, context: click.Context) -> object:
        """Run the command. A reader of our output who is gone is told apart from all else."""
        try:
            return super().invoke(context)
        except BrokenPipeError as error:
            raise Unread from error  # click would end the program with code 1

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, None if there is none."""
        if name not in self.list_commands(context):
            return None
        found: click.Command = import_module(f"arena.cli.{name}").command
        return found

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Click's own, with a suggestion where a command is misspelt."""
        known = self.list_commands(context)
        if args and not args[0].startswith("-") and args[0] not in known:
            from difflib import get_close_matches

            close = get_close_matches(args[0], known, 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            context.fail(f"No such command {args[0]!r}.{hint}")
        return super().resolve_command(context, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arena", message="arena %(version)s")
def group() -> None:
    """Tournaments for competing AI bots: confined, fair, reproducible.

    Drop bots into bots/, run `arena run tournaments/weekly.yaml`, read leaderboards/weekly.md.
    """


def main() -> None:
    """The program. Exit codes: 0 done, 1 a strict check failed, 2 usage, 3 our error, 130 ^C."""
    _open_standard_streams()
    _begin_anew_in_utf8()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal may lack a character
    sys.exit(_run())


def _begin_anew_in_utf8() -> None:
    """Where the locale says that file names are not UTF-8, run again as if they were.

    The same name must be the same text everywhere: ids come from file names. What is printed stays
    in the locale's encoding.
    """
    if sys.getfilesystemencoding().lower().replace("-", "") == "utf8" or "utf8" in sys._xoptions:
        return
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    env = {"PYTHONIOENCODING": f"{encoding}:backslashreplace", **os.environ}
    os.execve(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]], env)


def _open_standard_streams() -> None:
    """Let those that are closed lead nowhere: else the next file that is opened takes their place,
    and what is printed ends up in it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "w" if number else "r", closefd=False))


def _run() -> int:
    try:
        code = group.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        with suppress(OSError):
            error.show()
        return error.exit_code
    except ArenaError as error:
        _complain(str(error))
        return USAGE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except (BrokenPipeError, Unread):
        _drop_output()  # its reader is gone (`| head`): be silent
        return 128 + signal.SIGPIPE
    except OSError as error:
        return _trouble(error)
    except Exception as error:
        return _ours(error)
    return code if isinstance(code, int) else 0


def _trouble(error: OSError) -> int:
    """An error of the system: where it comes of what is printed, that is no fault of ours."""
    if error.filename is not None or error.errno not in (ENOSPC, EIO, EBADF, EDQUOT):
        return _ours(error)
    _drop_output()
    _complain(f"the output cannot be written: {error.strerror}")
    return 1


def _ours(error: Exception) -> int:
    with suppress(OSError):
        traceback.print_exception(error)
    _complain("this is a fault of arena itself; please report the lines above")
    return OURS


def _complain(text: str) -> None:
    """Say on stderr, if anybody listens, what is wrong; a file's name may hold anything."""
    safe = "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
    with suppress(OSError):
        print(f"arena: {safe}", file=sys.stderr, flush=True)


def _drop_output() -> None:
    """What Python still holds to print is to go nowhere at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
