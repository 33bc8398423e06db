"""On each problem, the best algorithm against every other: by how much, and how sure.

Which one is best is seen in the same runs. So all pairs of algorithms on all problems are one
family, whether they are shown or not, and Holm's adjustment [1]_ is over that family: the chance
that any verdict of a comparison but ``open`` is wrong is at most 5 %.

.. [1] Holm (1979). A simple sequentially rejective multiple test procedure. Scand. J. Stat. 6:
       65-70. On the best being chosen by looking: Hsu (1984). Constrained simultaneous confidence
       intervals for multiple comparisons with the best. Ann. Statist. 12: 1136-1144.
"""

from collections.abc import Sequence
from math import comb, nan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metaqueens.analysis.data.samples import Sample, Scatter, quantile_of
from metaqueens.analysis.estimate import limits, survival
from metaqueens.analysis.estimate.metrics import Metric
from metaqueens.analysis.inference.permutation import Chance, Costs, ratio_tests
from metaqueens.analysis.inference.significance import (
    Test,
    a12,
    costs,
    effect,
    fisher,
    holm,
    mann_whitney,
    mood,
)

if TYPE_CHECKING:
    import pandas as pd

SIGNIFICANT, VERY_SIGNIFICANT = 0.05, 0.01
# How many times too small a p of the limits may be where no permutation can tell.
FAR = 1000
COLUMNS = [
    "problem",
    "better",
    "other",
    "ratio",
    "ratio_low",
    "ratio_high",
    "test",
    "p",
    "p_holm",
    "a12",
    "effect",
    "p_typical",
    "p_logrank",
    "verdict",
    "reason",
]


class Pair(NamedTuple):
    """The places of the best and of another algorithm on one problem."""

    best: int
    other: int


def against_the_best(
    found: Sequence[Sample], scattered: Sequence[Scatter], metric: Metric
) -> "pd.DataFrame":
    """A row per problem and algorithm that is not the best there; none where nobody solved.

    ratio, ratio_low, ratio_high
        How many times more the other costs, with a 95 % interval of its own; see ``limits.ratio``.
    test, p, p_holm
        Of the metric itself: a permutation test of the ratio, no less than what the limits allow
        (ERT, PAR), Fisher's (success) or Mood's (quantiles); adjusted over all pairs.
    a12, effect, p_typical
        The chance that a run of the better beats one of the other, Vargha and Delaney's word for
        it, and Mann-Whitney's p adjusted over all pairs: who wins a typical run.
    p_logrank
        Of the rates at which they solve, a stopped run counting as stopped; not adjusted.
    verdict, reason
        See ``verdicts.VERDICTS``; why an open one is open where more runs of the same kind would
        not have been the only way to tell: ``tail`` or ``few solved``.
    """
    import pandas as pd

    pairs, family = _pairs(found, scattered, metric)
    ratios = [limits.ratio(*_limits(pair, scattered)) for pair in pairs]
    tests, exact = _tests(pairs, family, found, scattered, metric)
    typical = [_typical(pair, found, metric) for pair in pairs]
    adjusted = holm([test.p for test in tests], family)
    rows = [
        _row(found[pair.best], found[pair.other], ratio, test, chance)
        for pair, ratio, test, (chance, _) in zip(pairs, ratios, tests, typical, strict=True)
    ]
    table = pd.DataFrame(rows, columns=COLUMNS)
    table["p_holm"] = adjusted
    table["p_typical"] = holm([test.p for _, test in typical], family)
    table["verdict"] = [
        _verdict(p, chance, p_typical)
        for p, chance, p_typical in zip(adjusted, table.a12, table.p_typical, strict=True)
    ]
    permuted = holm(exact, family)
    table["reason"] = [
        _reason(pair, scattered) if p >= SIGNIFICANT > alone else ""
        for pair, p, alone in zip(pairs, adjusted, permuted, strict=True)
    ]
    return table


def _pairs(
    found: Sequence[Sample], scattered: Sequence[Scatter], metric: Metric
) -> tuple[list[Pair], int]:
    """The best with each other on each problem that somebody solved; how many pairs there are."""
    by_problem: dict[str, list[int]] = {}
    for place, sample in enumerate(found):
        if len(sample.solved):
            by_problem.setdefault(sample.problem, []).append(place)
    pairs: list[Pair] = []
    family = 0
    for places in by_problem.values():
        if any(found[place].solved.any() for place in places):
            best = min(places, key=lambda place: metric.better_first(scattered[place].value))
            pairs += [Pair(best, place) for place in places if place != best]
            family += comb(len(places), 2)
    return pairs, family


def _limits(pair: Pair, scattered: Sequence[Scatter]) -> tuple[limits.Limits, limits.Limits]:
    return scattered[pair.best].limits, scattered[pair.other].limits


def _tests(
    pairs: Sequence[Pair],
    family: int,
    found: Sequence[Sample],
    scattered: Sequence[Scatter],
    metric: Metric,
) -> tuple[list[Test], list[float]]:
    """The test of each pair, and its p without the allowance for an unseen tail."""
    if not metric.less_is_better:
        tests = [_of_success(found[pair.best], found[pair.other]) for pair in pairs]
        return tests, [test.p for test in tests]
    if (share := quantile_of(metric)) is not None:
        tests = [mood(*_costs(pair, found, metric), share) for pair in pairs]
        return tests, [test.p for test in tests]
    allowed = [limits.p_of_difference(*_limits(pair, scattered)) for pair in pairs]
    # Adjusted, no p can be small that is not below this.
    hopeful = SIGNIFICANT / (family - len(pairs) + 1)
    permuted = ratio_tests(
        [(_charged(found[best], metric), _charged(found[other], metric)) for best, other in pairs],
        [p < hopeful for p in allowed],
    )
    tests = []
    for pair, chance, limit in zip(pairs, permuted, allowed, strict=True):
        best, other = scattered[pair.best].value, scattered[pair.other].value
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
    return fisher(
        int(best.solved.sum()), len(best.solved), int(other.solved.sum()), len(other.solved)
    )


def _costs(pair: Pair, found: Sequence[Sample], metric: Metric) -> tuple[np.ndarray, np.ndarray]:
    mine, theirs = (
        costs(getattr(found[place], metric.cost), found[place].solved) for place in pair
    )
    return mine, theirs


def _typical(pair: Pair, found: Sequence[Sample], metric: Metric) -> tuple[float, Test]:
    """A12 and the test that goes with it."""
    best, other = found[pair.best], found[pair.other]
    if not metric.less_is_better:
        return a12(best.solved, other.solved), _of_success(best, other)
    mine, theirs = _costs(pair, found, metric)
    return a12(theirs, mine), mann_whitney(mine, theirs)


def _row(
    best: Sample, other: Sample, ratio: tuple[float, float, float], test: Test, chance: float
) -> dict[str, Any]:
    logrank = survival.logrank(
        best.until_given_up(), best.solved, other.until_given_up(), other.solved
    )
    return {
        "problem": best.problem,
        "better": best.algorithm,
        "other": other.algorithm,
        "ratio": ratio[0],
        "ratio_low": ratio[1],
        "ratio_high": ratio[2],
        "test": test.name,
        "p": test.p,
        "a12": chance,
        "effect": effect(chance),
        "p_logrank": logrank.p,
    }


def _verdict(p: float, chance: float, p_typical: float) -> str:
    if p >= SIGNIFICANT:
        return "open"
    if chance < 0.5 and p_typical < SIGNIFICANT:
        return "mixed"
    return "clear" if p < VERY_SIGNIFICANT else "likely"


def _reason(pair: Pair, scattered: Sequence[Scatter]) -> str:
    """Why the limits forbid what the permutation test alone would have said."""
    mine, theirs = _limits(pair, scattered)
    return "few solved" if "few solved" in (mine.kind, theirs.kind) else "tail"
