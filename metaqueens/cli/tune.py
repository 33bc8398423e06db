"""``metaqueens tune``."""

import json
import shlex
from pathlib import Path
from typing import Any

import click

from metaqueens.cli.configs import load
from metaqueens.errors import UserError

SHOWN = 5
_SIGN = {1: "better", 0: "no better", -1: "worse"}


@click.command("tune")
@click.argument("path", metavar="CONFIG")
@click.argument("overrides", nargs=-1, metavar="[KEY=VALUE]...")
@click.option("-j", "--jobs", type=click.IntRange(1),
              help="Processes; when not given, as the config says, or all cores.")  # fmt: skip
@click.option("-o", "--output", type=click.Path(file_okay=False, path_type=Path),
              help="Folder of the results; results/NAME when not given.")  # fmt: skip
@click.option("--export", type=(click.Choice(["irace"]), click.Path(file_okay=False,
              path_type=Path)), metavar="irace DIR",
              help="Do not tune: write what irace needs to do it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(
    path: str, overrides: tuple[str, ...], jobs: int | None, output: Path | None,
    export: tuple[str, Path] | None, as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Find the parameters of an algorithm that cost least, as a file's tune block says.

    \b
      metaqueens tune configs/tune_ga.yaml
      metaqueens tune configs/tune_ga.yaml tune.max_runs=500 -o results/short

    The default setting races too, and the winner is tested on boards that the search never saw.
    Stopped or killed, the same command goes on and comes to the same answer.
    """
    experiment = load(path, overrides, quiet or as_json)
    if experiment.tune is None:
        raise UserError(f"{path}: nothing to tune: there is no tune block")
    if export:
        from metaqueens.tune.irace import write_scenario

        click.echo("\n".join(write_scenario(experiment, export[1])))
        return 0
    from metaqueens.cli.output import progress, waiting
    from metaqueens.tune import tune
    from metaqueens.tune.outcome import draw

    folder = output or Path("results") / experiment.name
    with progress("tuning", experiment.tune.max_runs, quiet or as_json) as tick:
        report = tune(experiment, folder, jobs, tick)
    with waiting("drawing", quiet or as_json):
        draw(folder, report)
    if as_json:
        click.echo((folder / "tune.json").read_text(encoding="utf-8"), nl=False)
    elif not quiet:
        _tell(report, folder)
    return 0


def _tell(report: dict[str, Any], folder: Path) -> None:
    from metaqueens.cli.output import program

    states = [trial["state"] for trial in report["trials"]]
    click.echo(
        f"{len(states):,} settings of {report['algorithm']} in {report['runs']:,} runs;"
        f" {states.count('stopped'):,} stopped early; {report['ended']}\n"
    )
    _print_settings(report)
    for line in _sentences(report):
        click.echo(line)
    click.echo(f"\n{folder}: best.yaml, tune.json, tune.sqlite, runs.sqlite, figures/")
    best = shlex.quote(str(folder / "best.yaml"))
    click.echo(f"next: {program()} run {best}   runs the best setting")


def _print_settings(report: dict[str, Any]) -> None:
    """The finalists, best first, a column each for the parameters."""
    from rich import box
    from rich.table import Table

    from metaqueens.cli.output import console

    out = console()
    table = Table(
        box=box.SIMPLE_HEAD if out.is_terminal else None, pad_edge=False, padding=(0, 2, 0, 0)
    )
    for name in ("setting", report["minimise"], *report["space"]):
        table.add_column(name, justify="left" if name == "setting" else "right")
    default = report["default"]["settings"]
    for k, one in enumerate(report["final"][:SHOWN]):
        name = "default" if one["settings"] == default else f"{k + 1}"
        values = (_plain(one["settings"].get(key, "-")) for key in report["space"])
        table.add_row(name, _number(one["final_cost"]), *values)
    out.print(table)


def _sentences(report: dict[str, Any]) -> list[str]:
    """What unseen boards say, what matters, and the way from the default to the best."""
    test = report["test_result"]
    low, high = test["ratio_ci95"]
    sizes = ", ".join(f"n = {one['n']}" for one in test["instances"])
    said = {
        "better": "better than the default",
        "worse": "WORSE than the default",
        "no better": "no better than the default",
        "the default itself": "the default itself",
        "mixed": f"{_SIGN[test['most_runs']]} than the default in most runs,"
        f" {_SIGN[test['mean']]} in ERT",
    }[test["verdict"]]
    lines = [
        f"on unseen boards ({sizes}) the best setting is {said}:",
        f"  ERT ratio {test['ratio']:.3g}, 95 % interval {low:.3g} - {high:.3g};"
        f" {test['test']} p = {test['p']:.2g}; A12 {test['a12']:.2f} ({test['effect']})",
    ]
    lines += [
        f"  n = {one['n']}: ERT {_number(one['default_ert'])} -> {_number(one['best_ert'])},"
        f" solved {one['default_solved']} -> {one['best_solved']} of {one['runs']}"
        for one in test["instances"]
    ]
    if report["importance"]:
        shares = (f"{key} {share:.0%}" for key, share in report["importance"].items())
        lines.append(f"what matters: {', '.join(shares)}")
    if report["path"]:
        first, *steps = report["path"]
        way = "".join(f"\n  {_changes(step)}: {_number(step['cost'])}" for step in steps)
        lines.append(f"from the default ({_number(first['cost'])}) to the best:{way}")
    return lines


def _changes(step: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {_plain(value)}" for key, value in step["changed"].items())


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) else json.dumps(value)


def _number(value: float) -> str:
    if value == float("inf"):
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
