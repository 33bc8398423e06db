"""Exact methods as contestants of an experiment, beside the heuristics.

They price no boards: their evaluations are the nodes, branches or squares that their kind of search
counts, one each. None draws random numbers, so all runs of one are alike but for their times.
"""

from collections.abc import Iterator
from math import inf
from time import perf_counter, sleep
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import PositiveInt

from metaqueens.exact import construction
from metaqueens.exact.effort import Effort
from metaqueens.exact.methods import take_first
from metaqueens.exact.solvers import cp, cp_sat
from metaqueens.exact.steps import Step, backtracking, propagation
from metaqueens.problem.queens import EncodingName
from metaqueens.problem.space import Space
from metaqueens.search.budget import Budget
from metaqueens.search.parameters import Parameters
from metaqueens.search.standing import Standing


class BudgetSpent(Exception):
    """An exact search has counted to the end of its budget."""


class Metered(Effort):
    """An effort that ends the search that counts it when the budget is spent."""

    def __init__(self, budget: Budget) -> None:
        self.next_look = 0
        self.evaluations_left = budget.evaluations or inf
        self.deadline = perf_counter() + (budget.seconds or inf)
        super().__init__()

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name not in ("nodes", "attempts") or not value:
            return
        if value >= self.evaluations_left:
            raise BudgetSpent
        if value >= self.next_look:
            self.next_look = value + 256
            if perf_counter() >= self.deadline:
                raise BudgetSpent

    @property
    def spent(self) -> int:
        """The largest of the counts: what this kind of search counts most finely."""
        return max(self.nodes, self.attempts, self.branches)


class Exact(Parameters):
    """A search that is complete: it finds a solution, or proves that there is none."""

    encodings: ClassVar[tuple[EncodingName, ...]] = ("permutation",)

    def find(self, n: int, effort: Effort, seconds: float | None) -> np.ndarray | None:
        """A solution, shape (n,), or None where there is none or no time is left."""
        raise NotImplementedError

    def steps(self, n: int) -> Iterator[Step] | None:
        """All that it does up to its first solution; None where it does not tell."""
        return None

    def search(self, space: Space, budget: Budget, rng: np.random.Generator) -> Iterator[Standing]:
        diagonal = np.arange(space.n, dtype=np.int32)
        first = Standing(diagonal, space.max_guards, 1, 1, 0)
        yield first
        effort = Metered(budget)
        try:
            queens = self.find(space.n, effort, budget.seconds)
            if queens is None and budget.seconds and space.n not in (2, 3):
                # A solver's clock strikes a moment before ours, and it has proven nothing.
                sleep(max(0.0, effort.deadline - perf_counter()))
        except BudgetSpent:
            queens = None
        now, counters = 1 + effort.spent, effort.told
        if queens is None:
            yield first._replace(evaluations=now, counters=counters)
        else:
            board = np.asarray(queens, np.int32)
            yield Standing(board, 0, now, now, space.n, counters)


class CpSat(Exact):
    """OR-Tools' CP-SAT; it hears `seconds`, and no limit on evaluations.

    Parameters
    ----------
    model
        ``boolean``: a variable a square. ``all_different``: the model of the OR-Tools guide.
    workers
        Threads of the solver.
    """

    reach = 1000  # its n^2 variables are built before it hears a clock, a minute from there

    model: Literal["boolean", "all_different"] = "boolean"
    workers: PositiveInt = 1

    def find(self, n: int, effort: Effort, seconds: float | None) -> np.ndarray | None:
        return cp_sat.first(n, effort, self.model, self.workers, seconds)


class Cp(Exact):
    """OR-Tools' original CP solver; it hears `seconds`, and no limit on evaluations.

    Parameters
    ----------
    variables, values
        Which column is next, and on which of its rows, by the solver's own names.
    """

    reach = 1000

    variables: Literal[cp.VARIABLES] = cp.FOR_ONE.variables  # type: ignore[valid-type]
    values: Literal[cp.VALUES] = cp.FOR_ONE.values  # type: ignore[valid-type]

    def find(self, n: int, effort: Effort, seconds: float | None) -> np.ndarray | None:
        return cp.first(n, effort, cp.Strategy(self.variables, self.values), seconds)

    def steps(self, n: int) -> Iterator[Step] | None:
        return propagation(n, cp.Strategy(self.variables, self.values))


class Backtracking(Exact):
    """Textbook backtracking, column by column.

    Parameters
    ----------
    form
        ``bitmask``: a kernel. ``iterative``, ``cartesian``, ``permutation``, ``matrix``: plain
        Python, as in the books.
    """

    form: Literal["bitmask", "iterative", "cartesian", "permutation", "matrix"] = "bitmask"

    def find(self, n: int, effort: Effort, seconds: float | None) -> np.ndarray | None:
        return take_first(self.form, n, effort)

    def steps(self, n: int) -> Iterator[Step] | None:
        if self.form == "permutation":  # its tree is the same, its order is not
            return None
        return backtracking(n, looks=self.form != "bitmask")


class Construction(Exact):
    """The n mod 12 rule: no search at all, the floor that every heuristic is compared with."""

    def find(self, n: int, effort: Effort, seconds: float | None) -> np.ndarray | None:
        effort.nodes = n
        return None if n in (2, 3) else construction.construct(n)
