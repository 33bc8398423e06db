"""The table that a run ends with, a row for each problem and algorithm, and the next command."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from metaqueens.analysis import families
from metaqueens.analysis.summary import CellSummary
from metaqueens.cli.terminal import consoles
from metaqueens.cli.terminal.table import show
from metaqueens.metrics import meanings, shown
from metaqueens.text.tables import Column, Table
from metaqueens.text.words import listed, shares


def print_table(summaries: Sequence[CellSummary]) -> None:
    """Print the table of ``summaries``, with a legend."""
    out = consoles.console()
    told = show(table(summaries))
    if any(one.solved and one.finished < 30 for one in summaries):
        out.print("fewer than 30 runs: a small sample; the intervals say how little it tells")
    if same := dict.fromkeys(one.algorithm for one in summaries if one.deterministic):
        said = f"every repetition of {listed(list(same))} is the same run: the interval is of one"
        out.print(said, markup=False, soft_wrap=not out.is_terminal)
    for sentence in told.sentences():
        out.print(sentence, soft_wrap=not out.is_terminal)


def table(summaries: Sequence[CellSummary]) -> Table:
    """Return the table of ``summaries``, with the number of instances where there are families."""
    metrics, several = shown(), any(one.instances > 1 for one in summaries)
    # What a narrow terminal goes without; summary.csv has all.
    _, *others = metrics.values()
    columns = (
        Column("problem", [one.problem for one in summaries], is_number=False),
        Column("algorithm", [one.algorithm for one in summaries], is_number=False),
        *([Column("instances", list(map(_instances, summaries)))] if several else []),
        Column("solved", [f"{one.solved}/{one.finished}" for one in summaries]),
        Column("95 % interval", [f"{shares(*one.success_ci95)} %" for one in summaries]),
        *(
            Column(metric.title, [metric.text(one.metrics[name]) for one in summaries])
            for name, metric in metrics.items()
        ),
        Column("best fitness", [_fitness(one.best_fitness) for one in summaries]),
        Column("exact check", [_verdict(one) for one in summaries], is_number=False),
    )
    dispensable = (*(metric.title for metric in others), "best fitness")
    return Table(columns, legend=meanings(metrics), dispensable=dispensable, names=2)


def _instances(one: CellSummary) -> str:
    """Return how many were solved, of those that are known to have a solution."""
    none = sum(one.unsolved.get(state, 0) for state in families.UNSOLVED)
    return f"{one.instances_solved:,}/{one.instances - none:,}" if one.instances > 1 else "-"


def _fitness(fitness: float | None) -> str:
    if fitness is None:
        return "-"
    # 0.99999 must not be rounded to a solution.
    return f"{fitness:.0f}" if fitness in (0, 1) else f"{min(fitness, 0.99999999):.8f}".rstrip("0")


def _verdict(one: CellSummary) -> str:
    counts = {
        "validated": one.validated,
        "checked": one.checked,
        "REJECTED": one.rejected,
        "failed": one.failed,
    }
    parts = [f"{count} {name}" for name, count in counts.items() if count]
    if one.existence:
        none = one.existence == "proven none"
        parts.append("no solution exists (proven)" if none else "a solution exists")
    if words := families.left_out(one.unsolved):
        parts.append(f"no run solved {words}")
    return ", ".join(parts) or "-"


def advice(
    name: str, folder: Path, summaries: Sequence[CellSummary], parts: int | None = None
) -> str:
    """Return what may be worth doing with the results of ``name``, of which there are ``parts``."""
    there = shlex.quote(str(folder))
    if any(one.failed for one in summaries):
        return f"show {there}   says why runs failed; the same command does them again"
    if any(one.rejected for one in summaries):
        return f"validate {there}   names the rejected boards"
    if parts:
        return f"merge results/{name}.shard-*-of-{parts} -o results/{name}   joins the parts"
    if len({one.algorithm for one in summaries}) > 1:
        return f"compare {there}   says which is better, and how sure that is"
    return f"show {there}   shows how far each came"
