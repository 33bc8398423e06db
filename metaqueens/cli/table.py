"""The table that a run ends with."""

from collections.abc import Collection, Sequence
from math import isinf

from rich import box
from rich.console import Console
from rich.table import Table

from metaqueens.analysis.summary import CellSummary
from metaqueens.cli.output import console, duration, fits

NAMES, VERDICT = ("problem", "algorithm"), "exact check"
NUMBERS = ("solved", "95 % interval", "ERT", "median evals", "median time", "best fitness")
# What a narrow terminal goes without, the first ones first; summary.csv has all.
DISPENSABLE = ("median evals", "median time", "best fitness")


def print_table(summaries: Sequence[CellSummary]) -> None:
    """Print a line per problem and algorithm."""
    out = console()
    out.print(_fitting(summaries, out) if out.is_terminal else _table(summaries, out))
    if any(one.solved and one.runs < 30 for one in summaries):
        out.print("fewer than 30 runs: a small sample; the intervals say how little it tells")
    out.print("ERT: evaluations of all runs, solved or not, by solved run; medians of solved runs")


def _fitting(summaries: Sequence[CellSummary], out: Console) -> Table:
    tables = (_table(summaries, out, DISPENSABLE[:count]) for count in range(len(DISPENSABLE) + 1))
    return next((one for one in tables if fits(one, out)), _table(summaries, out, DISPENSABLE))


def _table(summaries: Sequence[CellSummary], out: Console, without: Collection[str] = ()) -> Table:
    shown = Table(
        box=box.SIMPLE_HEAD if out.is_terminal else None,
        pad_edge=False,
        padding=(0, 2 if out.width >= 120 else int(out.width >= 100), 0, 0),
    )
    for name in (*NAMES, *NUMBERS, VERDICT):
        if name in without:
            continue
        number = name in NUMBERS
        header = name.replace(" ", "\n").replace("95\n%", "95 %") if number else name
        # On a narrow terminal words may wrap, numbers never.
        shown.add_column(
            header if out.is_terminal else name, justify="right" if number else "left",
            no_wrap=number or not out.is_terminal, overflow="fold",
        )  # fmt: skip
    for one in summaries:
        shown.add_row(*(text for name, text in _row(one).items() if name not in without))
    return shown


def _row(one: CellSummary) -> dict[str, str]:
    low, high = one.success_ci95
    texts = (
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
    return dict(zip((*NAMES, *NUMBERS, VERDICT), texts, strict=True))


def _fitness(fitness: float) -> str:
    # 0.99999 must not be rounded to a solution.
    return f"{fitness:.0f}" if fitness in (0, 1) else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


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
