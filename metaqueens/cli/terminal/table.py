"""The table that a run ends with."""

from collections.abc import Collection, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from metaqueens.analysis.estimate.metrics import METRICS, legend
from metaqueens.analysis.summary import CellSummary
from metaqueens.cli.terminal.output import console, fits
from metaqueens.words import shares

NAMES, VERDICT = ("problem", "algorithm"), "exact check"
SHOWN = ("ert", "median", "median_time")
TITLES = tuple(METRICS[name].title for name in SHOWN)
NUMBERS = ("solved", "95 % interval", *TITLES, "best fitness")
# What a narrow terminal goes without, the first ones first; summary.csv has all.
DISPENSABLE = ("median", "median time", "best fitness")


def print_table(summaries: Sequence[CellSummary]) -> None:
    """Print a line per problem and algorithm."""
    out = console()
    without = _left_out(summaries, out) if out.is_terminal else ()
    out.print(_table(summaries, out, without))
    if any(one.solved and one.runs < 30 for one in summaries):
        out.print("fewer than 30 runs: a small sample; the intervals say how little it tells")
    shown = [name for name in SHOWN if METRICS[name].title not in without]
    out.print(legend(*shown), soft_wrap=not out.is_terminal)


def _left_out(summaries: Sequence[CellSummary], out: Console) -> Sequence[str]:
    """The columns that have no room."""
    some = (DISPENSABLE[:count] for count in range(len(DISPENSABLE)))
    return next((one for one in some if fits(_table(summaries, out, one), out)), DISPENSABLE)


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
            header if out.is_terminal else name,
            justify="right" if number else "left",
            no_wrap=number or not out.is_terminal,
            overflow="fold",
        )
    for one in summaries:
        shown.add_row(*(text for name, text in _row(one).items() if name not in without))
    return shown


def _row(one: CellSummary) -> dict[str, str]:
    low, high = one.success_ci95
    texts = (
        one.problem,
        one.algorithm,
        f"{one.solved}/{one.runs}",
        f"{shares(low, high)} %",
        *(METRICS[name].text(getattr(one, name)) for name in SHOWN),
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
            (one.validated, "validated"),
            (one.checked, "checked"),
            (one.rejected, "REJECTED"),
            (one.failed, "failed"),
        )
        if count
    ]
    if one.existence:
        none = one.existence == "proven none"
        parts.append("no solution exists (proven)" if none else "a solution exists")
    return ", ".join(parts) or "-"
