"""What the runs of one algorithm on one problem came to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import COURSE, one_run
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.metrics import shown
from metaqueens.problem.queens import Queens


@dataclass(frozen=True)
class CellSummary:
    """What the runs of one algorithm on one problem came to.

    Parameters
    ----------
    runs
        All that are stored, ``failed`` ones among them.
    finished
        Those that did not fail: what ``solved`` and its interval are of.
    solved
        Runs that solved; not those whose board was ``rejected``.
    success_ci95
        Wilson's interval for the chance that a run solves, of one run where ``deterministic``.
    metrics
        By name, those that every table shows; nan where no run finished.
    validated, checked, rejected
        Solved runs that CP-SAT confirmed; that the independent check alone did; and runs, solved
        or not, whose board is not what was claimed.
    gave_up
        What ended most of the unsolved runs: evaluations, seconds or stagnation.
    existence
        For small n that nobody solved: ``proven none`` or ``solvable``.
    instances
        More than 1 where the row is that of a family; its runs are those on instances that are
        known to have a solution, and its interval is over these.
    instances_solved
        On how many of these a run solved.
    unsolved
        What is known of the instances that no algorithm solved, and of how many.
    deterministic
        All runs are one and the same, as in ``Sample``.
    """

    n: int
    encoding: str
    algorithm: str
    runs: int
    solved: int
    failed: int
    finished: int
    success_ci95: tuple[float, float]
    metrics: dict[str, float]
    best_fitness: float | None
    validated: int
    checked: int
    rejected: int
    gave_up: str | None
    existence: str | None
    problem_label: str
    instances: int = 1
    instances_solved: int = 0
    unsolved: Mapping[str, int] = field(default_factory=dict)
    deterministic: bool = False

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
    steps: int | None = None
    found_at: int | None = None


def summary(
    n: int,
    encoding: str,
    algorithm: str,
    existence: str | None,
    rows: Sequence[Row],
    problem: str | None = None,
) -> CellSummary:
    """Return the summary of these runs, on the ``problem`` of this label; plain when not given."""
    finished = [row for row in rows if row.status != "failed"]
    solved = [row for row in finished if is_solved(row)]
    did = np.array([is_solved(row) for row in finished], dtype=bool)
    spent = {
        "evaluations": np.array([row.evaluations for row in finished], dtype=float),
        "seconds": np.array([row.seconds for row in finished], dtype=float),
    }
    metrics = {name: metric.value(spent[metric.cost], did) for name, metric in shown().items()}
    course = [np.array([getattr(row, name) for row in finished], float) for name in COURSE]
    same = one_run(did, spent["evaluations"], *course)
    gave_up = Counter(row.reason for row in finished if row.status != "solved").most_common(1)
    boards = [row.fitness for row in finished if row.verdict != "rejected"]
    return CellSummary(
        n=n,
        encoding=encoding,
        algorithm=algorithm,
        runs=len(rows),
        solved=len(solved),
        failed=len(rows) - len(finished),
        finished=len(finished),
        success_ci95=wilson(1, 1) if same else wilson(len(solved), len(finished)),
        metrics=metrics,
        best_fitness=max(boards, default=None),
        validated=sum(row.verdict == "validated" for row in solved),
        checked=sum(row.verdict == "checked" for row in solved),
        rejected=sum(row.verdict == "rejected" for row in finished),
        gave_up=gave_up[0][0] if gave_up else None,
        existence=existence,
        problem_label=problem or Queens(n).label,
        deterministic=same,
    )


def is_solved(row: Row) -> bool:
    """Whether it solved, and no exact check found otherwise."""
    return row.status == "solved" and row.verdict != "rejected"
