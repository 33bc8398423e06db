"""All solutions of a board with rules: forward checking [1]_, the most constrained column first.

It knows rules only as pairs of squares, and so needs no code for any of them.

.. [1] Haralick & Elliott (1980). Increasing tree search efficiency for constraint satisfaction
       problems. Artificial Intelligence 14: 263-313.
"""

from collections.abc import Iterator

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.exact.bitmask import ones
from metaqueens.exact.effort import Effort
from metaqueens.queens.conflicts import conflicts_apart, find_allowed_squares
from metaqueens.queens.problem import Queens

U = np.uint64
BATCH, MOST_NODES = 1024, 1_000_000


def boards(problem: Queens, effort: Effort, batch: int = BATCH) -> Iterator[np.ndarray]:
    """Yield all solutions, shape (n,), the row of the queen in each column.

    Nodes are queens placed, the empty board included.
    """
    n = problem.n
    allowed = find_allowed_squares(problem)
    domains = np.zeros((n + 1, n), np.uint64)
    domains[0] = _masks(allowed.T)
    attacks = compute_attacks(problem)
    columns, queens = np.arange(n), np.zeros(n, np.int64)
    found = np.empty((batch, n), np.int64)
    fewest = int(allowed.sum(axis=0).argmin())
    columns[[0, fewest]] = columns[[fewest, 0]]
    depth, effort.nodes = 0, effort.nodes + 1
    while depth >= 0:
        depth, filled, nodes = _next_boards(attacks, domains, columns, queens, depth, found)
        effort.nodes += int(nodes)
        effort.check()
        yield from found[:filled].copy()


def compute_attacks(problem: Queens) -> np.ndarray:
    """Return the rows that a queen takes from each column, as bits, (n, n, n).

    They are by the queen's column, its row, and the other column. They depend on the distance of
    two squares, so that n^3 steps are enough; only regions need the squares themselves.
    """
    n = problem.n
    columns, apart = np.arange(n), np.arange(1 - n, n)
    conflicting = conflicts_apart(problem, apart, apart[:, None])
    # By distance of columns, row, and row of the other: for row 0 the window of rows 0 to n - 1.
    masks = _masks(np.lib.stride_tricks.sliding_window_view(conflicting, n, axis=1)[:, ::-1])
    attacked = masks[columns - columns[:, None] + n - 1].transpose(0, 2, 1)
    if problem.regions is not None:
        letters = np.array([list(line) for line in problem.regions]).T
        attacked |= _masks(letters == letters[:, :, None, None])
    return np.ascontiguousarray(attacked)


def _masks(squares: np.ndarray) -> np.ndarray:
    """Return the last axis of ``squares``, bool, as the bits of a number."""
    bits = U(1) << np.arange(squares.shape[-1], dtype=np.uint64)
    masks: np.ndarray = np.where(squares, bits, U(0)).sum(axis=-1)
    return masks


@kernel
def _next_boards(attacks, domains, columns, queens, depth, found):
    """Continue until ``found`` is full; return the new depth, boards found, and queens placed.

    ``domains`` has the rows left to each column at each depth. ``columns`` begins with those that
    have a queen, in order. A depth of -1 means the end of the search.
    """
    n, filled, nodes = queens.size, 0, 0
    while depth >= 0 and filled < len(found) and nodes < MOST_NODES:
        column = columns[depth]
        here = domains[depth, column]
        if here == 0:
            depth -= 1
            continue
        queen = here & (~here + U(1))
        domains[depth, column] = here ^ queen
        row = ones(queen - U(1))
        queens[column] = row
        nodes += 1
        if depth == n - 1:
            for other in range(n):
                found[filled, other] = queens[other]
            filled += 1
            continue
        place = _restrict(attacks[column, row], domains, columns, depth)
        if place > 0:
            depth += 1
            columns[depth], columns[place] = columns[place], columns[depth]
    return depth, filled, nodes


@kernel
def _restrict(attacked, domains, columns, depth):
    """Remove ``attacked`` rows from the open columns; return the place of the most constrained one.

    Returns 0 if a column has no row left, or the columns have fewer rows in all than columns.
    """
    n, fewest, place, union = columns.size, 65, 0, U(0)
    for at in range(depth + 1, n):
        other = columns[at]
        left = domains[depth, other] & ~attacked[other]
        if left == 0:
            return 0
        domains[depth + 1, other] = left
        union |= left
        rows = ones(left)
        if rows < fewest:
            fewest, place = rows, at
    return place if ones(union) >= n - depth - 1 else 0
