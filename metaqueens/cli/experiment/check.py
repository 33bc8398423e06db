"""``metaqueens check``."""

import click

from metaqueens.cli import USAGE, parameters
from metaqueens.cli.experiment.configs import load


@click.command("check")
@click.argument(
    "configs",
    nargs=-1,
    required=True,
    metavar="CONFIG...",
    shell_complete=parameters.config_names,
)
def command(configs: tuple[str, ...]) -> int:
    """Check YAML files without running them: every error, with its line and the right word.

    It imports the code from outside that a file names, as package.module:Class: check files of
    people you trust.
    """
    from metaqueens.config import ConfigError

    bad = False
    for path in configs:
        try:
            experiment = load(path, to_run=False)
        except ConfigError as error:
            bad = True
            click.echo(error, err=True)
            continue
        cells = experiment.size
        click.echo(
            f"{path}: ok: {cells} combination{'s' * (cells != 1)} of problem and algorithm,"
            f" {cells * experiment.runs:,} runs"
        )
    return USAGE if bad else 0
