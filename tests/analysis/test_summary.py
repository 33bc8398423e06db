"""Known answers, by hand."""

from math import inf

import pytest

from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.summary import Group, Row, _family


def summary(*rows):
    return Group(8, "n=8", "rows", "hc", "n=8", [Row(*row) for row in rows]).summary()


def solved(evaluations, verdict="validated"):
    return ("solved", evaluations, evaluations / 1000, 1.0, verdict, "solved")


def unsolved(evaluations):
    return ("unsolved", evaluations, evaluations / 1000, 0.9, "checked", "evaluations")


FAILED = ("failed", None, None, None, None, None)


def test_unsolved_runs_are_censored_and_never_averaged_away():
    one = summary(solved(100), solved(200), solved(300), unsolved(1000), unsolved(1000))
    found = [one.metrics[name] for name in ("ert", "median", "median_time")]
    assert found == pytest.approx([2600 / 3, 300, 0.3])
    assert (one.runs, one.solved, one.failed, one.validated) == (5, 3, 0, 3)
    assert one.checked == 0, "an unsolved board that was recounted is no checked solution"


def test_no_run_solved():
    one = summary(unsolved(1000), unsolved(1000))
    assert {one.metrics[name] for name in ("ert", "median", "median_time")} == {inf}
    assert (one.best_fitness, one.gave_up, one.success_ci95[0]) == (0.9, "evaluations", 0)


def test_failed_runs_are_counted_apart():
    one = summary(solved(100), FAILED, FAILED)
    assert (one.runs, one.solved, one.failed, one.finished) == (3, 1, 2, 1)
    assert one.metrics["ert"] == 100
    assert one.success_ci95 == wilson(1, 1)


def test_the_copies_of_a_deterministic_run_are_one_run_in_its_interval_as_in_comparisons():
    same = summary(*[(*solved(100), 7, 90)] * 4)
    assert (same.solved, same.success_ci95, same.deterministic) == (4, wilson(1, 1), True)
    other_way = summary(*[(*solved(100), 7, found_at) for found_at in (90, 90, 91, 90)])
    assert (other_way.success_ci95, other_way.deterministic) == (wilson(4, 4), False)


def test_rejected_runs_count_as_unsolved():
    one = summary(solved(100, "rejected"), ("unsolved", 5, 0.1, 0.5, "rejected", "seconds"))
    assert (one.solved, one.rejected, one.metrics["ert"], one.best_fitness) == (0, 2, inf, None)
    assert one.validated == 0


def test_each_instance_of_a_family_counts_the_same():
    """Three runs of 100 on one, one run of 300 on the other, of which another one failed."""
    groups = [[solved(100)] * 3, [solved(300), FAILED], [FAILED]]
    mine = [
        Group(8, f"f #{k}", "rows", "hc", "f", [Row(*row) for row in rows])
        for k, rows in enumerate(groups)
    ]
    one = _family("f", mine, {group.problem: "solved" for group in mine})
    assert one.metrics["ert"] == 200
    assert (one.runs, one.solved, one.failed, one.instances_solved) == (6, 4, 2, 2)
    assert (one.finished, one.rejected) == (4, 0)
    assert one.success_ci95 == wilson(2, 2), "of one instance no run finished"
