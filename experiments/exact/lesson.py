"""Writes docs/explanation/lesson.md from what the CP solver really does on the 4-queens board.

python experiments/exact/lesson.py > docs/explanation/lesson.md
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from metaqueens import Queens
from metaqueens.exact import backtracking
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import cp

N = 4

INTRODUCTION = """\
# Propagation and backtracking on four queens

Place four queens on a 4 x 4 board so that none attacks another. The steps below are those of the
original CP solver of OR-Tools: [`experiments/exact/lesson.py`](../../experiments/exact/lesson.py)
asks the solver before and after each of its decisions for the remaining rows of every column.

The solver has three constraints: the rows of the queens are all different, and so are
`row + column` and `row - column`, the two kinds of diagonals. It takes the first column whose queen
has no row yet and tries the lowest remaining row (`first_unbound`, `min_value`). After each
decision it **propagates**: squares attacked by the queens so far are struck out. If one square is
left in a column, its queen is placed, which strikes out more squares. If two columns are in
conflict, the solver **backtracks** to its last decision, and knows that this row was wrong.

| sign | the square |
|---|---|
| `Q` | a queen that a decision placed |
| `q` | a queen that propagation placed: no other square is left in its column |
| `x` | struck out in this step |
| `-` | struck out before |
| `.` | still possible |

Rows and columns are counted from 0, rows from the top.
"""


def lesson() -> Iterator[str]:
    """The lines of docs/explanation/lesson.md."""
    steps, solver = _trace(Queens(N))
    yield INTRODUCTION
    for number, step in enumerate(steps, 1):
        yield f"## Step {number}\n\n{step.text}\n\n```\n{_board(step)}\n```\n\n{_outcome(step)}\n"
    yield "## What propagation saves\n"
    yield (
        f"The solver made {solver.Branches()} branches, which are the steps above, and met"
        f" {solver.Failures()} failures, their dead ends."
    )
    for n in (N, 8):
        backtracked, propagated = Effort(), Effort()
        found = len(list(backtracking.iterative(Queens(n), backtracked)))
        assert found == len(list(cp.boards(Queens(n), propagated)))
        yield (
            f"For the {found} solutions of {n} queens, plain backtracking tries"
            f" {backtracked.attempts:,} squares and visits a tree of {backtracked.nodes:,} nodes;"
            f" with propagation there are {propagated.branches} branches."
        )
    yield (
        "\nYet a round of propagation costs so much more than a node that bit masks, which do"
        " nothing but\nbacktrack, count faster than any solver: see"
        " [the table](../../experiments/exact/README.md)."
    )


Domains = list[list[int]]


class Decision(NamedTuple):
    """What was decided, and the rows that each column had before and has now.

    decided : the row of each column that a decision gave one
    """

    text: str
    before: Domains
    now: Domains
    is_dead_end: bool
    decided: dict[int, int]


def _trace(problem: Queens) -> tuple[list[Decision], Any]:
    """Return the decisions of the search for all solutions, and the solver."""
    solver, queens = cp.model(problem)
    watch = _watch(solver, queens)
    solver.NewSearch(cp.phase(solver, queens, "first_unbound", "min_value"), [watch])
    while solver.NextSolution():
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
            self.text, self.before, self.is_under_way = "", _domains(queens), False

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
            self._end(is_dead_end=False)

        def BeginFail(self) -> None:
            if self.is_under_way:  # after a solution the solver fails too, to go on searching
                self._end(is_dead_end=True)

        def _begin(self, text: str) -> None:
            self.text, self.before, self.is_under_way = text, _domains(queens), True

        def _end(self, is_dead_end: bool) -> None:
            now = _domains(queens)
            decided = {column: row for applied, column, row in self.path if applied}
            self.decisions.append(Decision(self.text, self.before, now, is_dead_end, decided))
            self.is_under_way = False

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


def _board(step: Decision) -> str:
    def sign(column: int, row: int) -> str:
        if row not in step.before[column]:
            return "-"
        if row not in step.now[column]:
            return "x"
        if step.decided.get(column) == row:
            return "Q"
        return "q" if len(step.now[column]) == 1 else "."

    return "\n".join(" ".join(sign(column, row) for column in range(N)) for row in range(N))


def _outcome(step: Decision) -> str:
    """Return what propagation made of it."""
    struck = sum(map(len, step.before)) - sum(map(len, step.now))
    said = f"{struck} square{'s' * (struck != 1)} struck out"
    if step.is_dead_end:
        return f"{said}, and a **dead end**: {_conflict(step)}."
    if all(len(rows) == 1 for rows in step.now):
        return f"{said}. **A solution**: rows {[rows[0] for rows in step.now]}."
    return f"{said}."


def _conflict(step: Decision) -> str:
    """Return why it is a dead end."""
    placed = [(column, rows[0]) for column, rows in enumerate(step.now) if len(rows) == 1]
    for (one, row), (other, other_row) in combinations(placed, 2):
        if row == other_row or abs(row - other_row) == other - one:
            return f"the only queens left for columns {one} and {other} attack each other"
    return "a column has no square left"


if __name__ == "__main__":
    print("\n".join(lesson()))
