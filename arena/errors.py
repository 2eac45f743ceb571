"""The one exception for mistakes of the person at the keyboard."""


class ArenaError(Exception):
    """A mistake in a file, a name or a command: shown as text, without a traceback; exit code 2.

    The message says where the mistake is and what would be right.
    """
