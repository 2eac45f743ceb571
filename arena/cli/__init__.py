"""The commands, one module each with a `command`: what stands here is found, nothing is listed."""

import os
import sys
import traceback
from importlib import import_module
from pkgutil import iter_modules

import click

from arena.errors import ArenaError

NOT_COMMANDS = {"shared"}
USAGE, OURS, INTERRUPTED = 2, 3, 130


class Commands(click.Group):
    """A group whose commands are the modules of this package, imported when they are named."""

    def list_commands(self, context: click.Context) -> list[str]:
        """The names of all commands, sorted."""
        return sorted({module.name for module in iter_modules(__path__)} - NOT_COMMANDS)

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
    sys.exit(_run())


def _run() -> int:
    try:
        code = group.main(standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except ArenaError as error:
        print(f"arena: {error}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output is gone (`| head`): be silent, also when Python flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + 13
    except Exception:
        traceback.print_exc()
        print("arena: this is a fault of arena itself; please report the lines above",
              file=sys.stderr)  # fmt: skip
        return OURS
    return code if isinstance(code, int) else 0
