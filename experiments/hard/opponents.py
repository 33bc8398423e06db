"""Opponents that the package lacks: a SAT solver, clingo with threads, large neighbourhoods.

In a config: `use: experiments.hard.opponents:Cadical`. That one needs python-sat.

.. [1] Biere, Faller, Fazekas, Fleury, Froleyks & Pollitt (2024). CaDiCaL 2.0. CAV 2024.
.. [2] Shaw (1998). Using constraint programming and local search methods to solve vehicle routing
       problems. CP 1998: 417-431.
"""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from pydantic import PositiveInt

from experiments.hard.forms import clauses, conflicts
from metaqueens import Algorithm, Queens, Space
from metaqueens.exact import methods
from metaqueens.exact.contestants import Exact
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers.cp_sat import new_solver
from metaqueens.problem.base import COUNTED
from metaqueens.queens.conflicts import find_allowed_squares
from metaqueens.search import Snapshot
from metaqueens.search.budget import NO_LIMIT, Checkpoints

# Of CaDiCaL, between two looks at the clock: some ten milliseconds.
CONFLICTS = 1000
# Of a repair, in CP-SAT's deterministic seconds: it keeps the best board that it has then.
LONGEST_REPAIR = 5.0


class Cadical(Exact):
    """CaDiCaL 1.9.5 [1]_ on the clauses of ``forms``."""

    rules: ClassVar[tuple[str, ...]] = COUNTED

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        from pysat.solvers import Cadical195

        squares, found = clauses(problem)
        with Cadical195(bootstrap_with=found) as solver:
            answer = None
            while answer is None:  # it cannot be ended from outside
                effort.check()
                solver.conf_budget(CONFLICTS)
                answer = solver.solve_limited()
            if not answer:
                return None
            chosen = squares[[k - 1 for k in solver.get_model() if k > 0]]
            effort.branches = int(solver.accum_stats()["decisions"])
        return chosen[chosen[:, 1].argsort(), 0]


class ClingoThreads(Exact):
    """clingo with threads, each with a configuration of its own; they share what they learn."""

    runs_in = "threads"
    rules: ClassVar[tuple[str, ...]] = COUNTED

    threads: PositiveInt = 8

    def find(self, problem: Queens, effort: Effort) -> np.ndarray | None:
        return methods.first("clingo", problem, effort, threads=self.threads)


class LargeNeighbourhoodSearch(Algorithm):
    """Free some queens, and let CP-SAT place them anew as well as can be [2]_.

    An evaluation is a branch of CP-SAT, and at least one a repair.

    Parameters
    ----------
    freed
        Queens freed at a time: an attacked one, those that it conflicts with, others at random.
    """

    freed: PositiveInt = 12
    rules: ClassVar[tuple[str, ...]] = COUNTED

    def longest_step(self, space: Space) -> int:
        return NO_LIMIT

    def search(
        self, space: Space, checkpoints: Checkpoints, rng: np.random.Generator
    ) -> Iterator[Snapshot]:
        n, allowed = space.n, find_allowed_squares(space.problem)
        board = space.random_state(rng).values.astype(np.int64)
        columns = np.arange(n)
        spent, steps, best = 1, 0, space.problem.max_cost + 1
        while True:
            squares = np.stack([board, columns], axis=1)
            pairs = conflicts(space.problem, squares)
            faults = ~allowed[board, columns]
            cost = int(pairs.sum() // 2 + faults.sum())
            if cost < best:
                best, at = cost, spent
            yield Snapshot(board.astype(np.int32), cost, at, spent, steps)
            first = rng.choice(np.flatnonzero(pairs.any(axis=1) | faults))
            order = rng.permutation(n)
            order = order[np.argsort(~(pairs[first] | (columns == first))[order], kind="stable")]
            freed = np.sort(order[: self.freed])
            board, branches = repaired(
                space.problem, allowed, board, freed, int(rng.integers(2**31))
            )
            spent, steps = spent + max(1, branches), steps + 1


def repaired(
    problem: Queens, allowed: np.ndarray, board: np.ndarray, freed: np.ndarray, seed: int
) -> tuple[np.ndarray, int]:
    """The board with the queens of ``freed`` columns placed best, and CP-SAT's branches."""
    from ortools.sat.python import cp_model

    rows = board[freed]
    squares = np.array([(row, column) for column in freed for row in rows])
    kept = np.delete(np.stack([board, np.arange(problem.n)], axis=1), freed, axis=0)
    everything = np.concatenate([squares, kept])
    pairs = conflicts(problem, everything)
    size = len(squares)
    cost = pairs[:size, size:].sum(axis=1) + ~allowed[squares[:, 0], squares[:, 1]]
    model = cp_model.CpModel()
    on = np.array([model.new_bool_var("") for _ in squares]).reshape(len(freed), len(rows))
    for k in range(len(freed)):
        model.add_exactly_one(on[k])
        model.add_exactly_one(on[:, k])
    flat, terms = on.ravel(), []
    for one, other in np.argwhere(np.triu(pairs[:size, :size])):
        if squares[one, 0] != squares[other, 0] and squares[one, 1] != squares[other, 1]:
            both = model.new_bool_var("")
            model.add_bool_or([~flat[one], ~flat[other], both])
            terms.append(both)
    model.minimize(sum(int(c) * x for c, x in zip(cost, flat, strict=True) if c) + sum(terms))
    for k, one in np.ndenumerate(on):
        model.add_hint(one, k[0] == k[1])  # as they stand
    solver = new_solver()
    solver.parameters.random_seed = seed
    solver.parameters.max_deterministic_time = LONGEST_REPAIR
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return board, int(solver.num_branches)
    board = board.copy()
    values = np.array([solver.value(one) for one in flat], bool).reshape(on.shape)
    board[freed] = rows[values.argmax(axis=1)]
    return board, int(solver.num_branches)
