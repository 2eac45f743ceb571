"""arena schema"""

import click


@click.command(name="schema")
def command() -> None:
    """Print the JSON Schema of tournament files, for editors that complete and check as you type.

    Editors with the YAML language server (VS Code, Neovim, Emacs, Helix) use it where a tournament
    file says so in a line of its own; `arena init` writes both.

    \b
    Examples:
      arena schema > tournaments/schema.json
      # and in a tournament file:
      # yaml-language-server: $schema=schema.json
    """
    import json

    from arena.spec import schema

    click.echo(json.dumps(schema(), indent=1, ensure_ascii=False))
