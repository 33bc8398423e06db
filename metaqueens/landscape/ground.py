"""Every board of a space under a number, with its attacking pairs: what can be enumerated.

A board of the row encoding is a number to the base n, its first movable queen the last digit; a
permutation has its rank in dictionary order. Queens that are placed do not move.
"""

from math import factorial
from typing import NamedTuple

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel
from metaqueens.core.state import U, apply, compute_cost, delta, rebuild
from metaqueens.problem.kernel_rules import State
from metaqueens.problem.space import Space

# The boards of 8 queens on rows, and the permutations of 9: seconds, and less than a gigabyte.
MOST_BOARDS = {"rows": 8**8, "permutation": factorial(9)}


class Ground(NamedTuple):
    """The boards of a space.

    n : number of values of a variable
    columns : (m,) int64, the columns whose queens move
    rows : (m,) int64, the rows that they may have in a permutation
    weights : (m,) int64, what one row more adds to the number of a board of the row encoding
    costs : (boards,) attacking pairs by the number of the board
    """

    n: int
    columns: np.ndarray
    rows: np.ndarray
    weights: np.ndarray
    costs: np.ndarray

    @property
    def size(self) -> int:
        """How many boards there are."""
        return self.costs.size


class Room(NamedTuple):
    """Where kernels write what they see around a board.

    digits : (m,) int64, which of its rows each movable queen has
    near, prices : int64, the numbers of its neighbours and what they cost
    """

    digits: np.ndarray
    near: np.ndarray
    prices: np.ndarray


def boards_of(space: Space) -> int:
    """Return how many boards a space has."""
    movable = space.n - len(space.problem.placed)
    return factorial(movable) if space.encoding == "permutation" else space.value_count**movable


def is_small(space: Space) -> bool:
    """Whether all boards can be looked at."""
    return boards_of(space) <= MOST_BOARDS[space.encoding]


def priced(space: Space) -> Ground:
    """Price every board."""
    ground, board = _unpriced(space)
    price = _price_ranks if space.encoding == "permutation" else _price_rows
    price(ground, board)
    return ground


def _unpriced(space: Space) -> tuple[Ground, State]:
    """Return the boards without their costs, and on rows the first of them."""
    board = space.random_state(np.random.default_rng(0))  # placed queens are where they belong
    placed = [column for _, column in space.problem.placed]
    columns = np.setdiff1d(np.arange(space.n), placed)
    rows = np.sort(board.values[columns]).astype(np.int64)
    if space.encoding == "rows":
        rows = np.arange(space.value_count)
        board.values[columns] = 0
        rebuild(board)
    weights = space.value_count ** np.arange(columns.size, dtype=np.int64)
    costs = np.empty(boards_of(space), np.min_scalar_type(max(1, space.max_cost or 2**31)))
    return Ground(space.value_count, columns, rows, weights, costs), board


@kernel
def _price_rows(ground, board):
    """All boards of the row encoding, each a few moves from the one before."""
    columns, m = ground.columns, ground.columns.size
    guards = compute_cost(board)
    for index in range(ground.costs.size):
        ground.costs[index] = guards
        for k in range(m):
            column = columns[k]
            row = board.values[column] + 1
            if row == ground.n:
                row = 0
            guards += delta(Moves.REASSIGN, board, column, row)
            apply(Moves.REASSIGN, board, column, row)
            if row > 0:
                break


@kernel
def _price_ranks(ground, board):
    """The same for permutations, each counted in full."""
    digits = np.empty(ground.columns.size, np.int64)
    for index in range(ground.costs.size):
        unrank(index, digits)
        for k in range(digits.size):
            board.values[ground.columns[k]] = ground.rows[digits[k]]
        rebuild(board)
        ground.costs[index] = compute_cost(board)


@kernel
def unrank(index, order):
    """Write the permutation that has a rank in dictionary order."""
    m = order.size
    for k in range(m - 1, -1, -1):  # the Lehmer code first
        base = m - k
        order[k] = index % base
        index //= base
    for k in range(m - 2, -1, -1):
        for other in range(k + 1, m):
            order[other] += order[other] >= order[k]


@kernel
def rank(order):
    """The rank of a permutation in dictionary order."""
    m = order.size
    index = 0
    for k in range(m):
        later = 0
        for other in range(k + 1, m):
            later += order[other] < order[k]
        index = index * (m - k) + later
    return index


@kernel
def read_digits(kind, ground, index, digits):
    """Write which of its rows each movable queen of a board has."""
    if kind == Moves.SWAP:
        unrank(index, digits)
    else:
        left, base = np.uint32(index), np.uint32(ground.n)
        for k in range(digits.size):
            digits[U(k)] = left % base
            left //= base


@kernel
def neighbours(kind, ground, index, space):
    """Write the numbers of the neighbours of a board to ``space.near``; how many there are."""
    digits, near = space.digits, space.near
    read_digits(kind, ground, index, digits)
    m, count = digits.size, 0
    if kind == Moves.SWAP:
        for i in range(m):
            for j in range(i + 1, m):
                digits[i], digits[j] = digits[j], digits[i]
                near[count] = rank(digits)
                digits[i], digits[j] = digits[j], digits[i]
                count += 1
    elif kind == Moves.REASSIGN:
        for k in range(m):
            weight = ground.weights[k]
            first = index - digits[k] * weight
            # All rows, and the last one over the row where the queen is: no branch.
            for row in range(ground.n):
                near[U(count + row)] = first + row * weight
            near[U(count + digits[k])] = first + (ground.n - 1) * weight
            count += ground.n - 1
    else:
        for k in range(m):
            weight = ground.weights[k]
            near[count] = index - weight
            count += digits[k] > 0
            near[count] = index + weight
            count += digits[k] + 1 < ground.n
    return count


def room(ground: Ground) -> Room:
    """Room for the neighbours of any board, and one place more than is used."""
    m = ground.columns.size
    most = max(m * ground.n, m * (m - 1) // 2) + 1
    return Room(np.empty(m, np.int64), np.empty(most, np.int64), np.empty(most, np.int64))
