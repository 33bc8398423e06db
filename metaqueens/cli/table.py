"""The table that a run ends with."""

from collections.abc import Sequence
from math import isinf

from rich import box
from rich.table import Table

from metaqueens.analysis.summary import CellSummary
from metaqueens.cli.output import console, duration


def print_table(summaries: Sequence[CellSummary]) -> None:
    """Print a line per problem and algorithm."""
    out = console()
    table = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, pad_edge=False)
    for name in ("problem", "algorithm"):
        table.add_column(name, no_wrap=True)
    for name in ("solved", "95 % interval", "ERT", "median evals", "median time", "best fitness"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("exact check", no_wrap=True)
    for one in summaries:
        low, high = one.success_ci95
        table.add_row(
            one.problem,
            one.algorithm,
            f"{one.solved}/{one.runs}",
            f"{100 * low:.0f} - {100 * high:.0f} %",
            "-" if isinf(one.ert) else f"{one.ert:,.0f}",
            "-" if one.median_evaluations is None else f"{one.median_evaluations:,.0f}",
            duration(one.median_seconds),
            "-" if one.best_fitness is None else _fitness(one.best_fitness),
            _verdict(one),
        )
    out.print(table)
    if any(one.solved and one.runs < 30 for one in summaries):
        out.print("fewer than 30 runs: a small sample; the intervals say how little it tells")
    out.print("ERT: evaluations of all runs, solved or not, by solved run; medians of solved runs")


def _fitness(fitness: float) -> str:
    # 0.99999 must not be rounded to a solution.
    return "1" if fitness == 1 else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


def _verdict(one: CellSummary) -> str:
    parts = [
        f"{count} {name}"
        for count, name in (
            (one.validated, "validated"), (one.checked, "checked"), (one.rejected, "REJECTED"),
            (one.failed, "failed"),
        )
        if count
    ]  # fmt: skip
    if one.existence:
        none = one.existence == "proven none"
        parts.append("no solution exists (proven)" if none else "a solution exists")
    return ", ".join(parts) or "-"
