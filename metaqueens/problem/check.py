"""The independent check: NumPy only, none of the kernels that a search counts with.

It spells the indices of diagonals itself (not ``core.lines``), so that it shares no mistake.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from metaqueens.problem.queens import Queens

CHUNK = 2**18


def recount(problem: Queens, queens: np.ndarray) -> int:
    """Pairs of ``queens`` that break a rule of ``problem``: that attack each other; O(n).

    ``queens`` has shape (n,): the row of the queen in each column. Raises ``ValueError`` where it
    is no board of the problem.
    """
    loads = [np.bincount(lines) for lines in _lines(problem, queens).values()]
    return int(sum((load * (load - 1) // 2).sum() for load in loads))


def is_solution(problem: Queens, queens: np.ndarray) -> bool:
    """Whether ``queens``, shape (n,), solve ``problem``; O(n), in 5 bytes a queen.

    Raises ``ValueError`` where they are no board of the problem.
    """
    _require_board(problem, queens)
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


def first_attack(problem: Queens, queens: np.ndarray) -> tuple[int, int, str]:
    """The columns of two queens that attack each other, and the line they share.

    Raises ``ValueError`` where there are none, or where this is no board of the problem.
    """
    for name, lines in _lines(problem, queens).items():
        order = np.argsort(lines, kind="stable")
        shared = np.flatnonzero(np.diff(lines[order]) == 0)
        if shared.size:
            return int(order[shared[0]]), int(order[shared[0] + 1]), name
    raise ValueError("no queen attacks another")


def _lines(problem: Queens, queens: np.ndarray) -> dict[str, np.ndarray]:
    """The number of the line of each kind that each queen stands on."""
    _require_board(problem, queens)
    rows = np.asarray(queens, np.int64)
    columns = np.arange(rows.size)
    return {
        "row": rows,
        "falling diagonal": rows + columns,
        "rising diagonal": rows - columns + rows.size - 1,
    }


def _require_board(problem: Queens, queens: np.ndarray) -> None:
    shape = np.shape(queens)
    if shape != (problem.n,):
        raise ValueError(f"expected a board of shape {(problem.n,)}, got one of shape {shape}")
