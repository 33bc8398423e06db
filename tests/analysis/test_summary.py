"""Known answers: Wilson intervals from R's binom package, ERT by hand."""

from math import inf

import pytest
from hypothesis import given, strategies as st

from metaqueens.analysis.summary import _summary, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "interval"),
    [
        (8, 10, (0.49016, 0.94332)),
        (0, 20, (0.0, 0.16113)),
        (20, 20, (0.83887, 1.0)),
        (0, 0, (0.0, 1.0)),
    ],
)
def test_wilson(successes, trials, interval):
    assert wilson(successes, trials) == pytest.approx(interval, abs=5e-6)


@given(st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share_and_is_symmetric(case):
    successes, trials = case
    low, high = wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low))


def summary(*rows):
    return _summary(8, "rows", "hc", None, list(rows))


def solved(evaluations, verdict="validated"):
    return ("solved", evaluations, evaluations / 1000, 1.0, verdict)


def unsolved(evaluations):
    return ("unsolved", evaluations, evaluations / 1000, 0.9, "checked")


FAILED = ("failed", None, None, None, None)


def test_unsolved_runs_are_censored_and_never_averaged_away():
    one = summary(solved(100), solved(200), solved(300), unsolved(1000), unsolved(1000))
    assert one.ert == pytest.approx(866.6666667)
    assert one.median_evaluations == 200
    assert one.median_seconds == 0.2
    assert (one.runs, one.solved, one.failed) == (5, 3, 0)
    assert one.validated == 3
    assert one.checked == 0, "an unsolved board that was recounted is no checked solution"


def test_no_run_solved():
    one = summary(unsolved(1000), unsolved(1000))
    assert one.ert == inf
    assert one.median_evaluations is one.median_seconds is None
    assert one.best_fitness == 0.9
    assert one.success_ci95[0] == 0.0


def test_failed_runs_are_counted_apart():
    one = summary(solved(100), FAILED, FAILED)
    assert (one.runs, one.solved, one.failed) == (3, 1, 2)
    assert one.ert == 100
    assert one.success_ci95 == wilson(1, 1)


def test_rejected_runs_are_counted_whether_solved_or_not():
    one = summary(solved(100, "rejected"), ("unsolved", 5, 0.1, 0.5, "rejected"))
    assert one.rejected == 2
    assert one.validated == 0
