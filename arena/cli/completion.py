"""arena completion"""

import click


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print what makes a shell complete commands and options at the Tab key.

    \b
    Examples:
      arena completion bash >> ~/.bashrc
      arena completion zsh >> ~/.zshrc
      arena completion fish > ~/.config/fish/completions/arena.fish
    """
    from click.shell_completion import get_completion_class

    from arena.cli import group

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(group, {}, "arena", "_ARENA_COMPLETE").source())
