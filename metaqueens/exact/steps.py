"""What a complete search does, step by step, up to its first solution: for films.

``backtracking`` takes the steps of the textbook forms and counts them as they do; the tests hold it
equal to all of them, kernel included. ``propagation`` comes from the CP solver itself.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers.cp import Strategy
from metaqueens.problem.queens import Queens
from metaqueens.search.film import EMPTY, Step

if TYPE_CHECKING:
    from metaqueens.exact.solvers.cp_trace import Decision


def backtracking(problem: Queens, looks: bool) -> Iterator[Step]:
    """Column by column, rows from 0 on; ``looks`` makes a step of each attacked square tried.

    The bit masks know the free rows without looking, and count no attempts.
    """
    n = problem.n
    queens: list[int] = []
    effort, row, lifted = Effort(nodes=1), 0, EMPTY

    def step(said: str, gone: int = 0, **about: Any) -> Step:
        """With the first ``gone`` rows of the next column struck out: they were tried."""
        struck = _attacked_rows(n, queens)
        if len(queens) < n:
            struck[len(queens)] |= (1 << gone) - 1
        counts = {"nodes": effort.nodes, "attempts": effort.attempts, "dead_ends": effort.failures}
        if not looks:
            del counts["attempts"]
        return Step(said, queens + [EMPTY] * (n - len(queens)), struck, effort=counts, **about)

    while True:
        column = len(queens)
        if row == n:
            effort.failures += 1
            none = "no free square" if lifted == EMPTY else "no square left"
            back = f"back to column {column - 1}" if queens else "there is no solution"
            yield step(f"Column {column} has {none}: {back}.", gone=n, dead=(column,))
            if not queens:
                return
            lifted = queens.pop()
            row = lifted + 1
            continue
        effort.attempts += 1
        by = _attacker(queens, column, row)
        if by is None:
            effort.nodes += 1
            queens.append(row)
            moved = f"to row {row}" if lifted == EMPTY else f"from row {lifted} to row {row}"
            done = len(queens) == n
            yield step(f"Column {column}: queen {moved}.{' A solution.' if done else ''}")
            if done:
                return
            row, lifted = 0, EMPTY
            continue
        if looks:
            said = f"Column {column}: row {row} is attacked by the queen in column {by}."
            yield step(said, gone=row, tried=(column, row))
        row += 1


def propagation(problem: Queens, strategy: Strategy) -> Iterator[Step]:
    """What the CP solver says of its decisions, and of what follows from each."""
    from metaqueens.exact.solvers.cp_trace import trace

    decisions, _ = trace(problem, strategy, all_solutions=False)
    return map(_propagated, decisions)


def _propagated(decision: "Decision") -> Step:
    queens = [rows[0] if len(rows) == 1 else EMPTY for rows in decision.now]
    rows = range(len(queens))
    struck = [
        sum(1 << row for row in rows if row not in open_) if queen == EMPTY else 0
        for queen, open_ in zip(queens, decision.now, strict=True)
    ]
    forced = tuple(
        column for column in rows if queens[column] != EMPTY and column not in decision.decided
    )
    dead, why = decision.conflict() if decision.dead_end else ((), "")
    said = f"{decision.text} {decision.outcome()}" + (f": {why}." if why else ".")
    if EMPTY not in queens and not decision.dead_end:
        said += " A solution."
    effort = {"branches": decision.branches, "dead_ends": decision.failures}
    return Step(said, queens, struck, dead=dead, forced=forced, effort=effort)


def _attacker(queens: Sequence[int], column: int, row: int) -> int | None:
    """The first column whose queen attacks the square."""
    for other, there in enumerate(queens):
        if row == there or abs(row - there) == column - other:
            return other
    return None


def _attacked_rows(n: int, queens: Sequence[int]) -> list[int]:
    """For each column without a queen, a bit for each row that a queen attacks; 0 for others."""
    return [
        0
        if column < len(queens)
        else sum(1 << row for row in range(n) if _attacker(queens, column, row) is not None)
        for column in range(n)
    ]
