"""``metaqueens completion``."""

import click

from metaqueens.cli import COMPLETE


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print what makes a shell complete commands, algorithms, configs, results and keys.

    \b
      eval "$(metaqueens completion bash)"      in ~/.bashrc
      eval "$(metaqueens completion zsh)"       in ~/.zshrc, after compinit
      metaqueens completion fish | source       in ~/.config/fish/config.fish

    It asks metaqueens itself whenever Tab is pressed.
    """
    from click.shell_completion import get_completion_class

    from metaqueens.cli import metaqueens
    from metaqueens.cli.terminal import completing  # noqa: F401  # its words for bash

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(metaqueens, {}, "metaqueens", COMPLETE).source(), nl=False)
