import os

import numpy as np
import pytest

from metaqueens import Queens
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import first
from metaqueens.exact.solvers import cp_sat
from metaqueens.queens.check import recount

from . import oracle


def test_it_confirms_solutions_and_nothing_else(rng):
    solution = np.array([1, 3, 0, 2])
    assert cp_sat.confirms(Queens(solution.size), solution)
    for _ in range(50):
        queens = rng.integers(6, size=6)
        assert cp_sat.confirms(Queens(queens.size), queens) == (recount(Queens(6), queens) == 0)


def test_enumeration_has_one_worker_because_more_of_them_lose_solutions():
    """In OR-Tools 9.15 eight workers find 80 to 87 of 92 boards and report OPTIMAL.

    How many depends on the threads, so all that is held against OR-Tools is that no board it finds
    is wrong; we must have all of them, each time.
    """
    from ortools.sat.python import cp_model

    class Found(cp_model.CpSolverSolutionCallback):
        boards = set()

        def on_solution_callback(self):
            values = np.array(self.response_proto.solution)
            self.boards.add(tuple(values.reshape(8, 8).argmax(axis=0).tolist()))

    hazard = cp_sat.enumerator()
    assert hazard.parameters.num_workers == 1
    assert hazard.parameters.enumerate_all_solutions
    hazard.parameters.num_workers = 8
    hazard.solve(cp_sat.build_model(Queens(8))[0], found := Found())
    every = set(oracle.solutions(8))
    assert found.boards <= every
    for _ in range(3):
        assert {tuple(board) for board in cp_sat.boards(Queens(8), Effort())} == every


@pytest.mark.parametrize("workers", [1, min(4, os.cpu_count())])
@pytest.mark.parametrize("n", [1, 4, 20, 40])
def test_the_first_solution(n, workers):
    effort = Effort()
    queens = first("cp_sat", Queens(n), effort, workers=workers)
    assert queens.shape == (n,)
    assert recount(Queens(queens.size), queens) == 0


def test_a_reader_that_has_enough_ends_the_search():
    boards = cp_sat.boards(Queens(14), Effort())
    assert recount(Queens(14), next(boards)) == 0
    boards.close()
    assert next(boards, None) is None
