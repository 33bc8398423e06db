"""Writes docs/lesson.md from what the CP solver really does on the 4-queens board.

python experiments/exact/lesson.py > docs/lesson.md
"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from ortools.constraint_solver import pywrapcp

from metaqueens.exact import backtracking, cp
from metaqueens.exact.effort import Effort

N = 4
Domains = list[list[int]]

INTRODUCTION = """\
# A lesson: propagation and backtracking on four queens

Place four queens on a 4 x 4 board so that none attacks another. What follows is no drawing-board
example: it is what the original CP solver of OR-Tools did, written down by
[`experiments/exact/lesson.py`](../experiments/exact/lesson.py), which asks the solver before and
after each of its decisions which rows every column still has.

The solver knows three constraints: the rows of the queens are all different, and so are
`row + column` and `row - column`, the two kinds of diagonals. It takes the first column whose queen
has no row yet and tries the lowest row that is left (`first_unbound`, `min_value`). After each
decision it **propagates**: squares that the queens so far attack are struck out, and a column with
one square left has its queen, which strikes out squares in turn. If two columns come into conflict
it **backtracks** to its last decision, and now knows that this row was wrong.

| sign | the square |
|---|---|
| `Q` | a queen that a decision placed |
| `q` | a queen that propagation placed: no other square is left in its column |
| `x` | struck out in this step |
| `-` | struck out before |
| `.` | still possible |

Rows and columns are counted from 0, rows from the top.
"""


class Step(NamedTuple):
    """What was decided, and the rows that each column had before and has now."""

    text: str
    decided: dict[int, int]
    before: Domains
    now: Domains
    dead_end: bool = False


class Watch(pywrapcp.SearchMonitor):
    """Writes down a step after each decision, and one at each dead end."""

    def __init__(self, solver: Any, queens: list[Any]) -> None:
        super().__init__(solver)
        self.queens, self.steps = queens, list[Step]()
        self.decided: list[tuple[int, int]] = []
        self.text, self.before, self.under_way = "", self.domains(), False

    def domains(self) -> Domains:
        return [[row for row in range(N) if queen.Contains(row)] for queen in self.queens]

    def ApplyDecision(self, decision: Any) -> None:
        column, row = _square(decision)
        self.decided.append((column, row))
        self._begin(f"Try row {row} in column {column}.")

    def RefuteDecision(self, decision: Any) -> None:
        column, row = _square(decision)
        while self.decided.pop() != (column, row):
            pass
        self._begin(f"Backtrack: column {column} cannot have row {row}, all of that is searched.")

    def AfterDecision(self, decision: Any, apply: bool) -> None:
        self._end(dead_end=False)

    def BeginFail(self) -> None:
        if self.under_way:  # after a solution the solver fails too, to go on searching
            self._end(dead_end=True)

    def _begin(self, text: str) -> None:
        self.text, self.before, self.under_way = text, self.domains(), True

    def _end(self, dead_end: bool) -> None:
        now, decided = self.domains(), dict(self.decided)
        self.steps.append(Step(self.text, decided, self.before, now, dead_end))
        self.under_way = False


def trace() -> tuple[list[Step], Any]:
    """The steps of the search for all solutions, and the solver that made them."""
    solver, queens = cp.model(N)
    watch = Watch(solver, queens)
    in_order = solver.Phase(queens, solver.CHOOSE_FIRST_UNBOUND, solver.ASSIGN_MIN_VALUE)
    solver.NewSearch(in_order, [watch])
    while solver.NextSolution():
        pass
    solver.EndSearch()
    return watch.steps, solver


def lesson() -> Iterator[str]:
    """The lines of docs/lesson.md."""
    steps, solver = trace()
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
        found = len(list(backtracking.iterative(n, backtracked)))
        assert found == len(list(cp.boards(n, propagated)))
        yield (
            f"For the {found} solutions of {n} queens, plain backtracking looks at"
            f" {backtracked.attempts:,} squares and walks a tree of {backtracked.nodes:,} nodes;"
            f" with propagation there are {propagated.branches} branches."
        )
    yield (
        "\nYet a round of propagation costs so much more than a node that bit masks, which do"
        " nothing but\nbacktrack, count faster than any solver: see"
        " [the table](../experiments/exact/README.md)."
    )


def _square(decision: Any) -> tuple[int, int]:
    """The column and the row of a decision such as ``[column 0(0..3) == 1] or [...]``."""
    column, row = re.search(r"column (\d+)\(.*?== (\d+)\]", decision.DebugString()).groups()
    return int(column), int(row)


def _board(step: Step) -> str:
    def sign(column: int, row: int) -> str:
        if row not in step.before[column]:
            return "-"
        if row not in step.now[column]:
            return "x"
        if step.decided.get(column) == row:
            return "Q"
        return "q" if len(step.now[column]) == 1 else "."

    return "\n".join(" ".join(sign(column, row) for column in range(N)) for row in range(N))


def _outcome(step: Step) -> str:
    struck = sum(map(len, step.before)) - sum(map(len, step.now))
    squares = f"{struck} square{'s' * (struck != 1)} struck out"
    if step.dead_end:
        return f"{squares}, and a **dead end**: {_conflict(step.now)}."
    if all(len(rows) == 1 for rows in step.now):
        return f"{squares}. **A solution**: rows {[rows[0] for rows in step.now]}."
    return f"{squares}."


def _conflict(now: Domains) -> str:
    """Why it cannot go on: two columns that have no other square left."""
    placed = [(column, rows[0]) for column, rows in enumerate(now) if len(rows) == 1]
    for (one, row), (other, other_row) in combinations(placed, 2):
        if row == other_row or abs(row - other_row) == other - one:
            return f"the only queens left for columns {one} and {other} attack each other"
    return "a column has no square left"


if __name__ == "__main__":
    print("\n".join(lesson()))
