"""OR-Tools' original CP solver: the model of its guide, and what it does step by step."""

import re
from collections.abc import Iterator
from itertools import combinations
from time import perf_counter
from typing import Any, Literal, NamedTuple

import numpy as np

from metaqueens.exact.effort import Effort, LimitReached
from metaqueens.problem.queens import Queens
from metaqueens.system.interrupts import noted

# Which column is next, and which of its rows, by the solver's own names. In order it finds every
# board of n = 8 with 304 failures; for one board of n = 1000 it would never end, where the most
# constrained column and its most central row meet no dead end at all.
Variables = Literal["first_unbound", "min_size_lowest_min"]
Values = Literal["min_value", "center_value"]
Domains = list[list[int]]


class Strategy(NamedTuple):
    """How the solver branches: which column is next (``variables``), on which row (``values``)."""

    variables: Variables = "first_unbound"
    values: Values = "min_value"


IN_ORDER = Strategy()
FOR_ONE = Strategy("min_size_lowest_min", "center_value")


def boards(problem: Queens, effort: Effort, strategy: Strategy = IN_ORDER) -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), as they are found.

    Raises ``LimitReached`` where the effort's deadline ends the search.
    """
    solver, queens = model(problem)
    with noted() as interrupted:

        def over() -> bool:
            return interrupted() or perf_counter() >= effort.deadline

        # Without this limit the solver would notice Ctrl-C only at its next solution.
        solver.NewSearch(_phase(solver, queens, strategy), [solver.CustomLimit(over)])
        try:
            while solver.NextSolution():
                effort.branches, effort.failures = solver.Branches(), solver.Failures()
                yield np.array([queen.Value() for queen in queens], np.int64)
            effort.branches, effort.failures = solver.Branches(), solver.Failures()
        finally:
            solver.EndSearch()
        if interrupted():
            raise KeyboardInterrupt
        if over():
            raise LimitReached


def first(problem: Queens, effort: Effort, strategy: Strategy = FOR_ONE) -> np.ndarray | None:
    """Return a solution, shape (n,), or None where it is proven that there is none.

    Raises ``LimitReached`` where the effort's deadline passes before that.
    """
    found = boards(problem, effort, strategy)
    try:
        return next(found, None)
    finally:
        found.close()  # type: ignore[attr-defined]


def model(problem: Queens) -> tuple[Any, list[Any]]:
    """Return a solver, and a variable for the row of each column's queen."""
    from ortools.constraint_solver import pywrapcp

    n = problem.n
    solver = pywrapcp.Solver("n-queens")
    queens = [solver.IntVar(0, n - 1, f"column {column}") for column in range(n)]
    solver.Add(solver.AllDifferent(queens))
    solver.Add(solver.AllDifferent([queen + column for column, queen in enumerate(queens)]))
    solver.Add(solver.AllDifferent([queen - column for column, queen in enumerate(queens)]))
    return solver, queens


def _phase(solver: Any, queens: list[Any], strategy: Strategy) -> Any:
    choose = getattr(solver, f"CHOOSE_{strategy.variables.upper()}")
    return solver.Phase(queens, choose, getattr(solver, f"ASSIGN_{strategy.values.upper()}"))


class Decision(NamedTuple):
    """What was decided, the rows that each column had before and has now, what was counted.

    path : the decisions from the root of the search tree to here: applied or not, column, row
    """

    text: str
    before: Domains
    now: Domains
    dead_end: bool
    branches: int
    failures: int
    path: tuple[tuple[bool, int, int], ...]

    @property
    def decided(self) -> dict[int, int]:
        """The row of each column that stands decided, by column."""
        return {column: row for applied, column, row in self.path if applied}

    def outcome(self) -> str:
        """Return what propagation made of it."""
        struck = sum(map(len, self.before)) - sum(map(len, self.now))
        end = ", and a dead end" if self.dead_end else ""
        return f"{struck} square{'s' * (struck != 1)} struck out{end}"

    def conflict(self) -> tuple[tuple[int, ...], str]:
        """Return why it is a dead end: the columns, and a sentence."""
        placed = [(column, rows[0]) for column, rows in enumerate(self.now) if len(rows) == 1]
        for (one, row), (other, other_row) in combinations(placed, 2):
            if row == other_row or abs(row - other_row) == other - one:
                said = f"the only queens left for columns {one} and {other} attack each other"
                return (one, other), said
        empty = tuple(column for column, rows in enumerate(self.now) if not rows)
        return empty, "a column has no square left"


def trace(
    problem: Queens, strategy: Strategy = IN_ORDER, all_solutions: bool = True
) -> tuple[list[Decision], Any]:
    """Return the decisions of the search for the first solution or for all, and the solver."""
    solver, queens = model(problem)
    watch = _watch(solver, queens)
    solver.NewSearch(_phase(solver, queens, strategy), [watch])
    while solver.NextSolution() and all_solutions:
        pass
    solver.EndSearch()
    return watch.decisions, solver


def _watch(solver: Any, queens: list[Any]) -> Any:
    """Return what notes each decision once its propagation has ended, good or dead."""
    from ortools.constraint_solver import pywrapcp

    class Watch(pywrapcp.SearchMonitor):
        def __init__(self) -> None:
            super().__init__(solver)
            self.decisions = list[Decision]()
            self.path: list[tuple[bool, int, int]] = []
            self.text, self.before, self.under_way = "", _domains(queens), False

        def ApplyDecision(self, decision: Any) -> None:
            column, row = _square(decision)
            self.path.append((True, column, row))
            self._begin(f"Try row {row} in column {column}.")

        def RefuteDecision(self, decision: Any) -> None:
            column, row = _square(decision)
            while self.path.pop() != (True, column, row):
                pass
            self.path.append((False, column, row))
            said = f"Backtrack: column {column} cannot have row {row}, all of that is searched."
            self._begin(said)

        def AfterDecision(self, decision: Any, apply: bool) -> None:
            self._end(dead_end=False)

        def BeginFail(self) -> None:
            if self.under_way:  # after a solution the solver fails too, to go on searching
                self._end(dead_end=True)

        def _begin(self, text: str) -> None:
            self.text, self.before, self.under_way = text, _domains(queens), True

        def _end(self, dead_end: bool) -> None:
            counts = solver.Branches(), solver.Failures(), tuple(self.path)
            now = _domains(queens)
            self.decisions.append(Decision(self.text, self.before, now, dead_end, *counts))
            self.under_way = False

    return Watch()


def _domains(queens: list[Any]) -> Domains:
    rows = range(len(queens))
    return [[row for row in rows if queen.Contains(row)] for queen in queens]


def _square(decision: Any) -> tuple[int, int]:
    """Return the column and the row of a decision such as ``[column 0(0..3) == 1] or [...]``."""
    column, row = re.search(  # type: ignore[union-attr]
        r"column (\d+)\(.*?== (\d+)\]", decision.DebugString()
    ).groups()
    return int(column), int(row)
