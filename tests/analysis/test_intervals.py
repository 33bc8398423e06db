"""What is estimated of each sample, beside numbers by hand."""

from math import inf, isnan

import numpy as np
import pytest
from scipy import stats

from metaqueens.analysis.estimate.intervals import estimate, make_rows
from metaqueens.metrics import METRICS
from tests.analysis.made import sample

NEVER = 5000
SOME = [10, 20, 30, 40, 50, 60, NEVER, NEVER]


def of(metric, *samples):
    return estimate(samples, METRICS[metric])


@pytest.mark.parametrize(
    ("metric", "value"),
    [("ert", 2210 / 6), ("par2", 4210 / 8), ("par10", 20210 / 8), ("median", 40), ("q90", inf),
     ("median_time", 40e-6)],
)  # fmt: skip
def test_values_of_a_sample_by_hand_are_those_between_the_limits(metric, value):
    (found,) = of(metric, sample(SOME))
    assert (found.value, np.exp(found.limits.value)) == pytest.approx((value, value))
    assert of("success", sample(SOME))[0].value == 0.75


@pytest.mark.parametrize("metric", ["ert", "par10"])
def test_means_have_what_failures_add_in_their_intervals(metric):
    """One cost each for solved and unsolved: what is uncertain is the share, Clopper's."""
    (found,) = of(metric, sample([100] * 20 + [NEVER] * 10))
    low, high = stats.binomtest(10, 30).proportion_ci(method="exact")
    if metric == "ert":
        expected = [100 + 1000 * share / (1 - share) for share in (low, high)]
    else:
        expected = [100 + 9900 * share for share in (low, high)]
    assert (found.low, found.high) == pytest.approx(expected)
    assert found.limits.kind == "mean"


def test_quantiles_have_order_statistics():
    found = of("median", sample(range(1, 31)))[0]
    assert (found.low, found.high) == pytest.approx((10, 21))
    found = of("q90", sample([*range(1, 26), *[NEVER] * 5]))[0]
    assert (found.low, found.high, found.limits.kind) == (pytest.approx(23), inf, "quantile")


def test_shares_have_wilsons_interval_and_copies_of_a_run_count_once():
    wilson = stats.binomtest(6, 8).proportion_ci(method="wilson")
    assert of("success", sample(SOME))[0][1:3] == pytest.approx(tuple(wilson))
    once = stats.binomtest(1, 1).proportion_ci(method="wilson")
    assert of("success", sample([7] * 8))[0][1:3] == pytest.approx(tuple(once))


def test_nothing_is_known_of_no_runs_or_of_runs_of_unknown_cost():
    for metric in ("ert", "median", "success"):
        assert isnan(of(metric, sample([]))[0].value)
    untimed = sample(SOME)._replace(seconds=np.array([np.nan] + [1.0] * 7))
    found = of("median_time", untimed)[0]
    assert all(map(isnan, found[:3]))
    assert found.limits.kind == "none"


def test_a_row_of_nothing():
    row = make_rows([sample([])])[0]
    assert (row["runs"], row["solved"], row["success_low"], row["success_high"]) == (0, 0, 0, 1)
    assert isnan(row["budget"])
    assert isnan(row["ert"])
