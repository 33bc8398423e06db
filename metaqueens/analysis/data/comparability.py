"""Whether runs are comparable: budgets, time limits, units of cost."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from metaqueens.algorithms import ALGORITHMS
from metaqueens.text.words import listed

if TYPE_CHECKING:
    import pandas as pd

# Processor time that says something of a machine; and how much longer runs take on a busy one.
LEAST_SECONDS, BUSY = 1.0, 1.25
# What exact methods count in the place of evaluations.
UNITS = {
    "backtracking": "nodes",
    "construction": "squares",
    "cp": "branches",
    "cp_sat": "branches",
    "program": "what the program says, or the boards that it writes",
}


def caveats(runs: "pd.DataFrame") -> list[str]:
    """Return what makes the runs, as they were given, hard to compare; a sentence each."""
    return [*_no_budget(runs), *_clocks(runs), *_units(runs)]


def busy(runs: "pd.DataFrame") -> str:
    """That searches waited for a processor, where they did: they took more seconds than needed.

    Searches of ours run in one thread and wait for nothing else; exact solvers may have threads of
    their own. Runs of less than a second of processor time together tell nothing.
    """
    ours = runs[runs.use.isin([*ALGORITHMS])].dropna(subset=["seconds", "cpu_seconds"])
    seconds, spent = ours.seconds.sum(), ours.cpu_seconds.sum()
    if spent < LEAST_SECONDS or seconds < BUSY * spent:
        return ""
    return (
        f"the machine was busy: searches took {seconds / spent:.1f} times their processor time;"
        " times are longer than on an idle machine, evaluations are the same"
    )


def _no_budget(runs: "pd.DataFrame") -> Iterator[str]:
    if runs.solved.all():
        return
    known = runs.budget_evaluations.notna() | runs.budget_seconds.notna()
    if without := sorted(set(map(str, runs.source)) - set(map(str, runs.source[known]))):
        yield (
            f"no budget is given in {listed(without)}: if it was not the same for all, success"
            " rates and ERTs are not alike (a column budget_evaluations would tell)"
        )


def _clocks(runs: "pd.DataFrame") -> Iterator[str]:
    limits = runs.groupby("problem", observed=True).budget_seconds.nunique()
    if len(unequal := list(limits.index[limits > 1])):
        yield (
            f"time limits differ on {listed(list(map(str, unequal)))}: a run stopped by the clock"
            " counts as it ended, so that ERTs and success rates are not alike"
        )


def _units(runs: "pd.DataFrame") -> Iterator[str]:
    found: dict[str, str] = {}
    for use in runs.use.dropna().unique():
        found.setdefault(UNITS.get(str(use), "evaluations of boards"), str(use))
    if len(found) > 1:
        said = [f"{what} ({use})" for what, use in found.items()]
        yield (
            f"what is counted differs: {listed(said)}; a ranking by them compares different things,"
            " median_time compares one"
        )
