"""Count all solutions: inside each border with bit masks, on every core.

A border consists of the queens of the outermost rows and columns. Every solution has one queen on
each side of the board. If boards are images of one another, so are their borders. So it is enough
to count the solutions inside one border of each orbit, times the size of the orbit: symmetry saves
a factor of eight and needs no test at the leaves. The idea is from the Q(27) project [1]_, which
fixes two rings.

.. [1] Preusser & Engelhardt (2017). Putting queens in carry chains, no. 27. Journal of Signal
       Processing Systems 88: 185-201.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from typing import NamedTuple

import numpy as np

from metaqueens.exact.subtrees import COUNTS_UP_TO, count_inside, room
from metaqueens.exact.symmetry import orbits
from metaqueens.queens.problem import Queens
from metaqueens.system.cores import usable_cores
from metaqueens.text.errors import UserError


class Count(NamedTuple):
    """The progress of a count: its first ``done`` of ``total`` subtrees.

    solutions : found so far, those of each subtree times the size of its orbit
    nodes : queens placed in one subtree of each orbit, without the last queen of each solution
    seconds : spent so far
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


def count(problem: Queens, workers: int | None = None) -> Iterator[Count]:
    """Count the solutions; yield the progress, at last the whole count.

    ``workers`` is the number of threads. Default: one for each core.
    """
    n = problem.n
    if n > COUNTS_UP_TO:
        raise UserError(f"n: the bit masks count boards of 1 to {COUNTS_UP_TO} queens, got {n}")
    if n == 1:
        yield Count(1, 1, 1, 1, 1)
        return
    sides, sizes = borders(n)
    now, batch = Count(n, total=len(sides)), 32 if n <= 16 else 4
    began = time.perf_counter()
    yield now
    starts = range(0, now.total, batch)
    pool = ThreadPoolExecutor(workers or usable_cores())
    try:
        jobs = pool.map(
            lambda k: count_inside(n, sides[k : k + batch], sizes[k : k + batch], room(n)), starts
        )
        for start, (solutions, nodes) in zip(starts, jobs, strict=True):
            now = now._replace(
                done=min(start + batch, now.total),
                solutions=now.solutions + int(solutions),
                nodes=now.nodes + int(nodes),
                seconds=time.perf_counter() - began,
            )
            yield now
    finally:
        pool.shutdown(cancel_futures=True)


def borders(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return one border of each orbit, (k, 4), and the sizes of the orbits, (k,); n >= 2.

    A border is the column of the queen in the top and in the bottom row, and the row of the queen
    in the leftmost and in the rightmost column. A queen in a corner is on two sides.
    """
    sides = np.indices((n, n, n, n)).reshape(4, -1)
    sides = sides[:, _free_of_attacks(n, sides)]
    keys = np.sort([_key(n, image) for image in _images(n, sides)], axis=0)
    first = keys[0] == _key(n, sides)
    sizes = 1 + (np.diff(keys, axis=0) != 0).sum(axis=0)
    return sides[:, first].T.copy(), sizes[first]


def _free_of_attacks(n: int, sides: np.ndarray) -> np.ndarray:
    """Return for each border, (4, k), whether no two of its queens attack each other.

    Two sides may have the same queen, in their corner.
    """
    top, bottom, left, right = sides
    first, last = np.zeros_like(top), np.full_like(top, n - 1)
    squares = np.array([[first, top], [last, bottom], [left, first], [right, last]])
    free = np.ones(len(top), np.bool_)
    for queen, other in combinations(squares, 2):
        down, across = np.abs(queen - other)
        free &= (down + across == 0) | ((down != 0) & (across != 0) & (down != across))
    return free


def _images(n: int, sides: np.ndarray) -> list[np.ndarray]:
    """Return the eight images of borders, each of shape (4, k)."""
    found = []
    for _ in range(4):
        top, bottom, left, right = across = sides[[2, 3, 0, 1]]  # the main diagonal
        sides = np.array([n - 1 - top, n - 1 - bottom, right, left])  # left and right trade places
        found += [across, sides]
    return found


def _key(n: int, sides: np.ndarray) -> np.ndarray:
    key: np.ndarray = np.ravel_multi_index(tuple(sides), (n, n, n, n))
    return key
