"""The tests of two algorithms on one problem: of the metric, and of single runs."""

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, costs
from metaqueens.analysis.estimate import ratios
from metaqueens.analysis.estimate.intervals import Estimate
from metaqueens.analysis.estimate.limits import Limits
from metaqueens.analysis.inference.permutation import Chance, Costs, ratio_tests
from metaqueens.analysis.inference.significance import (
    Test,
    a12,
    fisher,
    mann_whitney,
    mood,
    sign,
)
from metaqueens.analysis.inference.verdicts import SIGNIFICANT
from metaqueens.metrics import Metric

# How many times too small a p of the limits may be where no permutation can tell.
FAR = 1000


class Pair(NamedTuple):
    """The places of the best and of another algorithm on one problem."""

    best: int
    other: int


def limits_of(pair: Pair, values: Sequence[Estimate]) -> tuple[Limits, Limits]:
    """Return the limits of the cost of the best, and of the other."""
    return values[pair.best].limits, values[pair.other].limits


def metric_tests(
    pairs: Sequence[Pair],
    family: int,
    found: Sequence[Sample],
    values: Sequence[Estimate],
    metric: Metric,
) -> tuple[list[Test], list[float]]:
    """Return the test of each pair, and its p without the allowance for an unseen tail."""
    if not metric.less_is_better:
        tests = [_of_success(found[pair.best], found[pair.other]) for pair in pairs]
        return tests, [test.p for test in tests]
    if (share := metric.quantile) is not None:
        tests = [_of_quantile(pair, found, metric, share) for pair in pairs]
        return tests, [test.p for test in tests]
    allowed = [ratios.p_of_difference(*limits_of(pair, values)) for pair in pairs]
    # Adjusted, no p can be small that is not below this.
    hopeful = SIGNIFICANT / (family - len(pairs) + 1)
    permuted = ratio_tests(
        [(_charged(found[best], metric), _charged(found[other], metric)) for best, other in pairs],
        [p < hopeful for p in allowed],
    )
    tests = []
    for pair, chance, limit in zip(pairs, permuted, allowed, strict=True):
        best, other = values[pair.best].value, values[pair.other].value
        gap = other / best if best else nan
        tests.append(Test("permutation", float(gap), _both(chance, limit)))
    return tests, [chance.p for chance in permuted]


def _both(chance: Chance, limit: float) -> float:
    """The larger p; where no deal was as extreme, one far beyond in the limits may say less."""
    p = min(chance.p, FAR * limit) if chance.beyond else chance.p
    return max(p, limit)


def _charged(sample: Sample, metric: Metric) -> Costs:
    spent = sample.spent(metric)
    return Costs(spent, np.ones(len(spent)) if metric.penalty else sample.solved.astype(float))


def _of_success(best: Sample, other: Sample) -> Test:
    return fisher(*best.counted(), *other.counted())


def _of_quantile(pair: Pair, found: Sequence[Sample], metric: Metric, share: float) -> Test:
    if (known := _one_known(pair, found, metric)) is not None:
        return sign(*known, share)
    return mood(*_costs(pair, found, metric), share)


def _one_known(
    pair: Pair, found: Sequence[Sample], metric: Metric
) -> tuple[np.ndarray, float] | None:
    """Return where one of the two is deterministic: the costs of the other, and its own.

    Its copies are no runs that ranks may be counted over. Its seconds do scatter.
    """
    mine, theirs = _costs(pair, found, metric)
    if metric.cost == "seconds":
        return None
    if found[pair.best].deterministic:
        return theirs, float(mine[0])
    return (mine, float(theirs[0])) if found[pair.other].deterministic else None


def _costs(pair: Pair, found: Sequence[Sample], metric: Metric) -> tuple[np.ndarray, np.ndarray]:
    mine, theirs = (
        costs(getattr(found[place], metric.cost), found[place].solved) for place in pair
    )
    return mine, theirs


def single_run_test(pair: Pair, found: Sequence[Sample], metric: Metric) -> tuple[float, Test]:
    """A12 and the test that goes with it."""
    best, other = found[pair.best], found[pair.other]
    if not metric.less_is_better:
        return a12(best.solved, other.solved), _of_success(best, other)
    mine, theirs = _costs(pair, found, metric)
    known = _one_known(pair, found, metric)
    return a12(theirs, mine), mann_whitney(mine, theirs) if known is None else sign(*known)
