"""On each problem, the best algorithm against every other: effect sizes, intervals and tests.

Which one is best is seen in the same runs. Therefore all pairs of algorithms on all problems are
one family [1]_, whether they are shown or not, and Holm's adjustment is over that family: the
probability that any verdict of a comparison but ``open`` is wrong is at most 5 %.

.. [1] Hsu (1984). Constrained simultaneous confidence intervals for multiple comparisons with the
       best. Ann. Statist. 12: 1136-1144.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, isnan, nan
from typing import NamedTuple

import numpy as np
import pandas as pd

from metaqueens.analysis.data.labels import group_places
from metaqueens.analysis.data.samples import Sample, mark_unsolved
from metaqueens.analysis.estimate.intervals import Estimate
from metaqueens.analysis.estimate.limits import ConfidenceLimits, p_of_difference, ratio
from metaqueens.analysis.inference.permutation import Costs, ratio_tests
from metaqueens.analysis.inference.significance import (
    SIGNIFICANT,
    Test,
    a12,
    adjust_holm,
    effect,
    fisher,
    is_against,
    mann_whitney,
    mood_test,
    sign_test,
    verdict,
)
from metaqueens.metrics import Metric

# How many times too small a p of the limits may be if no permutation is as extreme.
FAR = 1000
COLUMNS = (
    "problem", "better", "other", "ratio", "ratio_low", "ratio_high", "test", "p", "a12", "effect",
)  # fmt: skip


class Pair(NamedTuple):
    """The best and another algorithm on one problem, with the estimates of the metric."""

    best: Sample
    other: Sample
    best_value: Estimate
    other_value: Estimate

    @property
    def limits(self) -> tuple[ConfidenceLimits, ConfidenceLimits]:
        """The limits of both."""
        return self.best_value.limits, self.other_value.limits

    def costs(self, metric: Metric) -> list[np.ndarray]:
        """Return the costs of the runs of both, inf for unsolved ones."""
        both = self.best, self.other
        return [mark_unsolved(getattr(sample, metric.cost), sample.solved) for sample in both]

    def a12(self, metric: Metric) -> float:
        """Return the probability that a run of the best beats one of the other."""
        if not metric.less_is_better:
            return a12(self.best.solved, self.other.solved)
        return a12(*reversed(self.costs(metric)))


def metric_tests(pairs: Sequence[Pair], family: int, metric: Metric) -> list[Test]:
    """Return the test of the metric for each pair, of a ``family`` of this size."""
    if not metric.less_is_better or metric.quantile is not None:
        return [compare_runs(pair, metric, metric.quantile) for pair in pairs]
    allowed = [p_of_difference(*pair.limits) for pair in pairs]
    # An adjusted p can be significant only if the p is below this.
    hopeful = SIGNIFICANT / (family - len(pairs) + 1)
    costs = [(_count(pair.best, metric), _count(pair.other, metric)) for pair in pairs]
    permuted = ratio_tests(costs, [p < hopeful for p in allowed])
    tests = []
    for pair, chance, limit in zip(pairs, permuted, allowed, strict=True):
        gap = pair.other_value.value / (pair.best_value.value or nan)
        # If no permutation was as extreme, that of the limits bounds the p.
        p = min(chance.p, FAR * limit) if chance.beyond else chance.p
        is_of_limits = chance.beyond and max(p, limit) != chance.p
        name = "confidence limit" if is_of_limits else "permutation"
        tests.append(Test(name, float(gap), max(p, limit)))
    return tests


def _count(sample: Sample, metric: Metric) -> Costs:
    spent = sample.costs(metric)
    return Costs(spent, np.ones(len(spent)) if metric.penalty else sample.solved.astype(float))


def compare_runs(pair: Pair, metric: Metric, share: float | None = None) -> Test:
    """Return the test of single runs, or of the quantile ``share`` of their costs.

    Copies of one run are no runs that ranks may be counted over: if one of the algorithms is
    deterministic, its cost is known. Its seconds do scatter.
    """
    if not metric.less_is_better:
        return fisher(*pair.best.count_runs(), *pair.other.count_runs())
    best, other = pair.costs(metric)
    if metric.cost != "seconds" and pair.best.deterministic:
        return sign_test(other, best[0], share or 0.5)
    if metric.cost != "seconds" and pair.other.deterministic:
        return sign_test(best, other[0], share or 0.5)
    return mood_test(best, other, share) if share else mann_whitney(best, other)


def compare_best(
    found: Sequence[Sample], values: Sequence[Estimate], metric: Metric
) -> pd.DataFrame:
    """Return a row per problem and algorithm that is not the best there; none if no run solved.

    Of several that have the best value, the best is the one that has it on the most problems.
    Costs in different units, such as nodes and evaluations, are not compared: each unit has a best.

    ratio, ratio_low, ratio_high
        Cost of the other divided by that of the best, with its own 95 % interval, nan for too few
        runs; see ``limits.ratio``.
    test, p, p_holm
        Of the metric itself: for ERT and PAR a permutation test of the ratio, not less than the
        limits allow (``confidence limit`` if no permutation was as extreme and p is theirs);
        Fisher's (success) or Mood's (quantiles; the sign test if one of the two is deterministic);
        adjusted over all pairs.
    a12, effect, p_typical
        The probability that a run of the better beats one of the other, Vargha and Delaney's word
        for it, and the p-value of Mann-Whitney's or the sign test, adjusted over all pairs.
    p_success
        The p-value of Fisher's test of the success rates, adjusted over all pairs.
    verdict
        See ``significance.VERDICTS``.
    """
    pairs: list[Pair] = []
    costs = [metric.better_first(value.value) for value in values]
    every = group_places((sample.problem, sample.unit) for sample in found).values()
    finished = ([place for place in places if len(found[place].solved)] for places in every)
    groups = [places for places in finished if any(found[place].solved.any() for place in places)]
    firsts = [k for places in groups for k in places if costs[k] == min(costs[j] for j in places)]
    wins = Counter(found[place].algorithm for place in firsts)
    for places in groups:
        best = min(places, key=lambda place: (costs[place], -wins[found[place].algorithm]))
        pairs += [
            Pair(found[best], found[other], values[best], values[other])
            for other in places
            if other != best
        ]
    family = count_pairs((pair.best.problem, pair.best.algorithm) for pair in pairs)
    tests = metric_tests(pairs, family, metric)
    rows = []
    for pair, test in zip(pairs, tests, strict=True):
        factor = ratio(*pair.limits)
        if isnan(pair.best_value.low + pair.other_value.low):
            factor = factor[0], nan, nan
        names = pair.best.problem, pair.best.algorithm, pair.other.algorithm
        chance = pair.a12(metric)
        rows.append((*names, *factor, test.name, test.p, chance, effect(chance)))
    typical = [compare_runs(pair, metric).p for pair in pairs]
    success = [fisher(*pair.best.count_runs(), *pair.other.count_runs()).p for pair in pairs]
    table = pd.DataFrame(rows, columns=[*COLUMNS])
    table.insert(8, "p_holm", adjust_holm(table.p, family))
    table["p_typical"] = adjust_holm(typical, family)
    table["p_success"] = adjust_holm(success, family)
    heavy = [any(limits.heavy for limits in pair.limits) for pair in pairs]
    against = map(is_against, table.a12, table.p_typical)
    table["verdict"] = list(map(verdict, table.p_holm, against, heavy))
    return table


def count_pairs(bests: Iterable[tuple[str, str]]) -> int:
    """Return the number of pairs of algorithms; ``bests``: problem and best of each tested one."""
    return sum(comb(others + 1, 2) for others in Counter(bests).values())
