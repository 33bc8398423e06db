"""``metaqueens check``."""

from collections.abc import Sequence
from typing import Any

import click

from metaqueens.cli import USAGE, parameters
from metaqueens.cli.experiment.configs import finder, load
from metaqueens.cli.terminal.listing import print_json
from metaqueens.text.words import many


@click.command("check")
@parameters.several("configs", "CONFIG...", parameters.config_names)
@parameters.as_json
def command(configs: tuple[str, ...], as_json: bool) -> int:
    """Check YAML files without running them: every error, with its line and the right word.

    It imports the code from outside that a file names, as package.module:Class: check files of
    people you trust.
    """
    found = check_configs(configs, quiet=as_json)
    if as_json:
        print_json({"configs": found})
    return 0 if all(one["ok"] for one in found) else USAGE


def check_configs(paths: Sequence[str], quiet: bool = False) -> list[dict[str, Any]]:
    """Check config files, and print what is found unless ``quiet``; return a row for each."""
    from metaqueens.config import ConfigError
    from metaqueens.config.sources import one_of_each

    found: list[dict[str, Any]] = []
    for path in paths:
        try:
            experiment = load(path, quiet=quiet, to_run=False)
            if experiment.tune:
                from metaqueens.tuning.task import task_of

                task_of(experiment, one_of_each(finder(quiet)))
        except ConfigError as error:
            found.append({"config": path, "ok": False, "errors": list(error.problems)})
            if not quiet:
                click.echo(error, err=True)
            continue
        cells, runs = experiment.size, experiment.size * experiment.runs
        row = {"config": path, "ok": True, "name": experiment.name}
        found.append(row | {"combinations": cells, "runs": runs, "errors": []})
        if not quiet:
            pairs = many(cells, "combination")
            click.echo(f"{path}: ok: {pairs} of problem and algorithm, {runs:,} runs")
    return found
