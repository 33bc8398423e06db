"""All solutions in lexicographic order, by bit masks, each yielded as it is found."""

from collections.abc import Iterator

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.exact.effort import Effort
from metaqueens.queens.problem import Queens

U = np.uint64
# Boards found, or queens placed, before those found are handed out.
BATCH = 1024
MOST_NODES = 10_000_000


def boards(problem: Queens, effort: Effort, batch: int = BATCH) -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,)."""
    n = problem.n
    stack, found = np.zeros((5, n + 1), np.uint64), np.empty((batch, n), np.int64)
    stack[0, 0] = (1 << n) - 1
    depth, effort.nodes = 0, 1
    while depth >= 0:
        depth, filled, entered = _next_boards(n, stack, depth, found)
        effort.nodes += int(entered)
        effort.check()
        yield from found[:filled].copy()


@kernel
def _next_boards(n, stack, depth, found):
    """Continue until ``found`` is full; return the new depth, boards found, and queens placed.

    A depth of -1 means the end of the search. The lines of ``stack`` are masks for each column: its
    free rows, the rows attacked straight and along either diagonal, and its queen.
    """
    free, rows, falling, rising, chosen = stack
    board, filled, nodes = (U(1) << U(n)) - U(1), 0, 0
    while depth >= 0 and filled < len(found) and nodes < MOST_NODES:
        here = free[depth]
        if here == 0:
            depth -= 1
            continue
        queen = here & (~here + U(1))
        free[depth], chosen[depth] = here ^ queen, queen
        nodes += 1
        if depth == n - 1:
            for column in range(n):
                found[filled, column] = ones(chosen[column] - U(1))
            filled += 1
            continue
        rows[depth + 1] = rows[depth] | queen
        falling[depth + 1] = (falling[depth] | queen) >> U(1)
        rising[depth + 1] = (rising[depth] | queen) << U(1)
        depth += 1
        free[depth] = board & ~(rows[depth] | falling[depth] | rising[depth])
    return depth, filled, nodes


@kernel
def ones(bits):
    """Count the bits that are 1: the compiler replaces this loop by one instruction."""
    found = 0
    while bits != 0:
        bits &= bits - U(1)
        found += 1
    return found
