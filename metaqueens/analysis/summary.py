"""Summaries of a results folder: a row a problem and algorithm, or a family and algorithm."""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from metaqueens.analysis import families
from metaqueens.analysis.data import labels
from metaqueens.analysis.data.samples import COURSE, one_run
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.config.file import MOST_RUNS
from metaqueens.experiment.results import queries, sums
from metaqueens.experiment.results.store import Store
from metaqueens.files.writing import replacing
from metaqueens.metrics import METRICS, shown
from metaqueens.text.printable import harmless


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


def is_solved(row: Row) -> bool:
    """Whether it solved, and no exact check found otherwise."""
    return row.status == "solved" and row.verdict != "rejected"


def summarise(
    store: Store, keys: Iterable[str] | None = None, runs: int = MOST_RUNS
) -> list[CellSummary]:
    """Summarise all runs in ``store``; or the first ``runs`` of the cells with these ``keys``.

    By rising n, algorithms in the order in which they came, labelled as everywhere in ``analysis``.
    """
    return [one.summary() for one in _gathered(store, keys, runs)]


def summarise_families(store: Store) -> list[CellSummary]:
    """Summarise all runs in ``store``, those on the instances of a family together."""
    groups = _gathered(store)
    names = families.together([one.problem for one in groups], [one.family for one in groups])
    known = {one.problem: one.existence or "unknown" for one in groups}
    known |= {one.problem: "solved" for one in groups if one.is_solved}
    members: dict[tuple[Any, ...], list[Group]] = {}
    for one in groups:
        name = names[one.problem]
        members.setdefault((one.n, name, one.encoding, one.algorithm), []).append(one)
    return [
        mine[0].summary() if len(mine) == 1 else _family(name, mine, known)
        for (_, name, *_), mine in members.items()
    ]


@dataclass
class Group:
    """The runs of one algorithm on one problem, and what is known of the problem."""

    n: int
    problem: str
    encoding: str
    algorithm: str
    family: str
    rows: list[Row] = field(default_factory=list)
    existence: str | None = None

    @property
    def is_solved(self) -> bool:
        """Whether any of them solved."""
        return any(map(is_solved, self.rows))

    def summary(self) -> CellSummary:
        """Return the summary of its runs."""
        finished = [row for row in self.rows if row.status != "failed"]
        solved = [row for row in finished if is_solved(row)]
        did = np.array([is_solved(row) for row in finished], dtype=bool)
        same = one_run(did, *(_column(finished, name) for name in ("evaluations", *COURSE)))
        gave_up = Counter(row.reason for row in finished if row.status != "solved").most_common(1)
        boards = [row.fitness for row in finished if row.verdict != "rejected"]
        return CellSummary(
            n=self.n,
            encoding=self.encoding,
            algorithm=self.algorithm,
            runs=len(self.rows),
            solved=len(solved),
            failed=len(self.rows) - len(finished),
            finished=len(finished),
            success_ci95=wilson(1, 1) if same else wilson(len(solved), len(finished)),
            metrics={
                name: metric.value(_column(finished, metric.cost), did)
                for name, metric in shown().items()
            },
            best_fitness=max(boards, default=None),
            validated=sum(row.verdict == "validated" for row in solved),
            checked=sum(row.verdict == "checked" for row in solved),
            rejected=sum(row.verdict == "rejected" for row in finished),
            gave_up=gave_up[0][0] if gave_up else None,
            existence=self.existence,
            problem_label=self.problem,
            deterministic=same,
        )


def _column(rows: Sequence[Row], name: str) -> np.ndarray:
    """Return what each of the rows has there, nan for what is not known."""
    return np.array([getattr(row, name) for row in rows], float)


def _gathered(
    store: Store, keys: Iterable[str] | None = None, runs: int = MOST_RUNS
) -> list[Group]:
    """Return the runs of each algorithm on each problem, by rising n."""
    cells = queries.cells(store)
    named = [{**cell._asdict(), "source": ""} for cell in cells]
    of_cell: dict[int, list[Row]] = defaultdict(list)
    for cell, *row in queries.runs(store, ("cell", *Row._fields), below=runs):
        of_cell[cell].append(Row(*row))
    wanted = None if keys is None else set(keys)
    found: dict[tuple[Any, ...], Group] = {}
    for cell, label in zip(cells, labels.algorithms(named), strict=True):
        if of_cell[cell.cell] if wanted is None else cell.key in wanted:
            place = cell.n, cell.problem_label, cell.encoding, label
            family = queries.family_of(cell.problem, cell.problem_label)
            group = found.setdefault(place, Group(*place, family))
            group.rows += of_cell[cell.cell]
            group.existence = group.existence or cell.existence
    return sorted(found.values(), key=lambda one: one.n)


def _family(name: str, mine: Sequence[Group], known: Mapping[str, str]) -> CellSummary:
    """The row of one algorithm on a family: its runs on instances known to have a solution."""
    states = Counter(known[one.problem] for one in mine)
    counted = [one for one in mine if known[one.problem] not in families.UNSOLVED]
    rows = [row for one in counted for row in one.rows]
    whole = replace(mine[0], rows=rows, problem=name, existence=None).summary()
    finished = [[row for row in one.rows if row.status != "failed"] for one in counted]
    parts = [part for part in finished if part]
    did = [np.array(list(map(is_solved, part))) for part in parts]
    values = {
        name: families.value(metric, [_column(part, metric.cost) for part in parts], did)
        for name, metric in (shown() | {"success": METRICS["success"]}).items()
    }
    share = values.pop("success")
    everything = [row for one in mine for row in one.rows]
    return replace(
        whole,
        failed=sum(row.status == "failed" for row in everything),
        rejected=sum(row.verdict == "rejected" for row in everything),
        success_ci95=wilson(share * len(parts) if parts else 0, len(parts)),
        metrics=values,
        deterministic=False,
        instances=len(mine),
        instances_solved=sum(one.is_solved for one in counted),
        unsolved={state: count for state, count in states.items() if state != "solved"},
    )


def write_summary(store: Store) -> list[CellSummary]:
    """Write ``summary.csv`` of all runs in ``store``, in its folder; the summaries."""
    found = summarise(store)
    path = store.folder / "summary.csv"
    write_csv(path, found)
    sums.update(path)
    return found


def write_csv(path: Path, summaries: Sequence[CellSummary]) -> None:
    """Write the summaries as ``path``, a row each."""
    names = [
        *("n", "encoding", "algorithm", "runs", "solved", "failed"),
        *shown(),
        *("best_fitness", "validated", "checked", "rejected", "gave_up", "existence"),
        *("problem_label", "success_low", "success_high"),
    ]
    with replacing(path) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        for one in summaries:
            ends = dict(zip(("success_low", "success_high"), one.success_ci95, strict=True))
            known = vars(one) | one.metrics | ends
            writer.writerow([harmless(known[name]) for name in names])
