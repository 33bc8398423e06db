"""The table at the end of a run, its rows as JSON, and the next command."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metaqueens.analysis.estimate.intervals import Row
from metaqueens.analysis.families import COUNTED, UNSOLVED
from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.table import show
from metaqueens.metrics import select_metrics
from metaqueens.report.tables import tabulate_run
from metaqueens.text.words import join_names

if TYPE_CHECKING:
    from metaqueens.cli.experiment.following import Followed


def print_table(rows: Sequence[Row]) -> None:
    """Print the table of ``rows``, with a legend."""
    out = consoles.console()
    table = show(tabulate_run(rows))
    if any(row["solved"] > 0 and row["runs"] < 30 for row in rows):
        out.print("fewer than 30 runs: a small sample")
    if same := list(dict.fromkeys(row["algorithm"] for row in rows if row["deterministic"])):
        text = f"every repetition of {join_names(same)} is the same run: the interval is of one"
        out.print(text, markup=False, soft_wrap=not out.is_terminal)
    for sentence in table.sentences():
        out.print(sentence, soft_wrap=not out.is_terminal)


def make_report(name: str, found: "Followed", seconds: float) -> dict[str, Any]:
    """Return the counts of all runs, and a row per cell and per family of instances, as JSON."""
    runs, rows, families = found.summary
    totals = {
        key: sum(row[key] for row in rows) for key in ("solved", "validated", "rejected", "failed")
    }
    report = {"name": name, "runs": len(runs), **totals, "seconds": seconds}
    report["cells"] = [_describe_cell(row) for row in rows]
    grouped = [row for row in families if row.get("instances", 0) > 1]
    return report | ({"families": list(map(_describe_family, grouped))} if grouped else {})


def _describe_cell(row: Row) -> dict[str, Any]:
    return {
        "problem": {"n": int(row["n"]), "encoding": row["encoding"]},
        "algorithm": row["algorithm"],
        "runs": row["runs"] + row["failed"],
        "solved": row["solved"],
        "success_ci95": [row["success_low"], row["success_high"]],
        **{name: row[name] for name in select_metrics()},
        "best_fitness": row["best_fitness"],
        "validated": row["validated"],
    }


def _describe_family(row: Row) -> dict[str, Any]:
    return {
        **_describe_cell(row | {"failed": 0}),
        "problem": {"family": row["problem"], "encoding": row["encoding"]},
        "instances": row["instances"],
        "instances_solved": row["instances_solved"],
        "unsolved": {state: row[state] for state in (*UNSOLVED, *COUNTED) if row[state]},
    }


def advise(folder: Path, found: "Followed") -> str:
    """Return the next command for the results in ``folder``."""
    place = shlex.quote(str(folder))
    if found.asked.failed:
        return f"show {place}   says why runs failed; the same command does them again"
    if found.asked.rejected:
        return f"validate {place}   names the rejected boards"
    if len({row["algorithm"] for row in found.summary.rows}) > 1:
        return f"compare {place}   says which is better, and with what confidence"
    return f"show {place}   shows how far each came"
