"""Print the result of a tuning."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from metaqueens.metrics import goal_title
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import chance, three_digits

SHOWN = 5
LEVEL = 0.05
# A space of which less is allowed is worth a remark.
SMALL_SHARE = 0.2
_SIGN = {1: "better", 0: "no better", -1: "worse"}


def tell(report: dict[str, Any], folder: Path) -> None:
    """Print it."""
    from metaqueens.cli.terminal.output import program

    states = [trial["state"] for trial in report["trials"]]
    click.echo(
        f"{len(states):,} settings of {report['algorithm']} in {report['runs']:,} runs;"
        f" {states.count('stopped'):,} stopped early; {report['ended']}"
    )
    for line in _remarks(report, folder):
        click.echo(line)
    if report["best"] is None:
        return
    click.echo(
        f"\n{_sizes(report['train'])}: runs of the selection, biased towards the best setting"
    )
    _print_settings(report)
    for line in (*_judged(report), *_fresh(report), *_matters(report)):
        click.echo(line)
    click.echo(f"\n{folder}: best.yaml, tune.json, tune.sqlite, runs.sqlite, figures/")
    best = shlex.quote(str(folder / "best.yaml"))
    click.echo(f"next: {program()} run {best}   runs the best setting on seeds of its own")


def _remarks(report: dict[str, Any], folder: Path) -> Iterator[str]:
    """What a reader must know before believing the rest."""
    failed, share = report["failed"], report["allowed_share"]
    if report["best"] is None:
        yield f"all {failed:,} runs failed: there is no best setting"
    elif failed:
        yield f"{failed:,} of {report['runs']:,} runs failed; they count as unsolved"
    if share is not None and share < SMALL_SHARE:
        yield f"about {share:.2g} of the space is allowed"
    if report["other_runs"]:
        yield (
            f"{folder} also has {report['other_runs']:,} runs that this tuning does not use: of"
            " another version, or of other settings of the tune block"
        )


def _print_settings(report: dict[str, Any]) -> None:
    """The finalists, best first, a column each for the parameters."""
    from metaqueens.cli.terminal.table import show

    final = report["final"][:SHOWN]
    default = report["default"]["settings"]
    names = ["default" if one["settings"] == default else f"{k}" for k, one in enumerate(final, 1)]
    parameters = (
        Column(key, [_plain(one["settings"].get(key, "-")) for one in final])
        for key in report["space"]
    )
    costs = Column(goal_title(report["minimise"]), [_number(one["final_cost"]) for one in final])
    show(Table((Column("setting", names, is_number=False), costs, *parameters)))


def _judged(report: dict[str, Any]) -> list[str]:
    """What unseen boards say."""
    test = report["test_result"]
    low, high = test["ratio_ci95"]
    said = {
        "better": "better than the default",
        "worse": "WORSE than the default",
        "no better": "no better than the default",
        "the default itself": "the default itself",
        "mixed": f"{_SIGN[test['most_runs']]} than the default in most runs,"
        f" {_SIGN[test['mean']]} in ERT",
        "every run failed": "not known: every run failed",
    }[test["verdict"]]
    lines = [
        f"on unseen boards ({_sizes(report['test'])}) the best setting is {said}:",
        f"  ERT ratio {test['ratio']:.3g}, 95 % interval {low:.3g} - {high:.3g};"
        f" {test['test']} p = {test['p']:.2g}; A12 {test['a12']:.2f} ({test['effect']})",
    ]
    for one in test["instances"]:
        failed = one["default_failed"] + one["best_failed"]
        lines.append(
            f"  n = {one['n']}: ERT {_number(one['default_ert'])} -> {_number(one['best_ert'])},"
            f" solved {one['default_solved']} -> {one['best_solved']} of {one['runs']}"
            + (f"; {failed} runs failed" if failed else "")
        )
    return lines


def _fresh(report: dict[str, Any]) -> Iterator[str]:
    """The best setting and the way to it, on runs that chose nothing."""
    if not report["path"]:
        return
    whole, (first, *steps) = report["path_result"], report["path"]
    open_ = whole["verdict"] == "cannot tell"
    said = "not shown to differ from" if open_ else f"{whole['verdict']} than"
    yield f"on fresh seeds ({_sizes(report['train'])}) the best setting is {said} the default:"
    goal = goal_title(report["minimise"])
    yield (
        f"  {goal} {_number(first['cost'])} -> {_number(steps[-1]['cost'])};"
        f" {chance(whole['p'])}; {report['path_repetitions']} repetitions, none of which chose"
    )
    yield "from the default to the best, on these same fresh runs:"
    yield f"  default: {_number(first['cost'])}"
    yield from map(_step, steps)


def _step(step: dict[str, Any]) -> str:
    return f"  {_changes(step)}: {_number(step['cost'])}, {step['verdict']} ({chance(step['p'])})"


def _matters(report: dict[str, Any]) -> Iterator[str]:
    """Which parameters explain more of the differences in cost than chance would."""
    effects = report["importance_tests"]
    if not effects:
        return
    shown = [
        (
            one["p"] < LEVEL,
            f"{key} {one['share']:.0%} (by chance {one['chance']:.0%}, {chance(one['p'])})",
        )
        for key, one in effects.items()
    ]
    matters = ", ".join(text for shows, text in shown if shows)
    others = ", ".join(text for shows, text in shown if not shows)
    settings = max(one["settings"] for one in effects.values())
    yield f"what matters, by {settings} settings drawn at random: {matters or 'cannot tell'}"
    if others:
        yield f"  cannot be told from chance: {others}"


def _sizes(sizes: list[int]) -> str:
    return ", ".join(f"n = {n:,}" for n in dict.fromkeys(sizes))


def _changes(step: dict[str, Any]) -> str:
    return ", ".join(f"{key} = {_plain(value)}" for key, value in step["changed"].items())


def _plain(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    return value if isinstance(value, str) else json.dumps(value)


def _number(value: float) -> str:
    return "-" if value == float("inf") else three_digits(value)
