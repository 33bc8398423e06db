"""Known answers, by hand."""

from math import inf

import pandas as pd
import pytest

from metaqueens.analysis.data.runs import load_runs as load
from metaqueens.analysis.data.samples import samples
from metaqueens.analysis.estimate.estimates import wilson
from metaqueens.analysis.estimate.intervals import make_rows
from metaqueens.analysis.summary import summarise

COLUMNS = ("status", "evaluations", "seconds", "fitness", "verdict", "reason", "steps", "found_at")


def runs(*rows, **more):
    """Runs of one algorithm on one problem, as they are loaded."""
    cell = {"algorithm": "hc", "problem": "n=8", "family": "n=8", "n": 8, "encoding": "rows"}
    frame = pd.DataFrame([dict(zip(COLUMNS, row, strict=False)) for row in rows])
    solved = frame.status == "solved"
    return frame.assign(**cell | more, seed=range(len(rows)), solved=solved)


def summary(*rows):
    (found,) = make_rows(samples(load(runs(*rows))))
    return found


def interval(row):
    return row["success_low"], row["success_high"]


def solved(evaluations, verdict="validated"):
    return ("solved", evaluations, evaluations / 1000, 1.0, verdict, "solved")


def unsolved(evaluations):
    return ("unsolved", evaluations, evaluations / 1000, 0.9, "checked", "evaluations")


FAILED = ("failed", None, None, None, None, None)


def test_unsolved_runs_are_censored_and_never_averaged_away():
    one = summary(solved(100), solved(200), solved(300), unsolved(1000), unsolved(1000))
    found = [one[name] for name in ("ert", "median", "median_time")]
    assert found == pytest.approx([2600 / 3, 300, 0.3])
    assert [one[name] for name in ("runs", "solved", "failed", "validated")] == [5, 3, 0, 3]
    assert one["checked"] == 0, "an unsolved board that was recounted is no checked solution"


def test_no_run_solved():
    one = summary(unsolved(1000), unsolved(1000))
    assert {one[name] for name in ("ert", "median", "median_time")} == {inf}
    assert (one["best_fitness"], one["gave_up"], one["success_low"]) == (0.9, "evaluations", 0)


def test_failed_runs_are_counted_apart():
    one = summary(solved(100), FAILED, FAILED)
    assert [one[name] for name in ("runs", "solved", "failed")] == [1, 1, 2]
    assert one["ert"] == 100
    assert interval(one) == wilson(1, 1)


def test_the_copies_of_a_deterministic_run_are_one_run_in_its_interval_as_in_comparisons():
    same = summary(*[(*solved(100), 7, 90)] * 4)
    assert (same["solved"], interval(same), same["deterministic"]) == (4, wilson(1, 1), True)
    other_way = summary(*[(*solved(100), 7, found_at) for found_at in (90, 90, 91, 90)])
    assert (interval(other_way), other_way["deterministic"]) == (wilson(4, 4), False)


def test_rejected_runs_count_as_unsolved():
    one = summary(solved(100, "rejected"), ("unsolved", 5, 0.1, 0.5, "rejected", "seconds"))
    found = [one[name] for name in ("solved", "rejected", "ert", "best_fitness")]
    assert found == [0, 2, inf, None]
    assert one["validated"] == 0


def test_each_instance_of_a_family_counts_the_same(tmp_path):
    """Three runs of 100 on one, one run of 300 on the other, of which another one failed."""
    groups = [[solved(100)] * 3, [solved(300), FAILED], [FAILED]]
    parts = [
        runs(*rows, problem=f"f #{k}", family="f", existence="solvable")
        for k, rows in enumerate(groups)
    ]
    (one,) = summarise(pd.concat(parts), tmp_path / "summary.csv").families
    assert one["ert"] == 200
    assert [one[name] for name in ("runs", "solved", "failed")] == [4, 4, 2]
    assert (one["instances_solved"], one["rejected"]) == (2, 0)
    assert interval(one) == wilson(2, 2), "of one instance no run finished"
