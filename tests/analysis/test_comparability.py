"""What makes runs hard to compare is said where it is so, and only there."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.caveats import before, busy
from metaqueens.analysis.data.cleaning import together
from metaqueens.analysis.data.runs import load
from metaqueens.analysis.data.samples import one_run, samples


def data(**columns):
    known = {"problem": "p", "use": "tabu_search", "encoding": "rows", "budget_evaluations": 10}
    runs = {"algorithm": "a", "seed": range(4), "evaluations": [1, 2, 3, 4], "solved": True}
    return pd.DataFrame(known | runs | columns)


@pytest.mark.parametrize(
    ("use", "seconds", "spent", "said"),
    [
        ("tabu_search", 1.2, 1.0, ""),
        ("tabu_search", 1.25, 1.0, "1.2"),
        ("tabu_search", 1.3, 1.0, "1.3"),
        ("tabu_search", 1, 0.25, "4.0"),  # four runs: a second in all
        ("tabu_search", 1, 0.24, ""),
        ("tabu_search", 1.0, None, ""),
        ("cp_sat", 9.0, 1.0, ""),  # may have threads of its own
    ],
)
def test_a_quarter_more_than_the_processor_time_is_a_busy_machine(use, seconds, spent, said):
    told = busy(load(data(use=use, seconds=seconds, cpu_seconds=spent)))
    assert told[: len("the machine was busy: searches took x.x")] == (
        f"the machine was busy: searches took {said}" if said else ""
    )


def test_time_limits_are_spoken_of_where_they_differ_on_one_problem():
    one, other = data(budget_seconds=1), data(algorithm="b", budget_seconds=2)
    assert before(load(pd.concat([one, other.assign(problem="q")]))) == []
    (said,) = before(load(pd.concat([one, other])))
    assert said.startswith("time limits differ on p: a run stopped by the clock")


def test_failed_runs_of_a_sample_are_counted_and_left_out():
    status = ["failed", "solved", "failed", "solved"]
    (found,) = samples(load(data(status=status)))
    assert (found.failed, found.evaluations.tolist()) == (2, [2, 4])


@pytest.mark.parametrize(("runs", "one"), [(2, False), (3, True)])
def test_three_runs_alike_are_one_and_two_may_be_chance(runs, one):
    assert one_run(np.ones(runs, bool), np.full(runs, 7.0)) == one


@pytest.mark.parametrize(("solved_at", "same"), [(5, False), (6, True)])
def test_a_run_stopped_where_another_of_its_seed_solved_went_another_way(solved_at, same):
    """With as many evaluations it would have solved."""
    known = {"use": "u", "parameters": "{}"}
    short, long = (
        data(evaluations=spent, solved=solved, budget=f'{{"evaluations": {limit}}}', **known)
        for spent, solved, limit in ((5, False, 5), (solved_at, True, 50))
    )
    _, _, notes = together(load(short, long))
    assert (notes != []) == same
