"""Attacks between queens that stand close: knights' moves, and touching where regions forbid it.

As in ``rules``, each kernel takes as an argument what decides a branch that is to be left out.
"""

import numpy as np

from metaqueens.core.jit import kernel

U = np.uint64


@kernel
def close_load(knights, regions, torus, queens, column, row):
    """Queens a knight's move from a square, and where regions forbid it queens that touch it."""
    load = 0
    if knights is not None:
        load += stands_apart(torus, queens, column - 2, row, 1)
        load += stands_apart(torus, queens, column - 1, row, 2)
        load += stands_apart(torus, queens, column + 1, row, 2)
        load += stands_apart(torus, queens, column + 2, row, 1)
    if regions is not None:
        load += stands_apart(torus, queens, column - 1, row, 1)
        load += stands_apart(torus, queens, column + 1, row, 1)
    return load


@kernel
def close_change(knights, regions, torus, queens, column, old, new):
    """The ``close_load`` of row ``new`` less that of ``old``; each queen is looked at once."""
    change = 0
    if knights is not None:
        change += apart_change(torus, queens, column - 2, old, new, 1)
        change += apart_change(torus, queens, column - 1, old, new, 2)
        change += apart_change(torus, queens, column + 1, old, new, 2)
        change += apart_change(torus, queens, column + 2, old, new, 1)
    if regions is not None:
        change += apart_change(torus, queens, column - 1, old, new, 1)
        change += apart_change(torus, queens, column + 1, old, new, 1)
    return change


@kernel
def close_pairs(knights, regions, torus, queens):
    """Pairs of queens that attack each other as neighbours or knights."""
    found = 0
    if knights is not None or regions is not None:
        for column in range(queens.size):
            found += close_load(knights, regions, torus, queens, column, queens[column])
    return found // 2


@kernel
def stands_apart(torus, queens, column, row, height):
    """1 where the queen of a column, if there is one, is so many rows from ``row``, else 0."""
    n = queens.size
    column = column_of(torus, n, column)
    inside = np.int64(column >= 0) & np.int64(column < n)
    return inside & np.int64(rows_between(torus, n, queens[U(column * inside)], row) == height)


@kernel
def apart_change(torus, queens, column, old, new, height):
    """``stands_apart`` from row ``new`` less from row ``old``."""
    n = queens.size
    column = column_of(torus, n, column)
    inside = np.int64(column >= 0) & np.int64(column < n)
    other = queens[U(column * inside)]
    now = np.int64(rows_between(torus, n, other, new) == height)
    return inside * (now - np.int64(rows_between(torus, n, other, old) == height))


@kernel
def column_of(torus, n, column):
    """A column beyond an edge, on a torus, is one at the opposite edge."""
    if torus is None:
        return column
    return column + n * np.int64(column < 0) - n * np.int64(column >= n)


@kernel
def rows_between(torus, n, a, b):
    """The distance of two rows."""
    gap = abs(np.int64(a) - b)
    if torus is None:
        return gap
    return min(gap, n - gap)


@kernel
def close_pair(knights, regions, torus, n, i, a, j, b):
    """How often two queens attack each other as neighbours or knights."""
    pairs = 0
    if knights is not None:
        pairs += are_apart(torus, n, i, a, j, b, 1, 2) + are_apart(torus, n, i, a, j, b, 2, 1)
    if regions is not None:
        pairs += are_apart(torus, n, i, a, j, b, 1, 1)
    return pairs


@kernel
def are_apart(torus, n, i, a, j, b, width, height):
    """Whether two queens are so many columns and rows apart, as 0 or 1."""
    across, up = abs(np.int64(i) - j), abs(np.int64(a) - b)
    if torus is not None:
        across, up = min(across, n - across), min(up, n - up)
    return np.int64(across == width and up == height)
