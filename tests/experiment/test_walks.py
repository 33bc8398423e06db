"""Independent walks, in real processes."""

import pytest

from metaqueens import Budget, HillClimbing, MinConflicts, Queens, SimulatedAnnealing, solve
from metaqueens.experiment.execution.walks import first_to_solve, walk_seeds
from metaqueens.problem.check import is_solution

TORUS = Queens(11, torus=True)


def test_the_first_to_solve_is_a_run_that_its_seed_repeats():
    algorithm, budget = SimulatedAnnealing(), Budget(evaluations=10**8)
    found = first_to_solve(TORUS, algorithm, budget, 5, 2)
    assert is_solution(TORUS, found.queens)
    assert found.seed in walk_seeds(5, 2)
    alone = solve(TORUS, algorithm, budget, found.seed)
    assert alone.queens.tolist() == found.queens.tolist()
    assert (alone.evaluations, alone.steps) == (found.evaluations, found.steps)


def test_where_no_walk_solves_the_best_of_all_is_told():
    algorithm, budget, unsolvable = HillClimbing(), Budget(evaluations=2000), Queens(8, torus=True)
    found = first_to_solve(unsolvable, algorithm, budget, 3, 3)
    alone = [solve(unsolvable, algorithm, budget, seed) for seed in walk_seeds(3, 3)]
    assert found.guards == min(one.guards for one in alone) > 0
    assert found.reason == "evaluations"


def test_the_first_walk_has_the_seed_itself_and_no_two_the_same():
    assert walk_seeds(7, 1) == [7]
    assert walk_seeds(7, 4)[:3] == walk_seeds(7, 3)
    assert len({*walk_seeds(7, 100), *walk_seeds(8, 100)}) == 200
    assert max(walk_seeds(0, 100)) < 2**53


def test_what_cannot_be_searched_is_refused_before_any_process_begins():
    with pytest.raises(ValueError, match="MinConflicts works on rows"):
        first_to_solve(Queens(8), MinConflicts(), Budget(10), 0, 2)


def test_a_run_ends_where_stop_says_so():
    looks = iter([False, False, True])
    algorithm = SimulatedAnnealing(schedule={"use": "constant", "temperature": 2.0})
    result = solve(Queens(8, torus=True), algorithm, Budget(10**9), 1, stop=lambda: next(looks))
    assert result.reason == "interrupted"
