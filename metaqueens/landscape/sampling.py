"""Kernels of landscapes: descents, random walks, escapes from local optima."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.best_move import draw_equal
from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel, specialise
from metaqueens.core.moves import own_target, propose, target, target_count
from metaqueens.core.random import draw_uniform
from metaqueens.core.state import State, U, apply, delta, free_count, free_variable


class Around(NamedTuple):
    """All moves from a state, and the change of the cost by each. (moves,) int64 each."""

    i: np.ndarray
    j: np.ndarray
    changes: np.ndarray


def around(state: State) -> Around:
    """Return memory for all moves from a state, in any neighbourhood."""
    n = state.values.size
    size = n * max(n, getattr(state, "value_count", n), 2)
    i, j, changes = (np.empty(size, np.int64) for _ in range(3))
    return Around(i, j, changes)


@kernel
def evaluate_all(kind, state, moves):
    """Write every move of the free variables, with its change of the cost; return their number."""
    count = 0
    for k in range(free_count(state)):
        i = free_variable(state, k)
        own = own_target(kind, state, i)
        first, end = k + 1 if kind == Moves.SWAP else 0, target_count(kind, state)
        if kind == Moves.STEP:
            first, end = max(0, own - 1), min(end, own + 2)
        for place in range(first, end):
            j = target(kind, state, place)
            if j != own:
                moves.i[U(count)], moves.j[U(count)] = i, j
                moves.changes[U(count)] = delta(kind, state, i, j)
                count += 1
    return count


@specialise(Moves)
def descend(kind):
    """Return the kernel of steepest descent; it returns the final cost and the steps.

    Ties are drawn at random; up to ``sideways`` moves in a row may leave the cost unchanged.
    """

    @kernel
    def descend(state, cost, sideways, moves, stream):
        steps, level = 0, 0
        while cost > 0:
            count = evaluate_all(kind, state, moves)
            best = np.int64(1)
            for k in range(count):
                best = min(best, moves.changes[U(k)])
            level = 0 if best < 0 else level + 1
            if best > 0 or level > sideways:
                break
            k = draw_equal(moves.changes, count, best, stream)
            apply(kind, state, moves.i[U(k)], moves.j[U(k)])
            cost += best
            steps += 1
        return cost, steps

    return descend


@specialise(Moves)
def walk(kind):
    """Return the kernel of a random walk; it writes the cost before each move to ``costs``."""

    @kernel
    def walk(state, cost, costs, stream):
        for t in range(costs.size):
            costs[t] = cost
            i, j = propose(kind, state, stream)
            cost += delta(kind, state, i, j)
            apply(kind, state, i, j)

    return walk


@specialise(Moves)
def escapes(kind):
    """Return the kernel that tests whether a Metropolis walk finds a lower cost.

    It makes up to ``proposals`` proposals; at temperature 0 it accepts sideways moves only.
    """

    @kernel
    def escapes(state, temperature, proposals, stream):
        change = 0
        for _ in range(proposals):
            i, j = propose(kind, state, stream)
            by = delta(kind, state, i, j)
            if by > 0 and (temperature == 0 or draw_uniform(stream) >= np.exp(-by / temperature)):
                continue
            apply(kind, state, i, j)
            change += by
            if change < 0:
                return True
        return False

    return escapes
