"""Counting all solutions with bit masks [1]_: inside each border, row by row, on every core.

.. [1] Richards (1997). Backtracking algorithms in MCPL using bit patterns and recursion.
       University of Cambridge Computer Laboratory.
"""

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from metaqueens.errors import UserError
from metaqueens.exact.borders import borders
from metaqueens.exact.symmetry import orbits
from metaqueens.jit import kernel

U = np.uint64
# A diagonal mask spans three boards less their borders, and must fit 64 bits.
COUNTS_UP_TO = 24


class Count(NamedTuple):
    """How far a count has come: its first ``done`` of ``total`` subtrees.

    solutions : found so far, each subtree taken as often as its orbit is large
    nodes : rows entered so far, of one subtree of each orbit only
    seconds : spent so far, in every sitting
    """

    n: int
    done: int = 0
    total: int = 0
    solutions: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def finished(self) -> bool:
        """Whether ``solutions`` is Q(n)."""
        return self.done == self.total

    @property
    def fundamental(self) -> int | None:
        """The solutions up to symmetry, once all are counted."""
        return orbits(self.n, self.solutions) if self.finished else None

    def save(self, path: Path) -> None:
        """Write it down for another sitting; what ``path`` held is replaced in one step."""
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(path.name + ".part")
        beside.write_text(json.dumps(self._asdict()) + "\n", encoding="utf-8")
        beside.replace(path)

    @classmethod
    def load(cls, path: Path, n: int) -> "Count":
        """What ``save`` wrote, or a count that has not begun.

        Raises ``UserError`` where something else is there.
        """
        try:
            count = cls(**json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls(n)
        except (OSError, ValueError, TypeError) as error:
            raise UserError(f"{path}: not a count that was interrupted: {error}") from None
        if count.n != n:
            raise UserError(f"{path}: expected a count of n = {n}, got one of n = {count.n}")
        return count


def count(n: int, since: Count | None = None, workers: int | None = None) -> Iterator[Count]:
    """Count the solutions of ``n`` queens; yield how far it has come, the last time all of it.

    It goes on from ``since``, with ``workers`` threads; by default one for each core.
    """
    if not 1 <= n <= COUNTS_UP_TO:
        raise UserError(f"n: the bit masks count boards of 1 to {COUNTS_UP_TO} queens, got {n}")
    if n == 1:
        yield Count(1, 1, 1, 1, 1)
        return
    sides, sizes = borders(n)
    now, began = since or Count(n), time.perf_counter()
    before, batch = now.seconds, 32 if n <= 16 else 1
    now = now._replace(total=len(sides))
    yield now
    starts = range(now.done, now.total, batch)
    pool = ThreadPoolExecutor(workers or os.cpu_count())
    try:
        jobs = pool.map(lambda k: _count(n, sides[k : k + batch], sizes[k : k + batch]), starts)
        for start, (solutions, nodes) in zip(starts, jobs, strict=True):
            now = Count(
                n, min(start + batch, now.total), now.total, now.solutions + int(solutions),
                now.nodes + int(nodes), before + time.perf_counter() - began,
            )  # fmt: skip
            yield now
    finally:
        pool.shutdown(cancel_futures=True)


@kernel
def _count(n, sides, sizes):
    """Solutions inside some borders, each as often as its orbit is large, and nodes."""
    free, columns = np.empty(n, np.uint64), np.empty(n, np.uint64)
    falling, rising = np.empty(n, np.uint64), np.empty(n, np.uint64)
    steps = np.empty(n, np.uint64)
    solutions = nodes = 0
    for k in range(sizes.size):
        rows = _rows_between(n, sides[k], steps)
        columns[0], falling[0], rising[0] = _masks(n, sides[k], steps[n - 1])
        found, entered = _count_inside(rows, steps, free, columns, falling, rising)
        solutions += found * sizes[k]
        nodes += entered
    return solutions, nodes


@kernel
def _count_inside(rows, steps, free, columns, falling, rising):
    """Fill ``rows`` rows: solutions, and rows entered.

    The masks say which columns queens have taken, straight down and along either diagonal. The
    first places hold those of the first row; deeper ones are a stack. ``steps`` holds how far down
    the next row is.
    """
    down, left, right = columns[0], falling[0], rising[0]
    here = ~(down | left | right)
    if rows == 0:
        return 1, 1
    if rows == 1:
        return np.int64(here != 0), 1
    last, depth, solutions, nodes = rows - 2, 0, 0, 1
    while True:
        if here == 0:
            if depth == 0:
                return solutions, nodes
            depth -= 1
            at = U(depth)
            here, down, left, right = free[at], columns[at], falling[at], rising[at]
            continue
        queen, at = here & (~here + U(1)), U(depth)
        here ^= queen
        step = steps[at]
        next_down = down | queen
        next_left, next_right = (left | queen) >> step, (right | queen) << step
        below = ~(next_down | next_left | next_right)
        if below != 0:
            if depth == last:  # one row and one column are left, and its square is free
                solutions += 1
            else:
                free[at], columns[at], falling[at], rising[at] = here, down, left, right
                depth += 1
                nodes += 1
                here, down, left, right = below, next_down, next_left, next_right


@kernel
def _rows_between(n, sides, steps):
    """How many rows the border leaves open, and in ``steps`` the way from each to the next.

    The last place of ``steps`` holds the way from row 1 to the first of them.
    """
    rows, before = 0, 1
    for row in range(1, n - 1):
        if row != sides[2] and row != sides[3]:
            steps[rows - 1] = row - before  # rows = 0: the last place
            before = row
            rows += 1
    return rows


@kernel
def _masks(n, sides, step):
    """What the queens of a border attack ``step`` rows below row 1: columns and both diagonals.

    Column 1 is bit n - 3: there is room on either side for the diagonals that enter further down.
    """
    columns = ~(((U(1) << U(n - 2)) - U(1)) << U(n - 3))
    falling = rising = U(0)
    for side in range(4):
        row = (0, n - 1, sides[2], sides[3])[side]
        column = (sides[0], sides[1], 0, n - 1)[side]
        if 0 < column < n - 1:
            columns |= U(1) << U(column + n - 4)
        for_falling, for_rising = row + column + n - 5, column - row + n - 3
        if 0 <= for_falling < 64:
            falling |= U(1) << U(for_falling)
        if 0 <= for_rising < 64:
            rising |= U(1) << U(for_rising)
    return columns, falling >> step, rising << step
