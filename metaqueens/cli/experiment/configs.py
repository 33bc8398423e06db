"""Configs that are named on the command line."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

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


def check_config(path: str, overrides: Sequence[str], quiet: bool) -> dict[str, Any]:
    """Return the errors of a config, or its numbers of combinations and runs."""
    from metaqueens.config import ConfigError

    found: dict[str, Any] = {"target": path, "kind": "config"}
    try:
        experiment = load(path, overrides, quiet, to_run=False)
        if experiment.tune:
            from metaqueens.config.sources import one_of_each
            from metaqueens.tuning.task import task_of

            task_of(experiment, one_of_each(finder(quiet)))
    except ConfigError as error:
        return found | {"ok": False, "errors": list(error.problems)}
    cells, runs = experiment.size, experiment.size * experiment.runs
    return found | {"ok": True, "name": experiment.name, "combinations": cells, "runs": runs}
