"""Evaluate plain boards of a population: in full, or by difference from the parent."""

import numpy as np

from metaqueens.core.choices import Encoding
from metaqueens.core.jit import kernel
from metaqueens.core.state import U
from metaqueens.queens.kernels.rules import falling_of, rising_of


@kernel
def evaluate(encoding, board, queens):
    """Return the guards of a board in O(n); the counts of ``board`` are invalid afterwards."""
    n, guards = queens.size, 0
    rows, rising, falling = board.rows, board.rising, board.falling
    rows[:] = 0
    rising[:] = 0
    falling[:] = 0
    # A call for each square, although inlined, would take a tenth more.
    first = rising_of(n, 0, 0)
    for column in range(n):
        row = np.int64(queens[U(column)])
        up, down = U(row - column + first), U(falling_of(column, row))
        # The queens already on a line are the pairs that a new one makes.
        guards += rising[up] + falling[down]
        rising[up] += 1
        falling[down] += 1
        if encoding == Encoding.ROWS:
            guards += rows[U(row)]
            rows[U(row)] += 1
    return guards


@kernel
def differences(child, parent):
    """Count the columns in which two boards differ; return the first and the last of them too."""
    count, first, last = np.int32(0), np.int32(child.size), np.int32(-1)
    for column in range(child.size):
        differ = child[U(column)] != parent[U(column)]
        count += np.int32(differ)
        first = min(first, np.int32(column) if differ else np.int32(child.size))
        last = max(last, np.int32(column) if differ else np.int32(-1))
    return count, np.int64(first), np.int64(last)


@kernel
def evaluate_child(encoding, board, child, parent, guards):
    """Return the guards of ``child``, by difference from ``parent`` if few columns differ."""
    count, i, j = differences(child, parent)
    if count == 0:
        return guards
    if count > 2:
        return evaluate(encoding, board, child)
    if count == 1:
        j = i + 1 if i + 1 < child.size else i - 1
    return guards + change(encoding, child, parent, i, j)


@kernel
def change(encoding, child, parent, i, j):
    """Return the guards of ``child`` minus those of ``parent``, which differs in columns i and j.

    It reads every queen, in vector instructions: half the work of a full evaluation, without counts
    for each board.
    """
    a, b, old_a, old_b = child[U(i)], child[U(j)], parent[U(i)], parent[U(j)]
    attacks = np.int32(0)
    x, y = np.int32(i), np.int32(j)
    up_a, up_b, up_old_a, up_old_b = a - x, b - y, old_a - x, old_b - y
    down_a, down_b, down_old_a, down_old_b = a + x, b + y, old_a + x, old_b + y
    for column in range(child.size):
        row = child[U(column)]
        up, down = np.int32(row - np.int32(column)), np.int32(row + np.int32(column))
        attacks += np.int32(up == up_a) + np.int32(up == up_b)
        attacks += np.int32(down == down_a) + np.int32(down == down_b)
        attacks -= np.int32(up == up_old_a) + np.int32(up == up_old_b)
        attacks -= np.int32(down == down_old_a) + np.int32(down == down_old_b)
        if encoding == Encoding.ROWS:
            attacks += np.int32(row == a) + np.int32(row == b)
            attacks -= np.int32(row == old_a) + np.int32(row == old_b)
    # Subtract each moved queen itself on every line, the pair counted twice, and old with new.
    attacks -= (3 if encoding == Encoding.ROWS else 2) * (np.int32(a != old_a) + (b != old_b))
    attacks += _attack(encoding, i, old_a, j, b) + _attack(encoding, j, old_b, i, a)
    return attacks - _attack(encoding, i, a, j, b) - _attack(encoding, i, old_a, j, old_b)


@kernel
def _attack(encoding, i, a, j, b):
    on_a_diagonal = np.int64(abs(a - b) == abs(i - j))
    return on_a_diagonal + np.int64(a == b) if encoding == Encoding.ROWS else on_a_diagonal
