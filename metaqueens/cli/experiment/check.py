"""``metaqueens check``."""

from typing import Any

import click

from metaqueens.cli import USAGE, parameters
from metaqueens.cli.experiment.configs import load
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
    from metaqueens.config import ConfigError

    found: list[dict[str, Any]] = []
    for path in configs:
        try:
            experiment = load(path, quiet=as_json, to_run=False)
        except ConfigError as error:
            found.append({"config": path, "ok": False, "errors": list(error.problems)})
            if not as_json:
                click.echo(error, err=True)
            continue
        cells, runs = experiment.size, experiment.size * experiment.runs
        found.append({"config": path, "ok": True, "name": experiment.name})
        found[-1] |= {"combinations": cells, "runs": runs, "errors": []}
        if not as_json:
            pairs = many(cells, "combination")
            click.echo(f"{path}: ok: {pairs} of problem and algorithm, {runs:,} runs")
    if as_json:
        print_json({"configs": found})
    return 0 if all(one["ok"] for one in found) else USAGE
