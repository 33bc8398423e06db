"""The problems have as many solutions as was published, and the costs that a plain count has."""

from itertools import permutations

import numpy as np
import pytest
from ortools.sat.python import cp_model

from metaqueens import AllInterval, Colouring, Costas, MagicSquare
from metaqueens.core.jit import Kernel, kernel
from tests.classics import PROBLEMS

# OEIS A008404, n = 1..10.
COSTAS = (1, 2, 4, 12, 40, 116, 200, 444, 760, 2160)
# CSPLib 007, n = 3..7; n = 8 is what the cost and the model agree on.
ALL_INTERVAL = {3: 4, 4: 4, 5: 8, 6: 24, 7: 32, 8: 40}
# OEIS A088202, n = 1..8.
COLOURS_OF_QUEENS = (1, 4, 5, 5, 5, 7, 7, 9)


def count_solutions(problem):
    """Return the number of permutations of cost 0, of all that there are."""
    cost = Kernel(type(problem).cost)

    @kernel
    def count(orders, data):
        found = 0
        for k in range(orders.shape[0]):
            found += cost(orders[k], data) == 0
        return found

    orders = np.array([*permutations(range(problem.n))], np.int32)
    return (
        count.function(orders, problem.data()) if problem.n < 6 else count(orders, problem.data())
    )


@pytest.mark.parametrize("form", ["repeats", "weighted"])
@pytest.mark.parametrize("n", range(1, 9))
def test_costas_arrays(n, form):
    assert count_solutions(Costas(n=n, form=form)) == COSTAS[n - 1]


@pytest.mark.parametrize("form", ["repeats", "largest"])
@pytest.mark.parametrize("n", ALL_INTERVAL)
def test_all_interval_series(n, form):
    assert count_solutions(AllInterval(n=n, form=form)) == ALL_INTERVAL[n]


def test_magic_squares_of_order_3():
    assert len(enumerate_by_model(MagicSquare(order=3))) == 8


def enumerate_by_model(problem):
    """Return all solutions of the CP-SAT model, each with cost 0."""
    model = cp_model.CpModel()
    variables = [model.new_int_var(0, problem.value_count - 1, "") for _ in range(problem.n)]
    if problem.encoding == "permutation":
        model.add_all_different(variables)
    problem.cp_sat(model, variables)
    found = []

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            found.append(tuple(self.value(variable) for variable in variables))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # more would lose solutions
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(model, Collect()) == cp_model.OPTIMAL
    assert len({*found}) == len(found)
    return found


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_the_models_have_the_same_solutions(n):
    for problem in (Costas(n=n), AllInterval(n=n)):
        found = enumerate_by_model(problem)
        assert len(found) == (COSTAS[n - 1] if isinstance(problem, Costas) else ALL_INTERVAL[n])
        assert all(problem.recount(np.array(values)) == 0 for values in found)


@pytest.mark.parametrize("n", [9, 10])
def test_more_costas_arrays(n):
    assert len(enumerate_by_model(Costas(n=n))) == COSTAS[n - 1]


def test_magic_squares_of_order_4():
    assert len(enumerate_by_model(MagicSquare(order=4))) == 7040


@pytest.mark.parametrize(("queens", "colours"), [*enumerate(COLOURS_OF_QUEENS, 1)])
def test_colours_of_the_queen_graph(queens, colours):
    """One colour fewer is too few: the first row fixes the names of the colours."""
    for count, status in ((colours, cp_model.OPTIMAL), (colours - 1, cp_model.INFEASIBLE)):
        if count < queens:
            continue  # a row has too many squares
        problem = Colouring(queens=queens, colours=count)
        model = cp_model.CpModel()
        variables = [model.new_int_var(0, count - 1, "") for _ in range(problem.n)]
        problem.cp_sat(model, variables)
        for k in range(queens):
            model.add(variables[k] == k)
        assert cp_model.CpSolver().solve(model) == status


def slow_cost(problem, values):
    """Return the cost, counted without the functions of the problem."""
    n = len(values)
    if isinstance(problem, Costas):
        total = 0
        for d in range(1, (n - 1) // 2 + 1):
            steps = [values[i + d] - values[i] for i in range(n - d)]
            total += (len(steps) - len({*steps})) * (
                n**2 - d**2 if problem.form == "weighted" else 1
            )
        return total
    if isinstance(problem, AllInterval):
        steps = [abs(values[i + 1] - values[i]) for i in range(n - 1)]
        missing = {*range(1, n)} - {*steps}
        return len(steps) - len({*steps}) if problem.form == "repeats" else max(missing, default=0)
    if isinstance(problem, MagicSquare):
        m, square = problem.order, np.array(values).reshape(problem.order, -1) + 1
        diagonals = [np.trace(square), np.trace(np.fliplr(square))]
        sums = [*square.sum(0), *square.sum(1), *diagonals]
        return sum(abs(total - m * (m * m + 1) // 2) for total in sums)
    edges = problem.edges or [
        (a, b)
        for b in range(n)
        for a in range(b)
        for x, y in [np.subtract(divmod(a, problem.queens), divmod(b, problem.queens))]
        if x == 0 or y == 0 or abs(x) == abs(y)
    ]
    return sum(values[a] == values[b] for a, b in edges)


@pytest.mark.parametrize("name", PROBLEMS)
def test_costs(name, rng):
    problem = PROBLEMS[name]
    for _ in range(40):
        values = rng.permutation(problem.n) if problem.encoding == "permutation" else None
        if values is None:
            values = rng.integers(problem.colours, size=problem.n)
        assert problem.recount(values) == slow_cost(problem, values.tolist())
