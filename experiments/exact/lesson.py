"""Writes docs/explanation/lesson.md from what the CP solver really does on the 4-queens board.

python experiments/exact/lesson.py > docs/explanation/lesson.md
"""

from collections.abc import Iterator

from metaqueens import Queens
from metaqueens.exact import backtracking
from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers import cp

N = 4

INTRODUCTION = """\
# A lesson: propagation and backtracking on four queens

Place four queens on a 4 x 4 board so that none attacks another. What follows is no drawing-board
example: it is what the original CP solver of OR-Tools did, written down by
[`experiments/exact/lesson.py`](../../experiments/exact/lesson.py), which asks the solver before and
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


def lesson() -> Iterator[str]:
    """The lines of docs/explanation/lesson.md."""
    steps, solver = cp.trace(Queens(N))
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
            f"For the {found} solutions of {n} queens, plain backtracking looks at"
            f" {backtracked.attempts:,} squares and walks a tree of {backtracked.nodes:,} nodes;"
            f" with propagation there are {propagated.branches} branches."
        )
    yield (
        "\nYet a round of propagation costs so much more than a node that bit masks, which do"
        " nothing but\nbacktrack, count faster than any solver: see"
        " [the table](../../experiments/exact/README.md)."
    )


def _board(step: cp.Decision) -> str:
    def sign(column: int, row: int) -> str:
        if row not in step.before[column]:
            return "-"
        if row not in step.now[column]:
            return "x"
        if step.decided.get(column) == row:
            return "Q"
        return "q" if len(step.now[column]) == 1 else "."

    return "\n".join(" ".join(sign(column, row) for column in range(N)) for row in range(N))


def _outcome(step: cp.Decision) -> str:
    said = step.outcome().replace("dead end", "**dead end**")
    if step.dead_end:
        return f"{said}: {step.conflict()[1]}."
    if all(len(rows) == 1 for rows in step.now):
        return f"{said}. **A solution**: rows {[rows[0] for rows in step.now]}."
    return f"{said}."


if __name__ == "__main__":
    print("\n".join(lesson()))
