"""Samples: the runs of each algorithm on each problem, as arrays."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd

# What tells runs apart that cost the same, where it was noted.
COURSE = ("steps", "found_at")
# So many repetitions with one and the same cost are taken for one run.
LEAST_COPIES = 3
# Their runs end by seconds alone.
_UNLIMITED = ("cp", "cp_sat", "clingo")
_NOBODY = np.array(False)


def costs(spent: Any, solved: Any) -> np.ndarray:
    """``spent``, with inf for every unsolved run."""
    return np.where(solved, np.asarray(spent, dtype=float), np.inf)


def alike(places: Iterable[int], key: Callable[[int], Hashable]) -> list[list[int]]:
    """Return the ``places`` of equal ``key`` together: what is alike is computed at once."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place in places:
        found[key(place)].append(place)
    return list(found.values())


class Sample(NamedTuple):
    """The finished runs of one algorithm on one problem; ``failed`` counts the others.

    ``budget`` is what PAR charges for, one for all algorithms on a problem: the largest given, or
    else the most that an unsolved run spent. ``gave_up``: which runs ended by themselves without a
    solution; the other unsolved ones were stopped, those that are ``out_of_evaluations`` by their
    limit on these. ``alike``: whether what else is known of the
    runs' course is the same in all of them. ``limit`` is the most that any of the runs may spend,
    see ``most_spent``; nan where that is unknown.
    """

    problem: str
    n: float
    algorithm: str
    evaluations: np.ndarray
    seconds: np.ndarray
    solved: np.ndarray
    failed: int
    budget: float
    gave_up: np.ndarray = _NOBODY
    alike: bool = True
    limit: float = np.nan
    out_of_evaluations: np.ndarray = _NOBODY

    def spent(self, metric: Metric) -> np.ndarray:
        """Return what each run counts under ``metric``."""
        spent = getattr(self, metric.cost)
        return np.asarray(metric.charged(spent, self.solved, self.budget), dtype=float)

    def dearest(self, metric: Metric) -> tuple[float, float]:
        """The most that a run can count which solves, and which does not; nan where unknown."""
        return dearest(metric, self.limit, self.budget)

    def until_stopped(self, cost: str) -> np.ndarray:
        """Return the cost until each run solved or was stopped, inf for one that gave up.

        A limit on evaluations stops a run at the same evaluations as any other, but after seconds
        that depend on how fast the run was: such a stop is not independent of them, as a censoring
        must be, and a run that it ended counts as one that never solves.
        """
        never = self.gave_up
        if cost == "seconds":
            never = never | self.out_of_evaluations
        return np.where(never, np.inf, getattr(self, cost))

    @property
    def deterministic(self) -> bool:
        """Whether all repetitions are one and the same run, as far as is known of them.

        Equal costs alone do not make them so: a search prices its first population whole, and ends
        there in every run of a small board.
        """
        return self.alike and one_run(self.solved, self.evaluations)

    def counted(self) -> tuple[int, int]:
        """Solved runs and runs, the copies of a deterministic run counting once."""
        return (1, 1) if self.deterministic else (int(self.solved.sum()), len(self.solved))


def one_run(solved: np.ndarray, *course: np.ndarray) -> bool:
    """Whether runs are copies of one, by whether each solved and what is known of its course."""
    return len(solved) >= LEAST_COPIES and bool(solved.all()) and all(map(_one_value, course))


def _one_value(values: np.ndarray) -> bool:
    """Whether all ``values`` that are known are the same."""
    known = values[~np.isnan(values)]
    return bool((known == known[:1]).all())


def dearest(metric: Metric, limit: float, budget: float) -> tuple[float, float]:
    """The most that a run can count of which ``limit`` evaluations are the most it may spend."""
    if metric.cost != "evaluations":
        return np.nan, np.nan
    return limit, float(metric.charged(limit, False, budget))


def most_spent(runs: "pd.DataFrame") -> np.ndarray:
    """Return the most evaluations that each run may spend: its budget, or by its last step more.

    nan where no budget is known, or the search is one that evaluations do not end.
    """
    budgets, spent = (
        runs[name].to_numpy(dtype=float, na_value=np.nan)
        for name in ("budget_evaluations", "evaluations")
    )
    return np.where(runs.use.isin(_UNLIMITED), np.nan, np.maximum(budgets, spent))


def samples(runs: "pd.DataFrame") -> list[Sample]:
    """Return the samples in ``runs``, problems by rising n, algorithms in their order."""
    import pandas as pd

    if runs.empty:  # as of families that nobody solved
        return []
    problems, problem_names = pd.factorize(runs.problem)
    algorithms, algorithm_names = pd.factorize(runs.algorithm)
    columns = {
        name: runs[name].to_numpy(dtype=float, na_value=np.nan)
        for name in ("n", "evaluations", "seconds", "budget_evaluations")
    }
    course = [runs[name].to_numpy(dtype=float, na_value=np.nan) for name in COURSE if name in runs]
    solved = runs.solved.to_numpy(dtype=bool)
    spent, given = columns["evaluations"], columns["budget_evaluations"]
    gave_up = _ended_by("stagnation", runs, spent < given)
    stopped = _ended_by("evaluations", runs, spent >= given)
    finished = (runs.status != "failed").to_numpy()
    budgets = _budgets(problems, spent, given, solved)
    most = most_spent(runs)
    place = _places(problems, columns["n"])[problems] * len(algorithm_names) + algorithms
    order = np.argsort(place, kind="stable")
    starts = np.flatnonzero(np.diff(place[order], prepend=-1))
    found = []
    for rows in np.split(order, starts[1:]):
        first, done = rows[0], rows[finished[rows]]
        found.append(
            Sample(
                str(problem_names[problems[first]]),
                float(columns["n"][first]),
                str(algorithm_names[algorithms[first]]),
                columns["evaluations"][done],
                columns["seconds"][done],
                solved[done],
                len(rows) - len(done),
                budgets[problems[first]],
                gave_up[done],
                all(_one_value(values[done]) for values in course),
                float(most[done].max()) if len(done) else np.nan,
                stopped[done],
            )
        )
    return found


def _places(problems: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return the place of each problem when sorted by n, those without a size last."""
    first = np.unique(problems, return_index=True)[1]
    places = np.empty(len(first), dtype=int)
    places[np.argsort(sizes[first], kind="stable")] = np.arange(len(first))
    return places


def _budgets(
    problems: np.ndarray, spent: np.ndarray, given: np.ndarray, solved: np.ndarray
) -> np.ndarray:
    """For each problem the first of these that is known: budget, unsolved run, any run."""
    budgets = np.full(problems.max() + 1, -np.inf)
    for values in (given, np.where(solved, np.nan, spent), spent):
        known = ~np.isnan(values) & np.isinf(budgets[problems])
        np.maximum.at(budgets, problems[known], values[known])
    return budgets


def _ended_by(reason: str, runs: "pd.DataFrame", otherwise: np.ndarray) -> np.ndarray:
    """Return which unsolved runs ended for this ``reason``; ``otherwise`` if none is given."""
    unsolved: np.ndarray = ~runs.solved.to_numpy(dtype=bool)
    if "reason" not in runs:
        return np.asarray(unsolved & otherwise)
    named = (runs.reason == reason).to_numpy(dtype=bool)
    return np.asarray(unsolved & np.where(runs.reason.isna().to_numpy(), otherwise, named))
