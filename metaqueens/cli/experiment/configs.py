"""Configs that are named on the command line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from metaqueens.cli.terminal.progress import progress

if TYPE_CHECKING:
    from metaqueens.config import Experiment
    from metaqueens.config.sources import Find


def load(
    path: str,
    overrides: Sequence[str] = (),
    quiet: bool = False,
    results: Callable[[str], Path | None] = lambda name: None,
    to_run: bool = True,
) -> "Experiment":
    """Read the experiment in the file ``path``; print a line if it is one of the package.

    ``results`` returns the folder that may have the instances of families; new ones are counted on
    stderr. See ``config.load`` for ``to_run``.
    """
    from metaqueens import config
    from metaqueens.config import shipped

    file = shipped.find(path)
    if file != path and not quiet:
        click.echo(f"{path}: no such file here; taking metaqueens' own, {file}", err=True)

    return config.load(path, overrides, finder(quiet, results), to_run)


def finder(
    quiet: bool = False, results: Callable[[str], Path | None] = lambda name: None
) -> "Find":
    """Return a function that finds instances of families; new ones are counted on stderr."""
    from metaqueens.config import sources

    return sources.finder(results, lambda total: progress("drawing instances", total, quiet))
