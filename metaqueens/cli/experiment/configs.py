"""Configs that are named on the command line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from metaqueens.config import Experiment


def load(
    path: str,
    overrides: Sequence[str] = (),
    quiet: bool = False,
    results: Callable[[str], Path | None] = lambda name: None,
    to_run: bool = True,
) -> "Experiment":
    """Return the experiment in the file ``path``; say so where it comes with the package.

    The ``results`` folder of an experiment of this name may have the instances of its families;
    those that are drawn are counted on stderr. See ``config.load`` for ``to_run``.
    """
    from metaqueens import config
    from metaqueens.config import families, shipped

    file = shipped.find(path)
    if file != path and not quiet:
        click.echo(f"{path}: no such file here; taking metaqueens' own, {file}", err=True)
    find = families.drawn(results, lambda total: _drawing(total, quiet))
    return config.load(path, overrides, find, to_run)


def _drawing(total: int, quiet: bool) -> Any:
    from metaqueens.cli.terminal.progress import progress

    return progress("drawing instances", total, quiet)
