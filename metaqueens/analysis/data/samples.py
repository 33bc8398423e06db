"""Samples: the runs of each algorithm on each problem, as arrays."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import isnan
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from metaqueens.metrics import Metric

# Columns that differ between different runs of one cost, if they are known.
COURSE = ("steps", "found_at")
# Only seconds end the runs of these.
_UNLIMITED = ("cp", "cp_sat", "clingo")
# At least this number of repetitions with the same cost are taken for one run.
LEAST_COPIES = 3
_NONE, _UNKNOWN = np.array(False), np.array([None])


def mark_unsolved(spent: Any, solved: Any) -> np.ndarray:
    """Return ``spent``, with inf for every unsolved run."""
    return np.where(solved, np.asarray(spent, dtype=float), np.inf)


class Sample(NamedTuple):
    """The finished runs of one algorithm on one problem; ``failed`` counts the others.

    ``budget`` is the one that PAR charges, the same for all algorithms on a problem: the largest
    given, or else the largest cost of an unsolved run. ``cost`` is that of the best solution of
    each run, nan if it is not known. ``gave_up`` marks runs that ended by themselves without a
    solution, and ``out_of_evaluations`` those that their limit stopped. ``alike``: whether the
    other known facts are the same in all runs. ``limit`` is the largest number of evaluations that
    a run could have; inf if it is unknown. ``family`` is the name of the problem itself if it is
    the only one of its family. ``verdict``, ``reason`` and ``fitness`` are those of each run.
    ``unit`` is that of its evaluations, such as ``nodes``, or that of the metric it is judged by.
    """

    problem: str
    n: float
    algorithm: str
    evaluations: np.ndarray
    seconds: np.ndarray
    solved: np.ndarray
    failed: int
    budget: float
    cost: np.ndarray
    gave_up: np.ndarray = _NONE
    alike: bool = True
    limit: float = np.inf
    out_of_evaluations: np.ndarray = _NONE
    family: str = ""
    encoding: str | None = None
    existence: str | None = None
    verdict: np.ndarray = _UNKNOWN
    reason: np.ndarray = _UNKNOWN
    fitness: np.ndarray = np.array([np.nan])
    unit: str = "evaluations"

    def judge_by(self, metric: Metric) -> "Sample":
        """Return the sample in the unit of this metric; one of solutions censors no run."""
        if metric.unit == "evaluations":
            return self
        if not metric.of_solutions:
            return self._replace(unit=metric.unit)
        all_solved = np.ones_like(self.solved)
        return self._replace(unit=metric.unit, solved=all_solved, alike=self.deterministic)

    def costs(self, metric: Metric) -> np.ndarray:
        """Return the cost of each run under ``metric``."""
        spent = getattr(self, metric.cost)
        return np.asarray(metric.charge(spent, self.solved, self.budget), dtype=float)

    def costs_to_stop(self, cost: str) -> np.ndarray:
        """Return the cost until each run solved or was stopped, inf for one that gave up.

        A limit on evaluations stops all runs at the same evaluations, but after seconds that depend
        on the speed of the run. Such a stop is no independent censoring, so that a run that it
        ended counts as one that never solves.
        """
        never = self.gave_up
        if cost == "seconds":
            never = never | self.out_of_evaluations
        return np.where(never, np.inf, getattr(self, cost))

    @property
    def deterministic(self) -> bool:
        """Return whether all repetitions are the same run, as far as is known.

        Equal costs alone do not show it: a search evaluates its first population whole, and ends
        there in every run of a small board.
        """
        is_solved = len(self.solved) >= LEAST_COPIES and bool(self.solved.all())
        return self.alike and is_solved and _is_constant(self.evaluations)

    def count_runs(self) -> tuple[int, int]:
        """Return the solved runs and the runs; copies of a deterministic run count once."""
        return (1, 1) if self.deterministic else (int(self.solved.sum()), len(self.solved))


def _is_constant(values: np.ndarray) -> bool:
    known = values[~np.isnan(values)]
    return bool((known == known[:1]).all())


def samples(runs: pd.DataFrame) -> list[Sample]:
    """Return the samples in ``runs``, problems by increasing n, algorithms in their order."""
    if runs.empty:  # families of which no instance was solved
        return []
    names = ("n", "evaluations", "seconds", "budget_evaluations", "fitness", "cost")
    sizes, spent, seconds, budget, fitness, cost = (_as_floats(runs[name]) for name in names)
    course = [_as_floats(runs[name]) for name in COURSE]
    solved = np.asarray(runs["solved"], dtype=bool)
    gave_up = ~solved & _is_ended_by("stagnation", runs["reason"], spent < budget)
    stopped = ~solved & _is_ended_by("evaluations", runs["reason"], spent >= budget)
    finished = np.asarray(runs["status"]) != "failed"
    no_limit = np.isnan(budget) | np.isin(np.asarray(runs["use"], dtype=str), _UNLIMITED)
    limits = np.where(no_limit, np.inf, np.maximum(budget, spent))  # with the last step
    # By problem the largest budget, else cost of an unsolved run, else of any run.
    largest, unsolved, all_runs = (
        pd.Series(costs, runs.index).groupby(runs["problem"], observed=True).max()
        for costs in (budget, np.where(solved, np.nan, spent), spent)
    )
    budgets = largest.fillna(unsolved).fillna(all_runs)
    texts = {
        name: np.asarray(runs[name], dtype=object)
        for name in ("encoding", "existence", "verdict", "reason")
    }
    groups = runs.groupby(["problem", "algorithm"], observed=True, sort=False).indices
    algorithms = list(runs["algorithm"].unique())
    # Sorting is stable, and a missing n is last.
    problems = runs.drop_duplicates("problem").sort_values("n", kind="stable")
    families = name_families(problems["problem"], problems["family"])
    found = []
    for problem, algorithm in product(problems["problem"], algorithms):
        if (problem, algorithm) not in groups:
            continue
        rows = groups[problem, algorithm]
        first, done = rows[0], rows[finished[rows]]
        found.append(
            Sample(
                problem=str(problem),
                n=float(sizes[first]),
                algorithm=str(algorithm),
                evaluations=spent[done],
                seconds=seconds[done],
                solved=solved[done],
                failed=len(rows) - len(done),
                budget=float(budgets[problem]),
                cost=cost[done],
                gave_up=gave_up[done],
                alike=all(_is_constant(values[done]) for values in course),
                limit=float(limits[done].max(initial=0)),
                out_of_evaluations=stopped[done],
                family=families[str(problem)],
                encoding=_first_text(texts["encoding"][rows]),
                existence=_first_text(texts["existence"][rows]),
                verdict=texts["verdict"][done],
                reason=texts["reason"][done],
                fitness=fitness[done],
                unit=str(runs["unit"].iloc[first]),
            )
        )
    return found


def name_families(problems: Iterable[Any], families: Iterable[Any]) -> dict[str, str]:
    """Return the family of each problem; its own name if it is the only instance."""
    names = dict(zip(map(str, problems), map(str, families), strict=True))
    sizes = Counter(names.values())
    return {problem: name if sizes[name] > 1 else problem for problem, name in names.items()}


def count_outcomes(found: Iterable[Sample]) -> dict[str, Any]:
    """Return the outcomes of the runs of some samples.

    ``validated`` and ``checked`` count the solved runs that CP-SAT confirmed, and those that only
    the independent recount confirmed; ``rejected`` counts rejected runs, solved or not.
    ``best_fitness`` is that of the other runs; ``gave_up`` is the most frequent reason of unsolved
    runs.
    """
    counts, reasons, fitness = Counter[str](), Counter[str](), list[float]()
    for sample in found:
        is_rejected = sample.verdict == "rejected"
        for verdict in ("validated", "checked"):
            counts[verdict] += int((sample.solved & (sample.verdict == verdict)).sum())
        counts["rejected"] += int(is_rejected.sum())
        fitness += sample.fitness[~is_rejected].tolist()
        reasons.update(reason for reason in sample.reason if isinstance(reason, str))
    del reasons["solved"]
    return {
        "validated": counts["validated"],
        "checked": counts["checked"],
        "rejected": counts["rejected"],
        "best_fitness": max((one for one in fitness if not isnan(one)), default=None),
        "gave_up": reasons.most_common(1)[0][0] if reasons else None,
    }


def _as_floats(values: pd.Series) -> np.ndarray:
    return np.asarray(values.to_numpy(dtype=float, na_value=np.nan))


def _first_text(values: np.ndarray) -> str | None:
    return next((value for value in values if isinstance(value, str)), None)


def _is_ended_by(reason: str, reasons: pd.Series, otherwise: np.ndarray) -> np.ndarray:
    """Mark the runs that ended for this ``reason``; ``otherwise`` if none is known."""
    return np.asarray(np.where(reasons.isna(), otherwise, reasons == reason), dtype=bool)
