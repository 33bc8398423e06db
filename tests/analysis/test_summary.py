"""Known answers, by hand."""

from math import inf

import pytest

from metaqueens.analysis.estimates import wilson
from metaqueens.analysis.summary import _summary


def summary(*rows):
    return _summary(8, "rows", "hc", None, list(rows))


def solved(evaluations, verdict="validated"):
    return ("solved", evaluations, evaluations / 1000, 1.0, verdict, "solved")


def unsolved(evaluations):
    return ("unsolved", evaluations, evaluations / 1000, 0.9, "checked", "evaluations")


FAILED = ("failed", None, None, None, None, None)


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
    assert one.gave_up == "evaluations"
    assert one.success_ci95[0] == 0.0


def test_failed_runs_are_counted_apart():
    one = summary(solved(100), FAILED, FAILED)
    assert (one.runs, one.solved, one.failed) == (3, 1, 2)
    assert one.ert == 100
    assert one.success_ci95 == wilson(1, 1)


def test_rejected_runs_are_counted_whether_solved_or_not():
    one = summary(solved(100, "rejected"), ("unsolved", 5, 0.1, 0.5, "rejected", "seconds"))
    assert one.rejected == 2
    assert one.validated == 0
