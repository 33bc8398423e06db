"""The independent check by NumPy, without the kernels of searches.

It computes the indices of diagonals itself, not by ``queens.kernels.rules``, so that it shares no
mistakes.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np

from metaqueens.queens.rules import require_known

if TYPE_CHECKING:
    from metaqueens.queens.problem import Queens

CHUNK = 2**18
Pair = tuple[int, int]


def recount(problem: "Queens", values: np.ndarray, columns: int | None = None) -> int:
    """Count the pairs of queens that attack each other, and all broken rules, in O(n).

    A pair counts one for each rule that it breaks, a queen one for each excluded diagonal and
    blocked square that it stands on, and one if it is a placed queen that is not in its place.
    ``values``, (n,), has the row of the queen in each column; with ``columns`` only the first ones
    count. Raises ``ValueError`` if it is no board of the problem.
    """
    require_known(problem, "the independent check")
    loads = [np.bincount(lines[:columns]) for lines in _lines(problem, values).values()]
    pairs = int(sum((load * (load - 1) // 2).sum() for load in loads))
    n = problem.n if columns is None else columns
    touching = sum(right < n for _, right in _touching(problem, values))
    return pairs + touching + sum(_faults(problem, values)[:columns])


def is_solution(problem: "Queens", values: np.ndarray) -> bool:
    """Return whether ``values``, (n,), solve ``problem``, in O(n) with 5 bytes per queen.

    Raises ``ValueError`` if they are no board of the problem.
    """
    if not problem.is_plain:
        return recount(problem, values) == 0
    _require_board(problem, values)
    # NumPy releases Python's lock while it marks lines, and mostly waits for the memory.
    with ThreadPoolExecutor(3) as pool:
        return all(pool.map(lambda slope: _all_differ(values, slope), (1, -1, 0)))


def _all_differ(queens: np.ndarray, slope: int) -> bool:
    """Return whether ``row + slope * column`` differs for all queens."""
    n = queens.size
    met = np.zeros(n if slope == 0 else 2 * n, np.bool_)
    columns = np.arange(min(n, CHUNK)) * slope + (n - 1 if slope < 0 else 0)
    for start in range(0, n, CHUNK):
        lines = queens[start : start + CHUNK].astype(np.intp)
        lines += columns[: lines.size] + slope * start
        met[lines] = True
    return int(np.count_nonzero(met)) == n


def pairs_of(problem: "Queens", queens: np.ndarray) -> list[Pair]:
    """Return the columns of queens that break a rule together; on a line only of neighbours."""
    return sorted({(first, second) for first, second, _ in attacks(problem, queens)})


def faulty(problem: "Queens", queens: np.ndarray) -> list[int]:
    """Return the columns of queens that break a rule alone."""
    return [column for column, count in enumerate(_faults(problem, queens)) if count]


def attacks(problem: "Queens", queens: np.ndarray) -> Iterator[tuple[int, int, str]]:
    """Yield two columns and the line that their queens share, for each two next to each other."""
    for name, lines in _lines(problem, queens).items():
        order = np.argsort(lines, kind="stable")
        for at in np.flatnonzero(np.diff(lines[order]) == 0):
            yield int(order[at]), int(order[at + 1]), name
    yield from ((*pair, "neighbours") for pair in _touching(problem, queens))


def _lines(problem: "Queens", queens: np.ndarray) -> dict[str, np.ndarray]:
    """Return the number of the line of each kind that each queen stands on."""
    _require_board(problem, queens)
    n, rows = problem.n, np.asarray(queens, np.int64)
    columns = np.arange(n)
    if problem.regions is not None:
        letters = np.array([[ord(letter) for letter in line] for line in problem.regions])
        return {"row": rows, "region": letters[rows, columns]}
    falling, rising = rows + columns, rows - columns + n - 1
    if problem.torus:
        falling, rising = falling % n, rising % n
    return {"row": rows, "falling diagonal": falling, "rising diagonal": rising}


def _touching(problem: "Queens", queens: np.ndarray) -> list[Pair]:
    """Return the columns of queens that touch although regions forbid it."""
    if problem.regions is None:
        return []
    near = np.abs(np.diff(np.asarray(queens, np.int64))) == 1
    return [(column, column + 1) for column in np.flatnonzero(near).tolist()]


def _faults(problem: "Queens", queens: np.ndarray) -> list[int]:
    """Count the rules that the queen of each column breaks alone; [] on boards without squares."""
    n, rows = problem.n, [int(row) for row in queens] if problem.has_instance else []
    excluded, blocked = set(problem.excluded), set(problem.blocked)
    placed = {column: row for row, column in problem.placed}
    faults = []
    for column, row in enumerate(rows):
        up, down = row - column + n - 1, row + column
        if problem.torus:
            up, down = up % n, down % n
        on_excluded = ((up, "rising") in excluded) + ((down, "falling") in excluded)
        faults.append(on_excluded + ((row, column) in blocked) + (placed.get(column, row) != row))
    return faults


def _require_board(problem: "Queens", queens: np.ndarray) -> None:
    shape = np.shape(queens)
    if shape != (problem.n,):
        raise ValueError(f"expected a board of shape {(problem.n,)}, got one of shape {shape}")
