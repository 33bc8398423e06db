"""Copies are counted once, and runs on one problem have one budget."""

import numpy as np
import pandas as pd
import pytest

from metaqueens.analysis.data.cleaning import clean
from metaqueens.analysis.data.runs import load_runs as load
from tests.analysis.made import data


@pytest.mark.parametrize(
    "columns", [{}, *({"seed": seed, "evaluations": [5, 5, 5, 9]} for seed in (7, np.nan))]
)
def test_runs_that_are_in_order_or_whose_seeds_were_not_noted_stay_as_they_are(columns):
    runs = load(data(**columns))
    same, said = clean(runs)
    assert same is runs
    assert (len(same), said) == (4, [])


def test_rows_that_repeat_others_are_dropped():
    runs, said = clean(load(pd.concat([data(), data(), data(seed=range(4, 8))])))
    assert len(runs) == 8
    assert said == [
        "4 rows of data with the algorithm, problem, seed, evaluations and seconds of another row:"
        " each run is counted once"
    ]
    two = data(seed=[1, 2, 1, 2], evaluations=[5, 6, 5, 6])
    assert len(clean(load(two))[0]) == 2, "two seeds are enough to tell a copy"


def test_rows_with_one_seed_and_different_results_are_counted_and_named():
    runs, said = clean(load(data(seed=[1, 2, 3, 3], evaluations=[5, 6, 7, 8])))
    assert len(runs) == 4
    assert said == [
        "1 row of data with another row's seed and a different result, such as a on p, seed 3:"
        " all count"
    ]


def test_runs_beyond_the_common_budget_are_unsolved_there():
    two = pd.concat([data(seconds=[1, 1, 1, 2]), data(algorithm="b", budget_evaluations=3)])
    elsewhere = data(problem="q", evaluations=[20, 30, 40, 50], budget_evaluations=100)
    runs, (said,) = clean(load(pd.concat([two, elsewhere])))
    here = runs[runs.problem == "p"]
    assert here.evaluations.tolist() == [1, 2, 3, 3, 1, 2, 3, 4]
    assert here.solved.tolist() == [True, True, True, False, *[True] * 4], "b had that budget"
    assert set(here.budget_evaluations) == {3}
    assert here.status.tolist()[3] == "unsolved"
    assert here.seconds.tolist()[3] == 1.5, "in proportion"
    assert runs[runs.problem == "q"].evaluations.tolist() == [20, 30, 40, 50]
    assert said.startswith("budgets differ on p: every run is taken as if stopped at")
    assert "3 evaluations (1 run cut short)" in said


def test_of_several_problems_the_least_budget_is_said():
    parts = [
        data(problem=problem, algorithm=name, budget_evaluations=budget)
        for name, budgets in (("a", (3, 2)), ("b", (9, 9)))
        for problem, budget in zip("pq", budgets, strict=True)
    ]
    _, (said,) = clean(load(pd.concat(parts)))
    assert said.startswith("budgets differ on p and q: every run is taken as if stopped at")
    assert said.endswith(", 2 evaluations and more (3 runs cut short)")


def test_a_run_that_stopped_of_itself_where_the_least_budget_ends_says_why():
    gave_up = data(evaluations=3, solved=False, reason="gave up")
    runs, _ = clean(load(pd.concat([gave_up, data(algorithm="b", budget_evaluations=3)])))
    assert set(runs[runs.algorithm == "a"].reason) == {"gave up"}


def test_runs_without_a_budget_are_cut_at_that_of_the_others():
    limited = data(evaluations=[1, 2, 2, 2], budget_evaluations=2)
    runs, said = clean(load(pd.concat([limited, data(algorithm="b", budget_evaluations=None)])))
    assert runs.evaluations.max() == 2
    assert "(2 runs cut short)" in said[0]


def test_a_run_that_found_its_solution_within_the_least_budget_is_as_it_was():
    """It ended with the step or generation in which the budget is spent, under either budget."""
    of_generations = data(evaluations=[20, 40, 40, 60], found_at=[11, 29, 31, 50])
    few = data(algorithm="b", evaluations=[30] * 4, solved=False, budget_evaluations=30)
    runs, _ = clean(load(pd.concat([of_generations.assign(budget_evaluations=90), few])))
    assert runs.evaluations.tolist()[:4] == [20, 40, 30, 30]
    assert runs.solved.tolist()[:4] == [True, True, False, False]
