"""The independent check: NumPy only, none of the kernels that a search counts with."""

import numpy as np

CHUNK = 2**20


def recount(queens: np.ndarray) -> int:
    """Attacking pairs of ``queens``, shape (n,), the row of the queen in each column; O(n)."""
    loads = [np.bincount(lines) for lines in _lines(queens).values()]
    return int(sum((load * (load - 1) // 2).sum() for load in loads))


def is_solution(queens: np.ndarray) -> bool:
    """Whether no queen of ``queens``, shape (n,), attacks another; O(n), in 3 bytes a queen."""
    n = queens.size
    for slope in (0, 1, -1):
        met = np.zeros(3 * n, np.bool_)
        for start in range(0, n, CHUNK):
            columns = np.arange(start, min(start + CHUNK, n))
            met[queens[start : start + CHUNK] + slope * columns + n] = True
        if np.count_nonzero(met) != n:
            return False
    return True


def first_attack(queens: np.ndarray) -> tuple[int, int, str]:
    """The columns of two queens that attack each other, and the line they share.

    Raises ``ValueError`` where there are none.
    """
    for name, lines in _lines(queens).items():
        order = np.argsort(lines, kind="stable")
        shared = np.flatnonzero(np.diff(lines[order]) == 0)
        if shared.size:
            return int(order[shared[0]]), int(order[shared[0] + 1]), name
    raise ValueError("no queen attacks another")


def _lines(queens: np.ndarray) -> dict[str, np.ndarray]:
    """The number of the line of each kind that each queen stands on."""
    rows = np.asarray(queens, np.int64)
    columns = np.arange(rows.size)
    return {
        "row": rows,
        "falling diagonal": rows + columns,
        "rising diagonal": rows - columns + rows.size - 1,
    }
