"""One line per cell: how often it solved, at what cost, and what the exact check found."""

import csv
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from statistics import median

from metaqueens.analysis.estimates import wilson
from metaqueens.config.experiment import MOST_RUNS
from metaqueens.experiment.export.files import harmless
from metaqueens.experiment.store import Store


@dataclass(frozen=True)
class CellSummary:
    """What the runs of one cell came to.

    Parameters
    ----------
    success_ci95
        Wilson's interval for the chance that a run solves.
    ert
        Expected running time in evaluations: all evaluations, the unsolved runs' too, by solved
        run; infinite where none solved.
    median_evaluations, median_seconds
        Of the solved runs; None where there is none.
    validated, checked, rejected
        Solved runs that CP-SAT confirmed; that the independent check alone did; and runs, solved
        or not, whose board is not what was claimed.
    gave_up
        What ended most of the unsolved runs: evaluations, seconds or stagnation.
    existence
        For small n that nobody solved: ``proven none`` or ``solvable``.
    """

    n: int
    encoding: str
    algorithm: str
    runs: int
    solved: int
    failed: int
    success_ci95: tuple[float, float]
    ert: float
    median_evaluations: float | None
    median_seconds: float | None
    best_fitness: float | None
    validated: int
    checked: int
    rejected: int
    gave_up: str | None
    existence: str | None

    @property
    def problem(self) -> str:
        """The problem as tables show it."""
        return f"n={self.n} {self.encoding}"


def summarise(store: Store, keys: Sequence[str], runs: int = MOST_RUNS) -> list[CellSummary]:
    """Summarise the first ``runs`` runs of the cells with these ``keys``, in their order."""
    summaries = []
    for key in keys:
        cell, n, encoding, name, existence = store.connection.execute(
            "SELECT cell, n, encoding, name, existence FROM cells WHERE key = ?", (key,)
        ).fetchone()
        rows = store.connection.execute(
            "SELECT status, evaluations, seconds, fitness, verdict, reason FROM runs"
            " WHERE cell = ? AND repetition < ?",
            (cell, runs),
        ).fetchall()
        summaries.append(_summary(n, encoding, name, existence, rows))
    return summaries


def _summary(
    n: int, encoding: str, algorithm: str, existence: str | None, rows: list[tuple]
) -> CellSummary:
    solved = [row for row in rows if row[0] == "solved"]
    failed = sum(row[0] == "failed" for row in rows)
    finished = [row for row in rows if row[0] != "failed"]
    spent = sum(row[1] for row in finished)
    gave_up = Counter(row[5] for row in finished if row[0] != "solved").most_common(1)
    return CellSummary(
        n=n,
        encoding=encoding,
        algorithm=algorithm,
        runs=len(rows),
        solved=len(solved),
        failed=failed,
        success_ci95=wilson(len(solved), len(finished)),
        ert=spent / len(solved) if solved else inf,
        median_evaluations=median(row[1] for row in solved) if solved else None,
        median_seconds=median(row[2] for row in solved) if solved else None,
        best_fitness=max((row[3] for row in finished), default=None),
        validated=sum(row[4] == "validated" for row in solved),
        checked=sum(row[4] == "checked" for row in solved),
        rejected=sum(row[4] == "rejected" for row in finished),
        gave_up=gave_up[0][0] if gave_up else None,
        existence=existence,
    )


def write_csv(path: Path, summaries: Sequence[CellSummary]) -> None:
    """Write the summaries as ``path``, a row each."""
    names = [name for name in CellSummary.__dataclass_fields__ if name != "success_ci95"]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*names, "success_low", "success_high"])
        for summary in summaries:
            row = [getattr(summary, name) for name in names]
            writer.writerow([harmless(value) for value in (*row, *summary.success_ci95)])
