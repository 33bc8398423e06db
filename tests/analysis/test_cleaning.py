"""Copies are counted once, and runs on one problem have one budget."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.data.cleaning import cleaned
from metaqueens.analysis.data.runs import load


def data(**columns):
    rows = {"algorithm": "a", "problem": "p", "seed": range(4), "evaluations": [1, 2, 3, 4],
            "solved": True, "budget_evaluations": 10}  # fmt: skip
    return pd.DataFrame(rows | columns)


def test_runs_that_are_in_order_stay_as_they_are():
    runs = load(data())
    same, said = cleaned(runs)
    assert same is runs
    assert said == []


def test_rows_that_repeat_others_are_dropped():
    runs, said = cleaned(load(pd.concat([data(), data(), data(seed=range(4, 8))])))
    assert len(runs) == 8
    assert said == [
        "4 rows of data repeat another row (same algorithm, problem, seed, cost): each run is"
        " counted once"
    ]


@pytest.mark.parametrize("seed", [7, np.nan])
def test_runs_whose_seeds_were_not_noted_are_no_copies(seed):
    runs, said = cleaned(load(data(seed=seed, evaluations=[5, 5, 5, 9])))
    assert (len(runs), said) == (4, [])


def test_runs_beyond_the_common_budget_are_unsolved_there():
    two = pd.concat([data(), data(algorithm="b", budget_evaluations=3, seconds=[1, 1, 1, 2])])
    elsewhere = data(problem="q", evaluations=[20, 30, 40, 50], budget_evaluations=100)
    runs, (said,) = cleaned(load(pd.concat([two, elsewhere])))
    here = runs[runs.problem == "p"]
    assert here.evaluations.tolist() == [1, 2, 3, 3] * 2
    assert here.solved.tolist() == [True, True, True, False] * 2
    assert set(here.budget_evaluations) == {3}
    assert here.status.tolist()[-1] == "unsolved"
    assert here.seconds.tolist()[-1] == 1.5, "in proportion"
    assert runs[runs.problem == "q"].evaluations.tolist() == [20, 30, 40, 50]
    assert said.startswith("budgets differ on p: every run is taken as if stopped at")
    assert "3 evaluations (2 runs were cut)" in said


def test_runs_without_a_budget_are_cut_at_that_of_the_others():
    limited = data(evaluations=[1, 2, 2, 2], budget_evaluations=2)
    runs, said = cleaned(load(pd.concat([limited, data(algorithm="b", budget_evaluations=None)])))
    assert runs.evaluations.max() == 2
    assert "(2 runs were cut)" in said[0]
