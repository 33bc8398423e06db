"""On each problem, the best algorithm against every other: by how much, and how sure.

Which one is best is seen in the same runs. So all pairs of algorithms on all problems are one
family, whether they are shown or not, and Holm's adjustment [1]_ is over that family: the chance
that any verdict of a comparison but ``open`` is wrong is at most 5 %.

.. [1] Holm (1979). A simple sequentially rejective multiple test procedure. Scand. J. Stat. 6:
       65-70. On the best being chosen by looking: Hsu (1984). Constrained simultaneous confidence
       intervals for multiple comparisons with the best. Ann. Statist. 12: 1136-1144."""

from collections.abc import Sequence
from math import comb, nan
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, alike, costs
from metaqueens.analysis.estimate.intervals import Estimate, has_enough_runs
from metaqueens.analysis.estimate.limits import Limits, p_of_difference, ratio
from metaqueens.analysis.inference.permutation import Chance, Costs, ratio_tests
from metaqueens.analysis.inference.significance import (
    Test,
    a12,
    effect,
    fisher,
    holm,
    least_mann_whitney,
    mann_whitneys,
    mood,
    sign,
)
from metaqueens.analysis.inference.verdicts import SIGNIFICANT, verdict
from metaqueens.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd


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
) -> list[Test]:
    """Return the test of each pair."""
    if not metric.less_is_better:
        return [_of_success(found[pair.best], found[pair.other]) for pair in pairs]
    if (share := metric.quantile) is not None:
        return [_of_quantile(pair, found, metric, share) for pair in pairs]
    allowed = [p_of_difference(*limits_of(pair, values)) for pair in pairs]
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
    return tests


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
    mine, theirs = _costs(pair, found, metric)
    known = _one_known(pair, mine, theirs, found, metric)
    return mood(mine, theirs, share) if known is None else sign(*known, share)


def _one_known(
    pair: Pair, mine: np.ndarray, theirs: np.ndarray, found: Sequence[Sample], metric: Metric
) -> tuple[np.ndarray, float] | None:
    """Return where one of the two is deterministic: the costs of the other, and its own.

    Its copies are no runs that ranks may be counted over. Its seconds do scatter.
    """
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


def single_run_tests(
    pairs: Sequence[Pair], found: Sequence[Sample], metric: Metric
) -> list[tuple[float, Test]]:
    """Of each pair A12, and the test that goes with it."""
    if not metric.less_is_better:
        both = [(found[best], found[other]) for best, other in pairs]
        return [(a12(one.solved, other.solved), _of_success(one, other)) for one, other in both]
    spent = [_costs(pair, found, metric) for pair in pairs]
    tests: dict[int, tuple[float, Test]] = {}
    for place, (pair, (mine, theirs)) in enumerate(zip(pairs, spent, strict=True)):
        if (known := _one_known(pair, mine, theirs, found, metric)) is not None:
            tests[place] = a12(theirs, mine), sign(*known)
    ranked = [place for place in range(len(pairs)) if place not in tests]
    for places in alike(ranked, lambda place: tuple(map(len, spent[place]))):
        ones, others = (np.array([spent[place][side] for place in places]) for side in (0, 1))
        size = ones.shape[1] * others.shape[1]
        for place, test in zip(places, mann_whitneys(ones, others), strict=True):
            tests[place] = (size - test.statistic) / size, test
    return [tests[place] for place in range(len(pairs))]


COLUMNS = (
    "problem",
    "better",
    "other",
    "ratio",
    "ratio_low",
    "ratio_high",
    "test",
    "p",
    "a12",
    "effect",
)


def against_the_best(
    found: Sequence[Sample], values: Sequence[Estimate], metric: Metric
) -> "pd.DataFrame":
    """Return a row per problem and algorithm that is not the best there; none if nobody solved.

    ratio, ratio_low, ratio_high
        How many times more the other costs, with a 95 % interval of its own, nan for too few runs;
        see ``limits.ratio``.
    test, p, p_holm
        Of the metric itself: a permutation test of the ratio, no less than what the limits allow
        (ERT, PAR), Fisher's (success) or Mood's (quantiles; the sign test where one of the two is
        deterministic); adjusted over all pairs.
    a12, effect, p_typical
        The chance that a run of the better beats one of the other, Vargha and Delaney's word for
        it, and Mann-Whitney's p, or that of the sign test, adjusted over all pairs: who wins a
        typical run.
    verdict
        See ``verdicts.VERDICTS``.
    """
    import pandas as pd

    pairs, family = _pairs(found, values, metric), family_of(found)
    tests = metric_tests(pairs, family, found, values, metric)
    typical = single_run_tests(pairs, found, metric)
    rows = []
    for pair, test, (chance, _) in zip(pairs, tests, typical, strict=True):
        best, other = found[pair.best], found[pair.other]
        factor = ratio(*limits_of(pair, values))
        if not (has_enough_runs(best) and has_enough_runs(other)):
            factor = factor[0], nan, nan
        names = best.problem, best.algorithm, other.algorithm
        rows.append((*names, *factor, test.name, test.p, chance, effect(chance)))
    table = pd.DataFrame(rows, columns=[*COLUMNS])
    table.insert(8, "p_holm", holm(table.p, family))
    table.insert(11, "p_typical", holm([test.p for _, test in typical], family))
    heavy = [any(one.heavy for one in limits_of(pair, values)) for pair in pairs]
    judged = zip(table.p_holm, table.a12, table.p_typical, heavy, strict=True)
    table["verdict"] = [verdict(*one) for one in judged]
    return table


def least_p(one: Sample, other: Sample) -> float:
    """Return the least p that any test of two samples of these sizes can give.

    It is that of Fisher's test and of the permutations. If the sizes differ, no mirror image of the
    runs is as extreme, and the p of Mann-Whitney is twice as large. The copies of a deterministic
    run set no such bound.
    """
    if one.deterministic or other.deterministic:
        return 0.0
    runs, others = len(one.solved), len(other.solved)
    p = least_mann_whitney(runs, others)
    return p if runs == others else p / 2


def runs_needed(found: Sequence[Sample], tests: "pd.DataFrame") -> int:
    """Return the runs that a significant test needs if none of ``tests`` can be one; else 0."""
    samples = {(sample.problem, sample.algorithm): sample for sample in found}
    family = family_of(found)
    least = [
        least_p(samples[problem, better], samples[problem, other])
        for problem, better, other in zip(tests.problem, tests.better, tests.other, strict=True)
    ]
    if not least or min(least) * family <= SIGNIFICANT:
        return 0
    return next(k for k in range(2, 99) if least_mann_whitney(k, k) * family <= SIGNIFICANT)


def family_of(found: Sequence[Sample]) -> int:
    """Return how many pairs of algorithms there are on all problems that somebody solved."""
    return sum(comb(len(places), 2) for places in _solved(found))


def _solved(found: Sequence[Sample]) -> list[list[int]]:
    """Return the places of the samples with runs, by problem; of problems that somebody solved."""
    ran = [place for place, sample in enumerate(found) if len(sample.solved)]
    problems = alike(ran, lambda place: found[place].problem)
    return [places for places in problems if any(found[one].solved.any() for one in places)]


def _pairs(found: Sequence[Sample], values: Sequence[Estimate], metric: Metric) -> list[Pair]:
    """Return the best with each other on each problem that somebody solved."""
    pairs: list[Pair] = []
    for places in _solved(found):
        best = min(places, key=lambda place: metric.better_first(values[place].value))
        pairs += [Pair(best, place) for place in places if place != best]
    return pairs
