"""The independent check: NumPy only, none of the kernels that a search counts with.

It spells the indices of diagonals itself (not ``core.lines``), so that it shares no mistake.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

CHUNK = 2**18


def recount(queens: np.ndarray) -> int:
    """Attacking pairs of ``queens``, shape (n,), the row of the queen in each column; O(n)."""
    loads = [np.bincount(lines) for lines in _lines(queens).values()]
    return int(sum((load * (load - 1) // 2).sum() for load in loads))


def is_solution(queens: np.ndarray) -> bool:
    """Whether no queen of ``queens``, shape (n,), attacks another; O(n), in 5 bytes a queen."""
    # NumPy gives up Python's lock while it marks lines, and waits for the memory most of the time.
    with ThreadPoolExecutor(3) as pool:
        return all(pool.map(lambda slope: _all_differ(queens, slope), (1, -1, 0)))


def _all_differ(queens: np.ndarray, slope: int) -> bool:
    """Whether ``row + slope * column`` is another number for every queen."""
    n = queens.size
    met = np.zeros(n if slope == 0 else 2 * n, np.bool_)
    columns = np.arange(min(n, CHUNK)) * slope + (n - 1 if slope < 0 else 0)
    for start in range(0, n, CHUNK):
        lines = queens[start : start + CHUNK].astype(np.intp)
        lines += columns[: lines.size] + slope * start
        met[lines] = True
    return int(np.count_nonzero(met)) == n


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
