"""``metaqueens show``."""

import json
from pathlib import Path
from typing import Any

import click

from metaqueens.cli import parameters
from metaqueens.cli.terminal import boards
from metaqueens.cli.terminal.listing import moment, print_json, print_rows, say
from metaqueens.text.words import duration

PRINTED_UP_TO = 1000
REASONS = 10
# Columns of a run that are printed elsewhere or in other words.
_ELSEWHERE = ("problem_key", "error", "board", "trace", "cost", "seconds", "cpu_seconds")


@click.command("show")
@parameters.folder
@click.argument("run", required=False, metavar="[RUN]")
@parameters.as_json
def command(folder: Path, run: str | None, as_json: bool) -> None:
    """Show the content of a results folder, or one of its runs.

    RUN is CELL-REPETITION, such as 3-17; the cells and their numbers are in the list of all.
    """
    from metaqueens.experiment import progress
    from metaqueens.experiment.results import queries, tallies
    from metaqueens.experiment.results.store import Store

    with Store.open(folder) as store:
        if run:
            _show_run(folder, run, queries.run_at(store, run), as_json)
            return
        report = {
            "folder": str(folder),
            **progress.overview(store),
            "given": queries.experiment(store),
            "cells": tallies.cells(store),
            "sessions": tallies.sessions(store),
            "failures": tallies.failures(store),
        }
    if as_json:
        print_json(report)
    else:
        _print(report, folder)


def _print(report: dict[str, Any], folder: Path) -> None:
    from metaqueens.cli.terminal.output import print_kept_tuning
    from metaqueens.experiment.provenance import command_line, describe
    from metaqueens.experiment.results.folder import is_tuning

    complete = "complete" if report["complete"] else "not complete"
    say(
        f"{report['folder']}: {report['name']}, {report['done']:,} of {report['of']:,} runs done,"
        f" {report['solved']:,} solved, {report['failed']:,} failed; {complete}\n"
    )
    if is_tuning(folder):
        say(f"{len(report['cells']):,} cells: --json names them")
        print_kept_tuning(folder)
    else:
        from metaqueens.analysis.data.labels import label_algorithms

        common = {"source": "", "given": report["given"]}
        cells = [cell | common | {"name": cell["algorithm"]} for cell in report["cells"]]
        labels = label_algorithms(cells)
        rows = [_cell(cell, label) for cell, label in zip(cells, labels, strict=True)]
        print_rows(rows)
        if len({(row["problem"], row["algorithm"], row["budget"]) for row in rows}) < len(rows):
            say("\nCells of equal settings have different seeds; their runs are joined.")
    click.echo()
    print_rows(
        [
            {
                "session": session["session"],
                "began": moment(session["started"]),
                "ended": moment(session["ended"]),
                "host": session["host"],
                "runs kept": session["runs"],
                "command": command_line(session["command"]),
            }
            for session in report["sessions"]
        ]
    )
    noted = [describe(session["provenance"]).values() for session in report["sessions"]]
    for texts in dict.fromkeys(map(tuple, noted)):
        say("\n" + "\n".join(f"  {text}" for text in texts if text))
    for failure in report["failures"][:REASONS]:
        reason = failure["error"].strip().rpartition("\n")[2]
        say(f"\n{failure['runs']:,} failed, such as {failure['one']}: {reason}")
    if len(report["failures"]) > REASONS:
        say(f"\nand {len(report['failures']) - REASONS:,} more reasons; --json has them all")


def _cell(cell: dict[str, Any], label: str) -> dict[str, Any]:
    return {
        "cell": cell["cell"],
        "problem": f"{cell['problem']} {cell['encoding']}",
        "algorithm": label,
        **{key: cell[key] for key in ("runs", "solved", "failed", "rejected")},
        "least cost": cell["least_cost"],
        "budget": _join_numbers(cell["budget"]),
    }


def _join_numbers(numbers: dict[str, Any]) -> str:
    return ", ".join(f"{value:,} {name}" for name, value in numbers.items() if value is not None)


def _show_run(folder: Path, place: str, run: dict[str, Any], as_json: bool) -> None:
    from metaqueens.experiment.results import boards as stored, queries

    queens = stored.read(folder, run["board"], run["n"])
    if as_json:
        board = queens.tolist() if 0 < queens.size <= PRINTED_UP_TO else run["board"]
        print_json({"run": place, **run, "board": board})
        return
    is_own = bool(queries.use_of(run["problem_key"]))
    drawn = 0 < queens.size <= boards.DRAWN_UP_TO and not is_own
    if drawn:
        say(boards.draw(queens.tolist()))
    cost = "" if run["cost"] is None else f"{run['cost']:,}"
    lines = {key: value for key, value in run.items() if key not in _ELSEWHERE} | {
        "cost": cost,
        "parameters": json.dumps(run["parameters"]),
        "budget": _join_numbers(run["budget"]),
        "counters": _join_numbers(run["counters"] or {}),
        "time": duration(run["seconds"]),
        "cpu_time": duration(run["cpu_seconds"]),
        "started": moment(run["started"]),
        "ended": moment(run["ended"]),
    }
    if run["verdict"] == "rejected":
        lines["status"] = f"claimed {run['status']}, rejected by the exact check"
    if is_own and queens.size:
        lines["values"] = " ".join(map(str, queens[:PRINTED_UP_TO].tolist()))
    elif not drawn:
        board = run["board"] or ""
        lines["board"] = board if len(board) < 200 else board[:200] + " ..."
    width = max(map(len, lines))
    for key, value in lines.items():
        say(f"{key.ljust(width)}  {'-' if value in (None, '') else value}")
    if run["trace"]:
        say("\nits best board, as it was looked at")
        columns = "evaluations", "cost", "seconds"
        print_rows([dict(zip(columns, point, strict=True)) for point in run["trace"]])
    if run["error"]:
        say(f"\n{run['error'].rstrip()}")
