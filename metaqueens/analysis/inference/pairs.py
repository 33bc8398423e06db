"""On each problem, the best algorithm against every other: by how much, and how sure.

Which one is best is seen in the same runs. So all pairs of algorithms on all problems are one
family, whether they are shown or not, and Holm's adjustment [1]_ is over that family: the chance
that any verdict of a comparison but ``open`` is wrong is at most 5 %.

.. [1] Holm (1979). A simple sequentially rejective multiple test procedure. Scand. J. Stat. 6:
       65-70. On the best being chosen by looking: Hsu (1984). Constrained simultaneous confidence
       intervals for multiple comparisons with the best. Ann. Statist. 12: 1136-1144.
"""

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any

from metaqueens.analysis.data.samples import Sample
from metaqueens.analysis.estimate.intervals import Estimate
from metaqueens.analysis.estimate.ratios import ratio
from metaqueens.analysis.inference.pair_tests import Pair, limits_of, metric_tests, single_run_test
from metaqueens.analysis.inference.significance import (
    Test,
    effect,
    holm,
)
from metaqueens.analysis.inference.verdicts import SIGNIFICANT, verdict, why_open
from metaqueens.metrics import Metric

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "problem", "better", "other", "ratio", "ratio_low", "ratio_high", "test", "p", "p_holm",
    "a12", "effect", "p_typical", "verdict", "reason",
)  # fmt: skip


def against_the_best(
    found: Sequence[Sample], values: Sequence[Estimate], metric: Metric
) -> "pd.DataFrame":
    """Return a row per problem and algorithm that is not the best there; none where nobody solved.

    ratio, ratio_low, ratio_high
        How many times more the other costs, with a 95 % interval of its own; see ``ratios.ratio``.
    test, p, p_holm
        Of the metric itself: a permutation test of the ratio, no less than what the limits allow
        (ERT, PAR), Fisher's (success) or Mood's (quantiles; the sign test where one of the two is
        deterministic); adjusted over all pairs.
    a12, effect, p_typical
        The chance that a run of the better beats one of the other, Vargha and Delaney's word for
        it, and Mann-Whitney's p, or that of the sign test, adjusted over all pairs: who wins a
        typical run.
    verdict, reason
        See ``verdicts.VERDICTS``; why an open one is open where more runs of the same kind would
        not have been the only way to tell: ``tail`` or ``few solved``.
    """
    import pandas as pd

    pairs, family = _pairs(found, values, metric), family_of(found)
    factors = [ratio(*limits_of(pair, values)) for pair in pairs]
    tests, exact = metric_tests(pairs, family, found, values, metric)
    typical = [single_run_test(pair, found, metric) for pair in pairs]
    adjusted = holm([test.p for test in tests], family)
    rows = [
        _row(found[pair.best], found[pair.other], factor, test, chance)
        for pair, factor, test, (chance, _) in zip(pairs, factors, tests, typical, strict=True)
    ]
    table = pd.DataFrame(rows, columns=[*COLUMNS])
    table["p_holm"] = adjusted
    table["p_typical"] = holm([test.p for _, test in typical], family)
    table["verdict"] = [
        verdict(p, chance, p_typical, any(one.heavy for one in limits_of(pair, values)))
        for pair, p, chance, p_typical in zip(
            pairs, adjusted, table.a12, table.p_typical, strict=True
        )
    ]
    permuted = holm(exact, family)
    table["reason"] = [
        why_open(*limits_of(pair, values)) if p >= SIGNIFICANT > alone else ""
        for pair, p, alone in zip(pairs, adjusted, permuted, strict=True)
    ]
    return table


def family_of(found: Sequence[Sample]) -> int:
    """Return how many pairs of algorithms there are on all problems that somebody solved."""
    return sum(comb(len(places), 2) for places in _solved(found))


def _solved(found: Sequence[Sample]) -> list[list[int]]:
    """Return the places of the samples with runs, by problem; of problems that somebody solved."""
    by_problem: dict[str, list[int]] = {}
    for place, sample in enumerate(found):
        if len(sample.solved):
            by_problem.setdefault(sample.problem, []).append(place)
    return [
        places
        for places in by_problem.values()
        if any(found[place].solved.any() for place in places)
    ]


def _pairs(found: Sequence[Sample], values: Sequence[Estimate], metric: Metric) -> list[Pair]:
    """Return the best with each other on each problem that somebody solved."""
    pairs: list[Pair] = []
    for places in _solved(found):
        best = min(places, key=lambda place: metric.better_first(values[place].value))
        pairs += [Pair(best, place) for place in places if place != best]
    return pairs


def _row(
    best: Sample,
    other: Sample,
    factor: tuple[float, float, float],
    test: Test,
    chance: float,
) -> dict[str, Any]:
    return {
        "problem": best.problem,
        "better": best.algorithm,
        "other": other.algorithm,
        "ratio": factor[0],
        "ratio_low": factor[1],
        "ratio_high": factor[2],
        "test": test.name,
        "p": test.p,
        "a12": chance,
        "effect": effect(chance),
    }
