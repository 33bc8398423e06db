"""What is said of the best setting beside the default, of runs that are made up."""

from types import SimpleNamespace

import numpy as np
import pytest

from metaqueens.tuning import verdict
from metaqueens.tuning.costs import Done

from . import task

BEST = {"schedule.use": "constant"}


def judged(goal, ours, theirs):
    """The verdict on runs of the best and of the default on one problem."""
    found = task(minimise=goal, **{"test.runs": len(ours)})
    return verdict.judge(SimpleNamespace(task=found, run=lambda *_: [ours, theirs]), BEST)


def test_the_test_says_which_is_better_not_how_often_either_is():
    """A little dearer in most runs, far cheaper in the others."""
    theirs = [Done(1000 + k, 1.0, True) for k in range(40)]
    ours = [Done(1050 + 2 * k, 1.0, True) for k in range(22)]
    ours += [Done(10 + k, 1.0, True) for k in range(18)]
    found = judged("par10", ours, theirs)
    assert found.p < 0.05
    assert found.a12 < 0.5
    assert found.verdict == "better"


@pytest.mark.parametrize("swapped", [False, True])
def test_where_success_counts_who_solves_more_is_better_however_long_it_takes(swapped):
    rng = np.random.default_rng(1)
    sure = [Done(int(cost), 1.0, True) for cost in rng.integers(800, 1000, 30)]
    quick = [Done(int(cost), 1.0, True) for cost in rng.integers(50, 150, 18)]
    quick += [Done(3_000, 1.0, False)] * 12
    found = judged("1 - success", *((quick, sure) if swapped else (sure, quick)))
    assert found.test == "Fisher"
    assert found.p < 0.001
    assert found.verdict == ("worse" if swapped else "better")
    assert found.a12 == pytest.approx(0.3 if swapped else 0.7)
