"""Families of instances in a comparison: a row a family, its instances being what is sampled.

Runs on one instance are alike. Intervals and tests therefore count instances, not runs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from metaqueens.analysis.data.samples import budgets, costs, dearest, most_spent
from metaqueens.analysis.estimate import limits
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.inference.ranking import LEAST_BLOCKS, gaps_between
from metaqueens.analysis.inference.significance import holm, wilcoxon
from metaqueens.analysis.inference.verdicts import family_verdict
from metaqueens.metrics import METRICS, Metric
from metaqueens.metrics.statistics import weighted_quantile

if TYPE_CHECKING:
    import pandas as pd


RESAMPLES = 1000
# Fewer instances bound no interval.
LEAST_INSTANCES = 10
COSTS = ("evaluations", "seconds")
# What is known of instances that nobody solved and that do not count, and of those that do.
UNSOLVED = ("proven none", "unknown")
COUNTED = ("solvable", "target not known")


def together(problems: Sequence[str], families: Sequence[str]) -> dict[str, str]:
    """The name under which each problem stands: its family, or its own where that has one alone."""
    family_of = dict(zip(problems, families, strict=True))
    members = Counter(family_of.values())
    return {
        problem: family if members[family] > 1 else problem for problem, family in family_of.items()
    }


def names_of(runs: "pd.DataFrame") -> dict[str, str]:
    """Return the name under which each problem of ``runs`` stands."""
    return together(list(map(str, runs.problem)), list(map(str, runs.family)))


def noun(runs: "pd.DataFrame") -> str:
    """Return what the problems of ``runs`` are called: ``boards`` where each is one of a family."""
    boards = all(name != problem for problem, name in names_of(runs).items())
    return "boards" if boards else "problems"


def with_proofs(runs: "pd.DataFrame") -> "pd.DataFrame":
    """The ``runs``, their boards ``solvable`` where a run solved, before any of them is cut."""
    solved = runs.solved.groupby(runs.problem, observed=True).transform("any")
    return runs.assign(existence=runs.existence.astype(object).mask(solved, "solvable"))


def existence(runs: "pd.DataFrame") -> "pd.Series":
    """By problem: ``solved`` by a run, or else ``solvable``, ``proven none`` or ``unknown``.

    Under a target above 0 also ``target not known``: whether the board can be brought to it.
    """
    problem = runs.problem.astype(str)
    solved = runs.solved.groupby(problem).any()
    known = runs.existence.astype(object).groupby(problem).first()
    return known.where(known.notna(), "unknown").mask(solved, "solved")


def table(runs: "pd.DataFrame", metric: str) -> "pd.DataFrame":
    """Return a row per family and algorithm; none where no family has two instances.

    Of instances that no algorithm solved only those count that have a solution; ``proven none`` and
    ``unknown`` say how many are left out. Under a target above 0 all count, as nothing is proven of
    it: to leave out those that nobody brought there would be to choose by outcome. Every metric is
    of the instances that count, see ``value``; PAR charges by the budget of each run's own problem,
    that of ``Sample``. ``low`` and ``high`` are of the ``metric``: its 95 % interval over
    instances, or Wilson's for as many trials as there are instances.
    """
    import pandas as pd

    names = names_of(runs)
    if all(name == problem for problem, name in names.items()):
        return pd.DataFrame()
    known = existence(runs)
    named = runs.assign(
        problem=runs.problem.astype(str),
        algorithm=runs.algorithm.astype(str),
        family=runs.problem.astype(str).map(names),
        charge=budgets(runs),
    )
    finished = named[named.status != "failed"]
    rows = []
    for (family, algorithm), mine in finished.groupby(["family", "algorithm"], sort=False):
        rows.append({"family": family, "algorithm": algorithm} | _row(mine, known, metric))
    found = pd.DataFrame(rows)
    return found.sort_values("n", kind="stable", ignore_index=True)


def left_out(row: Mapping[str, Any]) -> str:
    """In words, the instances that nobody solved, by what is known of them, and how many."""
    words = {
        "solvable": "with a solution",
        "target not known": "that may not allow so few attacking pairs",
        "proven none": "without a solution (proven)",
        "unknown": "undecided",
    }
    return ", ".join(f"{int(row[key]):,} {said}" for key, said in words.items() if row.get(key))


def value(metric: Metric, spent: Sequence[np.ndarray], solved: Sequence[np.ndarray]) -> float:
    """Return the metric of a family whose instances count the same, however many runs each has.

    ERT is the mean of what runs spend on an instance over the mean share of them that solves, PAR
    and success are means over instances, and in a quantile a run counts by 1 over the runs of its
    instance. Where all have as many runs it is the metric of all runs.

    ``spent`` and ``solved`` have an array for each instance, an entry a run, PAR's penalty among
    what is spent. nan where what a run spent is unknown, or there is no instance.
    """
    if not spent or (metric.less_is_better and any(np.isnan(one).any() for one in spent)):
        return np.nan
    if metric.quantile is None:
        return float(metric.statistic(_means(spent), _means(solved)))
    weights = np.concatenate([np.full(len(one), 1 / len(one)) for one in spent])
    known = costs(np.concatenate(spent), np.concatenate(solved))
    return weighted_quantile(known, weights, metric.quantile)


def _means(parts: Sequence[np.ndarray]) -> np.ndarray:
    """Return the mean of each instance."""
    return np.array([one.mean() for one in parts])


def _row(runs: "pd.DataFrame", known: "pd.Series", name: str) -> dict[str, Any]:
    """Return the figures of one algorithm on one family."""
    instances = list(dict.fromkeys(runs.problem))
    states = known.reindex(instances)
    counted = runs[~runs.problem.isin(states.index[states.isin(UNSOLVED)])]
    parts = [part for _, part in counted.groupby("problem")]
    did, trials = [part.solved.to_numpy(bool) for part in parts], len(parts)
    spent = {cost: [part[cost].to_numpy(float) for part in parts] for cost in COSTS}
    budget = [part.charge.to_numpy(float) for part in parts]
    charged = {
        key: [metric.charged(*one) for one in zip(spent[metric.cost], did, budget, strict=True)]
        for key, metric in METRICS.items()
    }
    values = {key: value(metric, charged[key], did) for key, metric in METRICS.items()}
    low, high = wilson(values["success"] * trials if trials else 0, trials)
    row: dict[str, Any] = {
        "n": runs.n.iloc[0],
        "instances": len(instances),
        "counted": trials,
        "instances_solved": sum(bool(one.any()) for one in did),
        **{word: int((states == word).sum()) for word in (*COUNTED, *UNSOLVED)},
        "runs": len(counted),
        "solved": int(counted.solved.sum()),
        "success_low": low,
        "success_high": high,
        **values,
    }
    if METRICS[name].less_is_better:
        most = dearest(METRICS[name], most_spent(counted).max(initial=0), counted.charge.max())
        low, high = _interval(METRICS[name], charged[name], did, most)
    return row | {"low": low, "high": high}


def _interval(
    metric: Metric,
    spent: Sequence[np.ndarray],
    solved: Sequence[np.ndarray],
    most: tuple[float, float] = (np.nan, np.nan),
) -> tuple[float, float]:
    """Return the 95 % interval of ``value``; ``most`` is what a run can count.

    Where an instance has one cost, its only run or the mean of runs that all solved, it is that of
    ``limits``, which allows for heavy tails. Else the percentiles of a bootstrap.
    """
    instances = len(spent)
    if instances < LEAST_INSTANCES or any(np.isnan(one).any() for one in spent):
        return np.nan, np.nan
    complete = all(one.all() for one in solved)
    if metric.quantile is None and (complete or all(len(one) == 1 for one in spent)):
        means, did = _means(spent), np.array([one[0] for one in solved])
        per_solved = not metric.penalty
        low, high = limits.of_mean(means[did], means[~did], per_solved, most).interval()
        return low, float(np.fmin(high, _most_of_complete(solved, per_solved, most)))
    return _percentiles(metric, spent, solved)


def _most_of_complete(
    solved: Sequence[np.ndarray], per_solved: bool, most: tuple[float, float]
) -> float:
    """Return the most that a family can cost of which all runs solved; nan of others.

    Every run as dear as can be, and as many failures as Clopper and Pearson allow for so many runs.
    """
    if not all(one.all() for one in solved):
        return np.nan
    runs = sum(map(len, solved))
    return float(limits.at_most(runs, 0, per_solved, np.array([most]))[0, limits.USUAL])


def _percentiles(
    metric: Metric, spent: Sequence[np.ndarray], solved: Sequence[np.ndarray]
) -> tuple[float, float]:
    """The 2.5 and 97.5 % percentiles of the metric when as many instances are drawn again."""
    drawn = np.random.default_rng(0).integers(len(spent), size=(RESAMPLES, len(spent)))
    if metric.quantile is None:
        draws = metric.statistic(_means(spent)[drawn], _means(solved)[drawn])
    else:
        draws = [
            value(metric, *([each[k] for k in at] for each in (spent, solved))) for at in drawn
        ]
    low, high = np.quantile(draws, [0.025, 0.975], method="inverted_cdf")
    return float(low), float(high)


def under_families(frame: "pd.DataFrame", runs: "pd.DataFrame") -> "pd.DataFrame":
    """The rows of ``frame`` with the family of each as its ``problem``, and ``instance`` beside.

    Rows of instances that do not count, by ``runs``, are left out.
    """
    names = names_of(runs)
    if all(name == problem for problem, name in names.items()):
        return frame
    known = existence(runs)
    counted = set(known.index[~known.isin(UNSOLVED)])
    kept = frame[frame.problem.isin(counted)]
    instances = kept.problem.astype(str)
    return kept.assign(problem=instances.map(names), instance=instances)


TESTED = (
    "family", "better", "other", "ahead", "level", "behind", "p", "favours", "p_holm", "verdict",
)  # fmt: skip


def tests(
    runs: "pd.DataFrame", values: "pd.DataFrame", found: "pd.DataFrame", name: str
) -> "pd.DataFrame":
    """Return the best algorithm of each family against each other one, instance by instance.

    ``values`` has the metric of each problem and algorithm, ``found`` the rows of ``table``. On how
    many instances the best is ``ahead``, level or ``behind``; Wilcoxon's test of the logarithms of
    the ratios, nan for fewer than six instances; adjusted (Holm) over all pairs of algorithms in
    all families, shown or not: the best was chosen by looking, see ``pairs``. The best has the
    best value of the family, which a few dear instances can decide: ``favours`` is whom the signed
    ranks speak for, None where they are even, and ``verdict`` one of
    ``verdicts.FAMILY_VERDICTS``.
    """
    import pandas as pd

    rows, pairs = [], 0
    for family, ranked, wide in _costs(runs, values, found, name):
        pairs += _testable(wide[ranked])
        for other in ranked[1:]:
            both = wide[[ranked[0], other]].dropna()
            rows.append({"family": family} | _tested(both, METRICS[name]))
    frame = pd.DataFrame(rows, columns=[*TESTED])
    if len(frame):
        able = frame.p.notna().to_numpy()
        adjusted = np.full(len(frame), np.nan)
        adjusted[able] = holm(frame.p[able], pairs)
        frame["p_holm"] = adjusted
        frame["verdict"] = list(map(family_verdict, adjusted, frame.favours == frame.other))
    return frame


def _costs(
    runs: "pd.DataFrame", values: "pd.DataFrame", found: "pd.DataFrame", name: str
) -> "Iterator[tuple[str, list[str], pd.DataFrame]]":
    """Each family, its algorithms, the best first, and their costs: instances by algorithms."""
    if not len(found):
        return
    metric = METRICS[name]
    names = names_of(runs)
    values = values.assign(family=values.problem.map(names))
    for family, rows in found.groupby("family", sort=False):
        here = values[values.family == family]
        here = here[here.groupby("problem").solved.transform("sum") > 0]
        wide = metric.better_first(here.pivot(index="problem", columns="algorithm", values=name))
        order = rows.assign(cost=metric.better_first(rows[name])).sort_values("cost", kind="stable")
        # None of them where nobody solved any instance.
        yield str(family), [one for one in order.algorithm if one in wide], wide


def _tested(costs: "pd.DataFrame", metric: Metric) -> dict[str, Any]:
    """Return the row of the best algorithm against another one, columns of ``costs``."""
    best, other = costs
    gaps, favours = gaps_between(costs, metric)
    return {
        "better": best,
        "other": other,
        "ahead": int((gaps < 0).sum()),
        "level": int((gaps == 0).sum()),
        "behind": int((gaps > 0).sum()),
        "p": wilcoxon(gaps).p if len(gaps) >= LEAST_BLOCKS else np.nan,
        "favours": favours,
    }


def _testable(costs: "pd.DataFrame") -> int:
    """How many pairs of algorithms, columns of ``costs``, have instances enough for a test."""
    there = costs.notna().to_numpy(int)
    return int(np.triu(there.T @ there >= LEAST_BLOCKS, 1).sum())
