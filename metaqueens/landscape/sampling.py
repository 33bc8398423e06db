"""What boards drawn at random tell of a landscape: descents, walks, escapes from local optima."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.best_move import kth_equal
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import propose
from metaqueens.core.random import draw_below, draw_uniform
from metaqueens.core.state import State, U, apply, delta, free_count, free_variable, value_count


class Around(NamedTuple):
    """All moves of a board, and what each adds to its cost. (most,) int64 each."""

    i: np.ndarray
    j: np.ndarray
    changes: np.ndarray


def around(board: State) -> Around:
    """Return memory for all moves of a board, in any neighbourhood."""
    n = board.values.size
    size = n * max(n, getattr(board, "value_count", n), 2)
    i, j, changes = (np.empty(size, np.int64) for _ in range(3))
    return Around(i, j, changes)


@kernel
def price_all(kind, board, moves):
    """Write every move of the queens that may move, with its price; how many there are."""
    n, count, m = value_count(board), 0, free_count(board)
    for k in range(m):
        i = free_variable(board, k)
        row = np.int64(board.values[U(i)])
        if kind == Moves.SWAP:
            first, end = k + 1, m
        elif kind == Moves.REASSIGN:
            first, end = 0, n
        else:
            first, end = max(0, row - 1), min(n, row + 2)
        for place in range(first, end):
            j = free_variable(board, place) if kind == Moves.SWAP else place
            if kind == Moves.SWAP or j != row:
                moves.i[U(count)], moves.j[U(count)] = i, j
                moves.changes[U(count)] = delta(kind, board, i, j)
                count += 1
    return count


@specialise(Moves)
def descend(kind):
    """Kernels: steepest descent from ``board``, which they move.

    The final cost and the steps.

    Ties are drawn at random; with ``sideways`` so many moves in a row may leave the cost as it is.
    """

    @kernel
    def descend(board, cost, sideways, moves, stream):
        steps, level = 0, 0
        while cost > 0:
            count = price_all(kind, board, moves)
            best = np.int64(1)
            for k in range(count):
                best = min(best, moves.changes[U(k)])
            level = 0 if best < 0 else level + 1
            if best > 0 or level > sideways:
                break
            k = _drawn(moves.changes, count, best, stream)
            apply(kind, board, moves.i[U(k)], moves.j[U(k)])
            cost += best
            steps += 1
        return cost, steps

    return descend


@kernel
def _drawn(changes, count, best, stream):
    """One of the moves that change the cost by ``best``, each equally likely."""
    ties = 0
    for k in range(count):
        ties += changes[U(k)] == best
    return kth_equal(changes, best, draw_below(stream, ties))


@specialise(Moves)
def walk(kind):
    """Kernels: a random walk; the cost before each move goes to ``costs``."""

    @kernel
    def walk(board, cost, costs, stream):
        for t in range(costs.size):
            costs[t] = cost
            i, j = propose(kind, board, stream)
            cost += delta(kind, board, i, j)
            apply(kind, board, i, j)

    return walk


@specialise(Moves)
def escapes(kind):
    """Kernels: whether a Metropolis walk at one temperature finds a board that costs less.

    It proposes ``most`` moves at the most; at temperature 0 it makes sideways moves only.
    """

    @kernel
    def escapes(board, temperature, most, stream):
        change = 0
        for _ in range(most):
            i, j = propose(kind, board, stream)
            by = delta(kind, board, i, j)
            if by > 0 and (temperature == 0 or draw_uniform(stream) >= np.exp(-by / temperature)):
                continue
            apply(kind, board, i, j)
            change += by
            if change < 0:
                return True
        return False

    return escapes
