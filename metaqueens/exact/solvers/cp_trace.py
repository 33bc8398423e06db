"""What OR-Tools' original CP solver does, from its own callbacks: decisions and propagation."""

import re
from itertools import combinations
from typing import Any, NamedTuple

from ortools.constraint_solver import pywrapcp

from metaqueens.exact.solvers import cp
from metaqueens.problem.queens import Queens

Domains = list[list[int]]


class Decision(NamedTuple):
    """What was decided, the rows that each column had before and has now, what was counted.

    decided : the row of each column that stands decided, by column
    path : the decisions from the root of the search tree to here: applied or not, column, row
    """

    text: str
    decided: dict[int, int]
    before: Domains
    now: Domains
    dead_end: bool
    branches: int
    failures: int
    path: tuple[tuple[bool, int, int], ...] = ()

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
    problem: Queens, strategy: cp.Strategy = cp.IN_ORDER, all_solutions: bool = True
) -> tuple[list[Decision], Any]:
    """Return the decisions of the search for the first solution or for all, and the solver."""
    solver, queens = cp.model(problem)
    watch = Watch(solver, queens)
    solver.NewSearch(cp.phase(solver, queens, strategy), [watch])
    while solver.NextSolution() and all_solutions:
        pass
    solver.EndSearch()
    return watch.decisions, solver


class Watch(pywrapcp.SearchMonitor):
    """Writes down each decision once its propagation has come to an end, good or dead."""

    def __init__(self, solver: Any, queens: list[Any]) -> None:
        super().__init__(solver)
        self.solver, self.queens, self.decisions = solver, queens, list[Decision]()
        self.decided: list[tuple[int, int]] = []
        self.path: list[tuple[bool, int, int]] = []
        self.text, self.before, self.under_way = "", self.domains(), False

    def domains(self) -> Domains:
        rows = range(len(self.queens))
        return [[row for row in rows if queen.Contains(row)] for queen in self.queens]

    def ApplyDecision(self, decision: Any) -> None:
        column, row = _square(decision)
        self.decided.append((column, row))
        self.path.append((True, column, row))
        self._begin(f"Try row {row} in column {column}.")

    def RefuteDecision(self, decision: Any) -> None:
        column, row = _square(decision)
        while self.decided.pop() != (column, row):
            pass
        while self.path.pop() != (True, column, row):
            pass
        self.path.append((False, column, row))
        self._begin(f"Backtrack: column {column} cannot have row {row}, all of that is searched.")

    def AfterDecision(self, decision: Any, apply: bool) -> None:
        self._end(dead_end=False)

    def BeginFail(self) -> None:
        if self.under_way:  # after a solution the solver fails too, to go on searching
            self._end(dead_end=True)

    def _begin(self, text: str) -> None:
        self.text, self.before, self.under_way = text, self.domains(), True

    def _end(self, dead_end: bool) -> None:
        counts = self.solver.Branches(), self.solver.Failures()
        now, decided = self.domains(), dict(self.decided)
        self.decisions.append(
            Decision(self.text, decided, self.before, now, dead_end, *counts, tuple(self.path))
        )
        self.under_way = False


def _square(decision: Any) -> tuple[int, int]:
    """Return the column and the row of a decision such as ``[column 0(0..3) == 1] or [...]``."""
    column, row = re.search(  # type: ignore[union-attr]
        r"column (\d+)\(.*?== (\d+)\]", decision.DebugString()
    ).groups()
    return int(column), int(row)
