"""Configs that are named on the command line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from metaqueens.config import Experiment


def load(path: str, overrides: Sequence[str] = (), quiet: bool = False) -> "Experiment":
    """The experiment in the file ``path``; says so where it is one that comes with the package."""
    from metaqueens import config
    from metaqueens.config import shipped

    file = shipped.find(path)
    if file != path and not quiet:
        click.echo(f"{path}: no such file here; taking metaqueens' own, {file}", err=True)
    return config.load(path, overrides)
