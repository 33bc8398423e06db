"""What must hold of every comparison, whatever the runs."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings, strategies as st

from metaqueens.analysis.comparison import compare
from metaqueens.analysis.estimate.estimates import ecdf
from tests.analysis.made import frame

BUDGET = 100
# Evaluations of runs; those of more than the budget are stopped.
RUNS = st.lists(st.integers(1, 150), min_size=2, max_size=12)


def made(**costs) -> pd.DataFrame:
    """Runs of each algorithm on one problem."""
    return frame(costs, BUDGET)


def numbers(found, names: dict[str, str]) -> tuple[pd.DataFrame, list[float]]:
    """The figures of each algorithm under its new name, and the p of each test."""
    table = found.table.assign(algorithm=found.table.algorithm.astype(str).replace(names))
    table = table.set_index("algorithm")[["ert", "par10", "success", "low", "high"]].sort_index()
    return table, sorted(found.tests.p.astype(float)) if len(found.tests) else []


@settings(max_examples=8)
@given(RUNS, RUNS)
def test_names_and_order_change_no_number(one, other):
    first, first_ps = numbers(compare(made(a=one, b=other)), {})
    for found, names in (
        (compare(made(b=one, a=other)), {"a": "b", "b": "a"}),
        (compare(made(b=other, a=one)), {}),
    ):
        mine, ps = numbers(found, names)
        pd.testing.assert_frame_equal(mine, first)
        assert ps == pytest.approx(first_ps, nan_ok=True)


@pytest.mark.parametrize("metric", ["ert", "par10", "median", "success"])
@settings(max_examples=12)
@given(costs=RUNS)
def test_an_estimate_lies_in_its_interval_and_an_ert_is_what_was_spent_by_what_was_solved(
    metric, costs
):
    spent, solved = np.minimum(costs, BUDGET), np.array(costs) <= BUDGET
    row = compare(made(a=costs), metric=metric).table.iloc[0]
    value = row[metric]
    if np.isfinite([row.low, row.high, value]).all():
        assert row.low <= value * (1 + 1e-9)
        assert value <= row.high * (1 + 1e-9)
    if solved.any():
        assert row.ert == pytest.approx(spent.sum() / solved.sum())
        assert row.ert >= spent[solved].min()
    else:
        assert np.isinf(row.ert)
    assert row.success == solved.mean()


@given(RUNS)
def test_a_share_of_runs_only_grows_and_ends_at_the_share_that_solved(costs):
    spent, solved = np.minimum(costs, BUDGET), np.array(costs) <= BUDGET
    found = ecdf(spent, solved)
    assert (np.diff(found.share) >= 0).all()
    assert ((found.low <= found.share) & (found.share <= found.high)).all()
    assert (found.share.iloc[-1] if len(found) else 0) == pytest.approx(solved.mean())
