"""The independent check: NumPy only, none of the kernels that a search counts with."""

import numpy as np


def recount(queens: np.ndarray) -> int:
    """Attacking pairs of ``queens``, shape (n,), the row of the queen in each column; O(n)."""
    rows = np.asarray(queens, np.int64)
    columns = np.arange(rows.size)
    lines = (rows, rows + columns, rows - columns + rows.size - 1)
    loads = [np.bincount(line) for line in lines]
    return int(sum((load * (load - 1) // 2).sum() for load in loads))
