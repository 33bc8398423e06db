"""Summaries of results: success, cost and exact check of each algorithm on each problem."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.data import labels
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.config.file import MOST_RUNS
from metaqueens.experiment.export.files import harmless
from metaqueens.experiment.results import queries
from metaqueens.experiment.results.store import Store
from metaqueens.files import replacing
from metaqueens.metrics import shown
from metaqueens.problem.queens import Queens


@dataclass(frozen=True)
class CellSummary:
    """What the runs of one algorithm on one problem came to.

    Parameters
    ----------
    runs
        All that are stored, ``failed`` ones among them.
    solved
        Runs that solved; not those whose board was ``rejected``.
    success_ci95
        Wilson's interval for the chance that a run solves.
    metrics
        By name, those that every table shows; nan where no run finished.
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
    metrics: dict[str, float]
    best_fitness: float | None
    validated: int
    checked: int
    rejected: int
    gave_up: str | None
    existence: str | None
    problem_label: str

    @property
    def problem(self) -> str:
        """The problem as tables show it."""
        return f"{self.problem_label} {self.encoding}"


class Row(NamedTuple):
    """What a summary reads of a run."""

    status: str
    evaluations: int
    seconds: float
    fitness: float
    verdict: str | None
    reason: str


def summarise(
    store: Store, keys: Iterable[str] | None = None, runs: int = MOST_RUNS
) -> list[CellSummary]:
    """Summarise all runs in ``store``; or the first ``runs`` of the cells with these ``keys``.

    By rising n, algorithms in the order in which they came, labelled as everywhere in ``analysis``.
    """
    cells = queries.cells(store)
    named = [{**cell._asdict(), "source": ""} for cell in cells]
    of_cell: dict[int, list[Row]] = defaultdict(list)
    for cell, *row in queries.runs(store, ("cell", *Row._fields), below=runs):
        of_cell[cell].append(Row(*row))
    wanted = None if keys is None else set(keys)
    found: dict[tuple[int, str, str, str], list[Row]] = {}
    existence: dict[tuple[int, str, str, str], str | None] = {}
    for cell, label in zip(cells, labels.algorithms(named), strict=True):
        place = cell.n, cell.problem_label, cell.encoding, label
        if of_cell[cell.cell] if wanted is None else cell.key in wanted:
            found.setdefault(place, []).extend(of_cell[cell.cell])
            existence[place] = existence.get(place) or cell.existence
    ordered = sorted(found, key=lambda place: place[0])
    return [
        summary(n, encoding, label, existence[place], found[place], problem)
        for place in ordered
        for n, problem, encoding, label in [place]
    ]


def summary(
    n: int,
    encoding: str,
    algorithm: str,
    existence: str | None,
    rows: Sequence[Row],
    problem: str | None = None,
) -> CellSummary:
    """The summary of these runs, on the ``problem`` of this label; plain when not given."""
    finished = [row for row in rows if row.status != "failed"]
    solved = [row for row in finished if _solved(row)]
    is_solved = np.array([_solved(row) for row in finished], dtype=bool)
    spent = {
        "evaluations": np.array([row.evaluations for row in finished], dtype=float),
        "seconds": np.array([row.seconds for row in finished], dtype=float),
    }
    metrics = {
        name: metric.value(spent[metric.cost], is_solved) for name, metric in shown().items()
    }
    gave_up = Counter(row.reason for row in finished if row.status != "solved").most_common(1)
    boards = [row.fitness for row in finished if row.verdict != "rejected"]
    return CellSummary(
        n=n,
        encoding=encoding,
        algorithm=algorithm,
        runs=len(rows),
        solved=len(solved),
        failed=len(rows) - len(finished),
        success_ci95=wilson(len(solved), len(finished)),
        metrics=metrics,
        best_fitness=max(boards, default=None),
        validated=sum(row.verdict == "validated" for row in solved),
        checked=sum(row.verdict == "checked" for row in solved),
        rejected=sum(row.verdict == "rejected" for row in finished),
        gave_up=gave_up[0][0] if gave_up else None,
        existence=existence,
        problem_label=problem or Queens(n).label,
    )


def _solved(row: Row) -> bool:
    return row.status == "solved" and row.verdict != "rejected"


def write_summary(store: Store) -> list[CellSummary]:
    """Write ``summary.csv`` of all runs in ``store``, in its folder; the summaries."""
    found = summarise(store)
    write_csv(store.folder / "summary.csv", found)
    return found


def write_csv(path: Path, summaries: Sequence[CellSummary]) -> None:
    """Write the summaries as ``path``, a row each."""
    before = ("n", "encoding", "algorithm", "runs", "solved", "failed")
    after = (
        "best_fitness",
        "validated",
        "checked",
        "rejected",
        "gave_up",
        "existence",
        "problem_label",
    )
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([*before, *shown(), *after, "success_low", "success_high"])
        for one in summaries:
            row = (
                *(getattr(one, name) for name in before),
                *(one.metrics[name] for name in shown()),
                *(getattr(one, name) for name in after),
                *one.success_ci95,
            )
            writer.writerow([harmless(value) for value in row])
