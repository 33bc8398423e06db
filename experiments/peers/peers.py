"""The n-queens of each peer as its documentation would write it, run in the peers' interpreter.

    python peers.py PEER N SEEDS SECONDS FIRST    # one line of JSON for each seed from FIRST on

Each function searches until ``Score`` has seen a solution or the alarm ends it; libraries that have
a stopping rule of their own start again where it ends them too early.
"""

import contextlib
import itertools
import json
import random
import signal
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any


class Stop(BaseException):
    """Ends a search from within; not an ``Exception``, which some libraries catch and log."""


class Score:
    """Counts what a search evaluates, and ends the search at the first solution."""

    def __init__(self) -> None:
        self.evaluations = 0
        self.values: list[int] | None = None

    def __call__(self, queens: Any) -> int:
        """Queens too many on a row or diagonal: 0 for a solution. Plain Python, O(n)."""
        rows = [int(row) for row in queens]
        falling = {row + column for column, row in enumerate(rows)}
        rising = {row - column for column, row in enumerate(rows)}
        return self.saw(rows, 3 * len(rows) - len(set(rows)) - len(falling) - len(rising))

    def saw(self, queens: Any, excess: int) -> int:
        """Count an evaluation that the library has made itself."""
        self.evaluations += 1
        if excess == 0:
            self.found(queens)
        return excess

    def found(self, queens: Any) -> None:
        """Keep a solution and end the search."""
        self.values = [int(row) for row in queens]
        raise Stop


def deap(n: int, seed: int, score: Score, _seconds: float) -> None:
    """DEAP's own example, examples/ga/nqueens.py: its population, operators and probabilities."""
    from deap import algorithms, base, creator, tools

    random.seed(seed)
    if not hasattr(creator, "Individual"):
        creator.create("FitnessMin", base.Fitness, weights=(-1.0,))
        creator.create("Individual", list, fitness=creator.FitnessMin)
    box = base.Toolbox()
    box.register("permutation", random.sample, range(n), n)
    box.register("individual", tools.initIterate, creator.Individual, box.permutation)
    box.register("population", tools.initRepeat, list, box.individual)
    box.register("evaluate", lambda individual: (score(individual),))
    box.register("mate", tools.cxPartialyMatched)
    box.register("mutate", tools.mutShuffleIndexes, indpb=2.0 / n)
    box.register("select", tools.selTournament, tournsize=3)
    algorithms.eaSimple(box.population(n=300), box, 0.5, 0.2, ngen=10**9, verbose=False)


def mlrose(n: int, seed: int, score: Score, _seconds: float) -> None:
    """Annealing as in mlrose's tutorial: its ``Queens``, exponential decay; patient, restarted."""
    import mlrose_hiive
    import numpy as np

    class Counted(mlrose_hiive.Queens):
        def evaluate(self, state: Any) -> float:
            return score.saw(state, super().evaluate(state))

    np.random.seed(seed)  # noqa: NPY002 - it is the generator that mlrose draws from
    problem = mlrose_hiive.DiscreteOpt(n, Counted(), maximize=False, max_val=n)
    while True:
        mlrose_hiive.simulated_annealing(
            problem, mlrose_hiive.ExpDecay(), max_attempts=10 * n * n, max_iters=10**9
        )


def simanneal(n: int, seed: int, score: Score, _seconds: float) -> None:
    """``Annealer`` as in its travelling salesman example: swap two, energy anew; restarted."""
    from simanneal import Annealer

    class Board(Annealer):
        # The stock 25000 to 2.5 is for miles; one attack more or less is 1.
        Tmax, Tmin, steps, updates, copy_strategy = 5.0, 0.1, 2000 * n, 0, "slice"

        def move(self) -> None:
            a, b = random.randrange(n), random.randrange(n)
            self.state[a], self.state[b] = self.state[b], self.state[a]

        def energy(self) -> int:
            return score(self.state)

    random.seed(seed)
    while True:
        Board(random.sample(range(n), n)).anneal()


def pygad(n: int, seed: int, score: Score, _seconds: float) -> None:
    """A row for each column, all different; swap mutation, PyGAD's defaults otherwise."""
    import pygad

    pygad.GA(
        num_generations=10**9,
        num_parents_mating=50,
        sol_per_pop=100,
        num_genes=n,
        gene_type=int,
        gene_space=list(range(n)),
        allow_duplicate_genes=False,
        mutation_type="swap",
        fitness_func=lambda _ga, queens, _index: -score(queens),
        random_seed=seed,
        suppress_warnings=True,
    ).run()


def mealpy(n: int, seed: int, score: Score, _seconds: float) -> None:
    """A ``PermutationVar`` and ``GA.BaseGA``, as in its travelling salesman example."""
    from mealpy import GA, PermutationVar, Problem

    class Board(Problem):
        def obj_func(self, x: Any) -> int:
            return score(self.decode_solution(x)["rows"])

    rows = PermutationVar(valid_set=list(range(n)), name="rows")
    problem = Board(bounds=[rows], minmax="min", log_to=None)
    GA.BaseGA(epoch=100_000, pop_size=100).solve(problem, seed=seed)


def constraint_problem(n: int, seed: int, solver: Any) -> Any:
    """The model of python-constraint's examples/queens, the rows in a random order."""
    from constraint import Problem

    problem = Problem(solver)
    rows = random.Random(seed).sample(range(n), n)
    problem.addVariables(range(n), rows)
    for a, b in itertools.combinations(range(n), 2):
        apart = b - a
        problem.addConstraint(
            lambda row, other, apart=apart: row != other and abs(row - other) != apart, (a, b)
        )
    return problem


def constraint_backtracking(n: int, seed: int, score: Score, _seconds: float) -> None:
    """python-constraint's default solver."""
    from constraint import OptimizedBacktrackingSolver

    solution = constraint_problem(n, seed, OptimizedBacktrackingSolver()).getSolution()
    score.found(solution[column] for column in range(n))


def constraint_min_conflicts(n: int, seed: int, score: Score, _seconds: float) -> None:
    """python-constraint's min-conflicts solver, restarted after its stock 1000 steps."""
    from constraint import MinConflictsSolver

    random.seed(seed)
    problem = constraint_problem(n, seed, MinConflictsSolver())
    while (solution := problem.getSolution()) is None:
        pass
    score.found(solution[column] for column in range(n))


def ortools(n: int, seed: int, score: Score, seconds: float) -> None:
    """The CP-SAT model of OR-Tools' n-queens page, with one worker."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    queens = [model.new_int_var(0, n - 1, f"x_{column}") for column in range(n)]
    model.add_all_different(queens)
    model.add_all_different(queens[column] + column for column in range(n))
    model.add_all_different(queens[column] - column for column in range(n))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    solver.parameters.max_time_in_seconds = seconds
    if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        score.found(solver.value(queen) for queen in queens)


PEERS = {
    function.__name__: function
    for function in (
        deap,
        pygad,
        mealpy,
        mlrose,
        simanneal,
        constraint_backtracking,
        constraint_min_conflicts,
        ortools,
    )
}


def timed(search: Callable[..., None], n: int, seed: int, seconds: float) -> dict[str, Any]:
    """One search under the alarm: from the first board or the model to the solution."""
    score = Score()
    start = perf_counter()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    with contextlib.suppress(Stop):
        search(n, seed, score, seconds)
    signal.setitimer(signal.ITIMER_REAL, 0)
    took = perf_counter() - start
    return {"queens": score.values, "seconds": took, "evaluations": score.evaluations}


def end(*_: Any) -> None:
    """What the alarm does."""
    raise Stop


def main() -> None:
    """All seeds of one size; four queens first, so that nothing is imported under the clock."""
    peer, n, seeds, seconds, first = sys.argv[1], *map(int, sys.argv[2:6])
    signal.signal(signal.SIGALRM, end)
    with contextlib.redirect_stdout(sys.stderr):
        timed(PEERS[peer], 4, 1, 5)
    for seed in range(first, first + seeds):
        with contextlib.redirect_stdout(sys.stderr):
            run = timed(PEERS[peer], n, seed, seconds)
        print(json.dumps(run), flush=True)


if __name__ == "__main__":
    main()
