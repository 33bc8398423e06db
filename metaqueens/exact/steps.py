"""What a complete search does, step by step, up to its first solution: for films.

``backtracking`` takes the steps of the textbook forms and counts them as they do; the tests hold it
equal to all of them, kernel included. ``propagation`` comes from the CP solver itself.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from metaqueens.exact.effort import Effort
from metaqueens.exact.solvers.cp import Decision, Strategy, trace
from metaqueens.problem.queens import Queens
from metaqueens.search.standing import EMPTY, Step


def backtracking(problem: Queens, looks: bool, permuting: bool = False) -> Iterator[Step]:
    """Column by column; ``looks`` makes a step of each attacked square tried.

    The rows are tried from 0 on; ``permuting`` tries those that no queen has, in the order that
    exchanging them leaves. The bit masks know the free rows without looking, and count no attempts.
    """
    return _Walk(problem.n, looks, permuting).fill(0)


class _Walk:
    """The state of a search: the queens so far, and what was counted."""

    def __init__(self, n: int, looks: bool, permuting: bool) -> None:
        self.n, self.looks, self.permuting, self.effort = n, looks, permuting, Effort(nodes=1)
        self.queens: list[int] = []
        self.order = list(range(n))

    def fill(self, column: int) -> Generator[Step, None, bool]:
        """Yield the columns from this one on; whether that ends in a solution."""
        tried = _Tried()
        for place in range(column if self.permuting else 0, self.n):
            if (yield from self._try(self.order[place], tried)):
                self._exchange(column, place)
                if column + 1 == self.n or (yield from self.fill(column + 1)):
                    return True
                tried.lifted = self.queens.pop()
                self._exchange(column, place)
        yield self._dead(column, tried)
        return False

    def _exchange(self, column: int, place: int) -> None:
        if self.permuting:
            order = self.order
            order[column], order[place] = order[place], order[column]

    def _try(self, row: int, tried: "_Tried") -> Generator[Step, None, bool]:
        """Try a row in the next column; whether a queen stands there now."""
        column = len(self.queens)
        self.effort.attempts += 1
        by = _attacker(self.queens, column, row)
        if by is not None:
            if self.looks:
                said = f"Column {column}: row {row} is attacked by the queen in column {by}."
                yield self._step(said, tried.rows, tried=(column, row))
            tried.rows |= 1 << row
            return False
        self.effort.nodes += 1
        self.queens.append(row)
        tried.rows |= 1 << row
        moved = (
            f"to row {row}" if tried.lifted == EMPTY else f"from row {tried.lifted} to row {row}"
        )
        end = " A solution." if len(self.queens) == self.n else ""
        yield self._step(f"Column {column}: queen {moved}.{end}")
        return True

    def _dead(self, column: int, tried: "_Tried") -> Step:
        self.effort.failures += 1
        none = "no free square" if tried.lifted == EMPTY else "no square left"
        back = f"back to column {column - 1}" if self.queens else "there is no solution"
        return self._step(
            f"Column {column} has {none}: {back}.", gone=(1 << self.n) - 1, dead=(column,)
        )

    def _step(self, said: str, gone: int = 0, **about: Any) -> Step:
        """With the rows ``gone``, a bit each, of the next column struck out: they were tried."""
        queens, n, effort = self.queens, self.n, self.effort
        struck = _attacked_rows(n, queens)
        if len(queens) < n:
            struck[len(queens)] |= gone
        counts = {"nodes": effort.nodes, "attempts": effort.attempts, "dead_ends": effort.failures}
        if not self.looks:
            del counts["attempts"]
        board = queens + [EMPTY] * (n - len(queens))
        return Step(said, board, struck, path=tuple(queens), effort=counts, **about)


@dataclass
class _Tried:
    """The rows tried in a column, a bit each, and the last one that its queen was taken from."""

    rows: int = 0
    lifted: int = EMPTY


def propagation(problem: Queens, strategy: Strategy) -> Iterator[Step]:
    """Return what the CP solver says of its decisions, and of what follows from each."""
    decisions, _ = trace(problem, strategy, all_solutions=False)
    return map(_propagated, decisions)


def _propagated(decision: Decision) -> Step:
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
    path = decision.path
    return Step(said, queens, struck, dead=dead, forced=forced, path=path, effort=effort)


def _attacker(queens: Sequence[int], column: int, row: int) -> int | None:
    """Return the first column whose queen attacks the square."""
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
