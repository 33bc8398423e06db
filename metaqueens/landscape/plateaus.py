"""Local minima and plateaus of an enumerated landscape.

The terms are Hoos & Stuetzle's [1]_. A local minimum has worse neighbours and no better one, a
strict one only worse ones. A plateau is a largest connected set of boards of one cost; it is open
where one of its boards has a better neighbour (an exit), else closed. Closed plateaus are the local
optima here, strict ones of a single board among them; Frank, Cheeseman & Stutz [2]_ call them
minima, and open plateaus benches.

.. [1] Hoos & Stuetzle (2005). Stochastic Local Search: Foundations and Applications, chapter 5.
.. [2] Frank, Cheeseman & Stutz (1997). When gravity fails: local search topology.
       Journal of Artificial Intelligence Research 7: 249-281.
"""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, per
from metaqueens.core.state import U
from metaqueens.landscape.ground import Ground, neighbours, room

# Boards between two looks at Ctrl-C.
BATCH = 2**20


class Survey(NamedTuple):
    """What one pass over all boards and their neighbours gathers.

    parent : (boards,) int32, another board of the same plateau, or the board itself
    lower : (boards,) bool, whether a neighbour is better
    minima : (2,) int64, boards with worse neighbours and no better one; and without equal ones
    sums : (4,) float64, over all moves: 1, cost, cost^2, cost times that of the neighbour
    """

    parent: np.ndarray
    lower: np.ndarray
    minima: np.ndarray
    sums: np.ndarray

    @classmethod
    def empty(cls, ground: Ground) -> Self:
        """Nothing looked at yet."""
        return cls(
            np.arange(ground.size, dtype=np.int32),
            np.zeros(ground.size, np.bool_),
            np.zeros(2, np.int64),
            np.zeros(4),
        )


def look_around(ground: Ground, kind: int, found: Survey) -> None:
    """Look at every board with its neighbours."""
    space = room(ground)
    for begin in range(0, ground.size, BATCH):
        end = min(begin + BATCH, ground.size)
        _survey[kind](ground, found, begin, end, space)


def plateaus(survey: Survey) -> tuple[np.ndarray, np.ndarray]:
    """Return the least board of each plateau, and, by board, whether its plateau has an exit.

    Afterwards ``survey.parent`` is the least board of each board's plateau.
    """
    is_open = np.zeros(survey.parent.size, np.bool_)
    _settle(survey.parent, survey.lower, is_open)
    least = np.flatnonzero(survey.parent == np.arange(survey.parent.size, dtype=np.int32))
    return least, is_open[survey.parent]


@per(Moves)
def _survey(kind):
    @kernel
    def survey(ground, found, begin, end, space):
        costs, near, prices = ground.costs, space.near, space.prices
        for index in range(begin, end):
            count = neighbours(kind, ground, index, space)
            cost = np.int64(costs[U(index)])
            worse, better, total = 0, 0, 0
            for k in range(count):
                price = np.int64(costs[U(near[U(k)])])
                prices[U(k)] = price
                total += price
                worse += price > cost
                better += price < cost
            if worse + better < count:
                _join_equal(found.parent, index, cost, near, prices, count)
            found.minima[0] += better == 0 and worse > 0
            found.minima[1] += worse == count
            found.lower[U(index)] = better > 0
            _add_moves(found.sums, count, cost, total)

    return survey


@kernel
def _add_moves(sums, count, cost, total):
    sums[0] += count
    sums[1] += count * cost
    sums[2] += count * cost * cost
    sums[3] += cost * total


@kernel
def _join_equal(parent, index, cost, near, prices, count):
    """Join a board, which is on no plateau yet, with its equal neighbours of lower numbers."""
    root = index
    for k in range(count):
        if prices[U(k)] == cost and near[U(k)] < index:
            other = _root_of(parent, near[U(k)])
            least = min(root, other)
            parent[U(max(root, other))] = least
            root = least


@kernel
def _root_of(parent, index):
    """The least board of the plateau as far as it is known; the way to it gets shorter."""
    while parent[U(index)] != index:
        parent[U(index)] = parent[U(parent[U(index)])]
        index = parent[U(index)]
    return index


@kernel
def _settle(parent, lower, is_open):
    """Parents have lower numbers: in ascending order each of them has its least board already."""
    for index in range(parent.size):
        root = parent[U(parent[U(index)])]
        parent[U(index)] = root
        if lower[U(index)]:
            is_open[U(root)] = True
