"""Families of instances: those that count, a row per family and algorithm, and tests.

Runs on one instance are similar. Intervals and tests of a family therefore count instances.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from metaqueens.analysis.data.labels import group_places
from metaqueens.analysis.data.samples import Sample, count_outcomes, mark_unsolved
from metaqueens.analysis.estimate import limits
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.estimate.intervals import Row, has_equal_costs
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS, compare_columns
from metaqueens.analysis.inference.significance import adjust_holm, verdict
from metaqueens.metrics import METRICS, Metric
from metaqueens.metrics.statistics import weighted_quantile

RESAMPLES = 1000
# There is no interval for fewer instances.
LEAST_INSTANCES = 10
# The states of unsolved instances: those that do not count, and those that do.
UNSOLVED = ("proven none", "unknown")
COUNTED = ("solvable", "target not known")
TESTS = ("family", "better", "other", "ahead", "level", "behind", "p", "favours")
WORDS = {
    "solvable": "with a solution",
    "target not known": "that may not allow so low a cost",
    "proven none": "without a solution (proven)",
    "unknown": "undecided",
}


def find_states(found: Sequence[Sample]) -> dict[str, str]:
    """Return by problem: ``solved`` by a run, else ``solvable``, ``proven none`` or ``unknown``.

    With a target above 0 also ``target not known``: no run reached it, and nothing is proven of it.
    """
    states: dict[str, str] = {}
    for sample in found:
        if sample.solved.any():
            states[sample.problem] = "solved"
        else:
            states.setdefault(sample.problem, sample.existence or "unknown")
    return states


def replace_instances(frame: pd.DataFrame, found: Sequence[Sample]) -> pd.DataFrame:
    """Return ``frame`` with families as its problems, and its instances in a column ``instance``.

    Rows of instances that do not count, according to the samples ``found``, are left out.
    """
    names = {sample.problem: sample.family for sample in found}
    counted = [name for name, state in find_states(found).items() if state not in UNSOLVED]
    rows = frame[frame.problem.isin(counted)]
    instances = rows.problem.astype(str)
    return rows.assign(problem=instances.map(names), instance=instances)


def describe_unsolved(row: Mapping[str, Any]) -> str:
    """Return the numbers of instances that no run solved, by their state."""
    return ", ".join(f"{int(row[key]):,} {text}" for key, text in WORDS.items() if row.get(key))


def make_table(found: Sequence[Sample], metric: str) -> list[Row]:
    """Return a row per family and algorithm; none if no family has two instances.

    ``low`` and ``high`` are the 95 % interval of ``metric``. Instances that no algorithm solved
    count only if they have a solution; ``proven none`` and ``unknown`` are the numbers of the
    others. With a target above 0 all count, because to leave out those that no run brought there
    would be to choose by outcome. Every metric is ``compute_value`` of the instances that count,
    and so are the outcomes, except failed and rejected runs, which are those of all instances.
    """
    if all(sample.family == sample.problem for sample in found):
        return []
    states = find_states(found)
    rows: list[Row] = []
    groups = group_places((sample.family, sample.algorithm) for sample in found)
    for (family, algorithm), places in groups.items():
        members = sorted((found[k] for k in places), key=lambda sample: sample.problem)
        if finished := [sample for sample in members if len(sample.solved)]:
            row = {"family": family, "algorithm": algorithm}
            row |= _make_row(finished, states, metric)
            rows.append(row | {"failed": sum(sample.failed for sample in members)})
    return sorted(rows, key=lambda row: float(row["n"]))


def _make_row(samples: Sequence[Sample], states: Mapping[str, str], name: str) -> Row:
    """Return the numbers of one algorithm, which has a sample on each instance of a family."""
    own_states = [states[sample.problem] for sample in samples]
    counted = [one for one, state in zip(samples, own_states, strict=True) if state not in UNSOLVED]
    solved, trials = [sample.solved for sample in counted], len(counted)
    # An instance that is not known to have a solution has a cost too.
    members = {key: samples if one.of_solutions else counted for key, one in METRICS.items()}
    values = {
        key: compute_value(metric, [one.costs(metric) for one in members[key]],
                           [one.solved for one in members[key]])
        for key, metric in METRICS.items()
    }  # fmt: skip
    success = wilson(values["success"] * trials if trials else 0, trials)
    metric = METRICS[name]
    low, high = _find_interval(metric, members[name]) if metric.less_is_better else success
    return {
        "n": samples[0].n,
        "instances": len(samples),
        "counted": trials,
        "instances_solved": sum(bool(runs.any()) for runs in solved),
        **{state: own_states.count(state) for state in (*COUNTED, *UNSOLVED)},
        "runs": sum(map(len, solved)),
        "solved": sum(int(runs.sum()) for runs in solved),
        "success_low": success[0],
        "success_high": success[1],
        **values,
        "low": low,
        "high": high,
        "unit": samples[0].judge_by(METRICS[name]).unit,
        "encoding": samples[0].encoding,
        "deterministic": False,
        **count_outcomes(counted),
        "rejected": count_outcomes(samples)["rejected"],
        "existence": None,
    }


def compute_value(
    metric: Metric, spent: Sequence[np.ndarray], solved: Sequence[np.ndarray]
) -> float:
    """Return the metric of a family whose instances have equal weight, whatever their runs.

    ERT is the mean of the costs of an instance divided by the mean share of its solved runs, PAR
    and success are means over instances, and in a quantile a run has the weight 1 over the runs of
    its instance. If all have equally many runs it is the metric of all runs.

    ``spent`` and ``solved`` have an array per instance, an entry per run; ``spent`` includes the
    penalty of PAR. nan if there is no instance, or the cost of a run is unknown.
    """
    if not spent or (metric.less_is_better and any(np.isnan(runs).any() for runs in spent)):
        return np.nan
    solved = [runs | metric.of_solutions for runs in solved]
    if metric.quantile is None:
        return float(metric.statistic(_means(spent), _means(solved)))
    weights = np.concatenate([np.full(len(runs), 1 / len(runs)) for runs in spent])
    known = mark_unsolved(np.concatenate(spent), np.concatenate(solved))
    return weighted_quantile(known, weights, metric.quantile)


def _means(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([part.mean() for part in parts])


def _find_interval(metric: Metric, samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the 95 % interval of ``compute_value``; nan for few instances.

    It is that of ``limits`` if each instance has one cost, as all runs solved or there is only one;
    else it has the 2.5 and 97.5 % percentiles of the metric of resampled instances (bootstrap).
    """
    spent = [one.costs(metric) for one in samples]
    solved = [one.solved | metric.of_solutions for one in samples]
    if len(samples) < LEAST_INSTANCES or any(np.isnan(runs).any() for runs in spent):
        return np.nan, np.nan
    if has_equal_costs(np.concatenate(spent), metric):
        return np.nan, np.nan
    complete = all(runs.all() for runs in solved)
    if metric.quantile is None and (complete or all(len(runs) == 1 for runs in solved)):
        means, did_solve = _means(spent), np.array([runs[0] for runs in solved])
        largest = np.inf if metric.of_solutions else max(sample.limit for sample in samples)
        of_costs = means[did_solve], means[~did_solve], not metric.penalty, largest
        return limits.limit_mean(*of_costs).interval()
    places = np.random.default_rng(0).integers(len(spent), size=(RESAMPLES, len(spent)))
    if metric.quantile is None:
        draws = metric.statistic(_means(spent)[places], _means(solved)[places])
    else:
        draws = [
            compute_value(metric, [spent[k] for k in row], [solved[k] for k in row])
            for row in places
        ]
    low, high = np.quantile(draws, [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)


def compare_families(
    families: pd.DataFrame, values: pd.DataFrame, metric: Metric, name: str
) -> pd.DataFrame:
    """Return a row per family and algorithm that is not the best there, by the column ``name``.

    Each unit of cost has a best of its own. ``families`` are the rows of ``make_table``, and
    ``values`` has a row per problem and algorithm. Columns: on how many instances the best is
    ``ahead``, ``level`` or ``behind``; ``p`` of Wilcoxon's test of the logarithms of the ratios,
    nan for fewer than six instances; the algorithm that the signed ranks favour, which may be the
    other one if a few costly instances decide the value of the family; ``p_holm``, adjusted over
    all pairs of algorithms in all families, as the best was chosen by looking; and the verdict.
    """
    rows, pairs = [], 0
    groups = families.groupby(["family", "unit"], sort=False) if len(families) else ()
    for (family, _), members in groups:
        here = values[values.family == family]
        is_solved = here.groupby("problem").solved.transform("sum") > 0
        here = here[is_solved | metric.of_solutions]
        wide = metric.better_first(here.pivot(index="problem", columns="algorithm", values=name))
        costs = metric.better_first(members.set_index("algorithm")[name]).sort_values(kind="stable")
        ranked = [algorithm for algorithm in costs.index if algorithm in wide]  # the best first
        pairs += _count_testable(wide[ranked])
        for other in ranked[1:]:
            gaps, test = compare_columns(wide[[ranked[0], other]].dropna(), metric)
            signs = [int((np.sign(gaps) == sign).sum()) for sign in (-1, 0, 1)]
            p = test.p if len(gaps) >= LEAST_BLOCKS else np.nan
            rows.append((str(family), ranked[0], other, *signs, p, test.favours))
    frame = pd.DataFrame(rows, columns=[*TESTS])
    has_test = frame.p.notna().to_numpy()
    adjusted = np.full(len(frame), np.nan)
    adjusted[has_test] = adjust_holm(frame.p[has_test], pairs)
    against = frame.favours == frame.other
    return frame.assign(p_holm=adjusted, verdict=list(map(verdict, adjusted, against)))


def _count_testable(costs: pd.DataFrame) -> int:
    """Return the number of pairs of algorithms that share enough instances for a test."""
    known = costs.notna().to_numpy(int)
    return int(np.triu(known.T @ known >= LEAST_BLOCKS, 1).sum())
