"""Families of instances: their names, the instances that count, and a row per family and algorithm.

Runs on one instance are alike. Intervals and tests of a family therefore count instances, not runs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.data.samples import Sample, costs, dearest
from metaqueens.analysis.estimate import limits
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.metrics import METRICS, Metric
from metaqueens.metrics.statistics import weighted_quantile

if TYPE_CHECKING:
    import pandas as pd


RESAMPLES = 1000
# Fewer instances have no interval.
LEAST_INSTANCES = 10
# What is known of instances that nobody solved: those that do not count, and those that do.
UNSOLVED = ("proven none", "unknown")
COUNTED = ("solvable", "target not known")
WORDS = {
    "solvable": "with a solution",
    "target not known": "that may not allow so low a cost",
    "proven none": "without a solution (proven)",
    "unknown": "undecided",
}


def together(problems: Sequence[str], families: Sequence[str]) -> dict[str, str]:
    """Return the family of each problem; its own name if it is the only instance."""
    family_of = dict(zip(problems, families, strict=True))
    members = Counter(family_of.values())
    return {
        problem: family if members[family] > 1 else problem for problem, family in family_of.items()
    }


def names_of(runs: "pd.DataFrame") -> dict[str, str]:
    """Return the family of each problem of ``runs``; its own name if it is the only instance."""
    pairs = runs[["problem", "family"]].drop_duplicates()
    return together(list(map(str, pairs.problem)), list(map(str, pairs.family)))


def has_families(names: Mapping[str, str]) -> bool:
    """Return whether any problem is one of several instances of a family."""
    return any(name != problem for problem, name in names.items())


def noun(runs: "pd.DataFrame") -> str:
    """Return ``instances`` if each problem of ``runs`` is one of a family, or ``problems``."""
    return "instances" if all(name != one for one, name in names_of(runs).items()) else "problems"


def with_proofs(runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return ``runs`` with ``solvable`` as the existence of each problem that a run solved."""
    solved = runs.solved.groupby(runs.problem, observed=True).transform("any")
    return runs.assign(existence=runs.existence.astype(object).mask(solved, "solvable"))


def existence(runs: "pd.DataFrame") -> "pd.Series":
    """Return by problem: ``solved`` by a run, else ``solvable``, ``proven none`` or ``unknown``.

    With a target above 0 also ``target not known``: no run reached it, and nothing is proven of it.
    """
    problem = runs.problem.astype(str)
    solved = runs.solved.groupby(problem).any()
    known = runs.existence.astype(object).groupby(problem).first()
    return known.where(known.notna(), "unknown").mask(solved, "solved")


def under_families(frame: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """Return ``frame`` with families as its problems, and its instances in a column ``instance``.

    Rows of instances that do not count, according to ``runs``, are left out.
    """
    names = names_of(runs)
    if not has_families(names):
        return frame
    known = existence(runs)
    kept = frame[frame.problem.isin(known.index[~known.isin(UNSOLVED)])]
    instances = kept.problem.astype(str)
    return kept.assign(problem=instances.map(names), instance=instances)


def left_out(row: Mapping[str, Any]) -> str:
    """Return the number of instances that nobody solved in words, by what is known of them."""
    return ", ".join(f"{int(row[key]):,} {text}" for key, text in WORDS.items() if row.get(key))


def table(runs: "pd.DataFrame", found: Sequence[Sample], metric: str) -> "pd.DataFrame":
    """Return a row per family and algorithm; none if no family has two instances.

    Parameters
    ----------
    runs, found
        The runs, and their samples.
    metric
        The name of the metric that ``low`` and ``high`` are the 95 % interval of.

    Returns
    -------
    DataFrame
        Instances that no algorithm solved count only if they have a solution; ``proven none`` and
        ``unknown`` are the numbers of the others. With a target above 0 all count, because to leave
        out those that no run brought there would be to choose by outcome. Every metric is
        ``value`` of the instances that count.
    """
    import pandas as pd

    names = names_of(runs)
    if not has_families(names):
        return pd.DataFrame()
    known = existence(runs)
    members: dict[tuple[str, str], list[Sample]] = {}
    for sample in found:
        if len(sample.solved):
            members.setdefault((names[sample.problem], sample.algorithm), []).append(sample)
    rows = [
        {"family": family, "algorithm": algorithm, **_row(samples, known, metric)}
        for (family, algorithm), samples in members.items()
    ]
    return pd.DataFrame(rows).sort_values("n", kind="stable", ignore_index=True)


def _row(samples: Sequence[Sample], known: "pd.Series", name: str) -> dict[str, Any]:
    """Return the figures of one algorithm, which has a sample on each instance of a family."""
    states = [str(known[sample.problem]) for sample in samples]
    pairs = sorted(zip(samples, states, strict=True), key=lambda pair: pair[0].problem)
    counted = [sample for sample, state in pairs if state not in UNSOLVED]
    solved, trials = [sample.solved for sample in counted], len(counted)
    values = {
        key: value(metric, [sample.spent(metric) for sample in counted], solved)
        for key, metric in METRICS.items()
    }
    success = wilson(values["success"] * trials if trials else 0, trials)
    interval: tuple[float, float] = success
    if (metric := METRICS[name]).less_is_better:
        interval = _interval(metric, counted)
    return {
        "n": samples[0].n,
        "instances": len(samples),
        "counted": trials,
        "instances_solved": sum(bool(runs.any()) for runs in solved),
        **{state: states.count(state) for state in (*COUNTED, *UNSOLVED)},
        "runs": sum(map(len, solved)),
        "solved": sum(int(runs.sum()) for runs in solved),
        "success_low": success[0],
        "success_high": success[1],
        **values,
        "low": interval[0],
        "high": interval[1],
    }


def value(metric: Metric, spent: Sequence[np.ndarray], solved: Sequence[np.ndarray]) -> float:
    """Return the metric of a family whose instances count the same, however many runs each has.

    ERT is the mean of what runs spend on an instance over the mean share of them that solves, PAR
    and success are means over instances, and in a quantile a run counts by 1 over the runs of its
    instance. If all have as many runs it is the metric of all runs.

    ``spent`` and ``solved`` have an array per instance, an entry per run; ``spent`` includes the
    penalty of PAR. nan if there is no instance, or the cost of a run is unknown.
    """
    if not spent or (metric.less_is_better and any(np.isnan(runs).any() for runs in spent)):
        return np.nan
    if metric.quantile is None:
        return float(metric.statistic(_means(spent), _means(solved)))
    weights = np.concatenate([np.full(len(runs), 1 / len(runs)) for runs in spent])
    known = costs(np.concatenate(spent), np.concatenate(solved))
    return weighted_quantile(known, weights, metric.quantile)


def _means(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.array([part.mean() for part in parts])


def _interval(metric: Metric, samples: Sequence[Sample]) -> tuple[float, float]:
    """Return the 95 % interval of ``value``; nan for few instances.

    If each instance has one cost, that of its only run or the mean of runs that all solved, the
    interval is that of ``limits``, which allows for heavy tails. Else it is from a bootstrap.
    """
    spent, solved = [one.spent(metric) for one in samples], [one.solved for one in samples]
    if len(samples) < LEAST_INSTANCES or any(np.isnan(runs).any() for runs in spent):
        return np.nan, np.nan
    complete = all(runs.all() for runs in solved)
    if metric.quantile is not None or not (complete or all(len(runs) == 1 for runs in solved)):
        return _percentiles(metric, spent, solved)
    most = dearest(
        metric,
        float(np.max([sample.limit for sample in samples])),
        max(sample.budget for sample in samples),
    )
    means, did = _means(spent), np.array([runs[0] for runs in solved])
    per_solved = not metric.penalty
    low, high = limits.of_mean(means[did], means[~did], per_solved, most).interval()
    if complete:
        # Every run as dear as can be, and as many failures as Clopper and Pearson allow.
        runs = sum(map(len, solved))
        bound = limits.at_most(runs, 0, per_solved, np.array([most]))[0, limits.USUAL]
        high = float(np.fmin(high, bound))
    return low, high


def _percentiles(
    metric: Metric, spent: Sequence[np.ndarray], solved: Sequence[np.ndarray]
) -> tuple[float, float]:
    """Return the 2.5 and 97.5 % percentiles of the metric of resampled instances [1]_.

    .. [1] Efron (1979). Bootstrap methods: another look at the jackknife. Ann. Statist. 7: 1-26.
    """
    drawn = np.random.default_rng(0).integers(len(spent), size=(RESAMPLES, len(spent)))
    if metric.quantile is None:
        draws = metric.statistic(_means(spent)[drawn], _means(solved)[drawn])
    else:
        draws = [
            value(metric, *([each[k] for k in at] for each in (spent, solved))) for at in drawn
        ]
    low, high = np.quantile(draws, [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)
