"""Candidate solutions that are drawn: each value by its weight."""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.choices import Encoding
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_below, draw_uniform, find_first_above, shuffle
from metaqueens.core.state import (
    State,
    U,
    clear_counts,
    compute_cost,
    count_variable,
    free_count,
    free_variable,
    put,
    rebuild,
    value_cost,
)
from metaqueens.problem.space import Space


class Room(NamedTuple):
    """Memory for draws.

    order : (m,) int32, the variables that may change, in the order of the last draw
    free : (m,) int32 on permutations, the values that fixed variables leave; (n,) on rows, all
    rows : as ``free``, the values that are left during a draw
    sums : as ``free``, float64
    """

    order: np.ndarray
    free: np.ndarray
    rows: np.ndarray
    sums: np.ndarray

    @classmethod
    def make(cls, space: Space, state: State) -> Self:
        """Make the memory for ``space``, of which ``state`` is one."""
        free = np.arange(space.value_count, dtype=np.int32)
        order = np.array([free_variable(state, k) for k in range(free_count(state))], np.int32)
        if space.encoding == "permutation" and order.size < space.n:
            fixed = np.setdiff1d(np.arange(space.n), order)
            free = np.setdiff1d(free, state.values[fixed])
        return cls(order, free, free.copy(), np.zeros(free.size))


@kernel
def draw_solution(encoding, state, room, weights, visibility, stream):
    """Draw the variables that may change, in random order; return the cost.

    The probability of a value is in proportion to its weight, times the entry of ``visibility`` for
    its conflicts with the variables drawn before, unless that is None. On permutations a value is
    drawn only once.
    """
    order, free, rows, sums = room
    left = free.size
    for k in range(left):
        rows[U(k)] = free[U(k)]
    shuffle(order, stream)
    _begin(state, order, visibility)
    for i in order:
        _sum_weights(state, i, rows, left, sums, weights, visibility)
        place = _draw_place(sums, left, stream)
        _set_variable(state, i, rows[U(place)], visibility)
        if encoding == Encoding.PERMUTATION:
            left -= 1
            rows[U(place)] = rows[U(left)]
    _end(state, visibility)
    return compute_cost(state)


@kernel
def _begin(state, order, visibility):
    """Remove all queens that may move from the counts, if attacks matter."""
    if visibility is not None:
        clear_counts(state)
        n = state.values.size
        for i in order:
            # So far away that no queen on the board touches it, also on a torus.
            state.values[U(i)] = -3 * n
        for i in range(n):
            if state.values[U(i)] >= 0:
                count_variable(state, i, state.values[U(i)], 1)


@kernel
def _end(state, visibility):
    """Count all variables, if that was not done one by one."""
    if visibility is None:
        rebuild(state)


@kernel
def _set_variable(state, i, value, visibility):
    if visibility is None:
        state.values[U(i)] = value
    else:
        put(state, i, value)


@kernel
def _sum_weights(state, i, rows, left, sums, weights, visibility):
    """Compute the cumulative sums of the weights of the values that are left."""
    total = 0.0
    for k in range(left):
        total += _weight(state, i, rows[U(k)], weights, visibility)
        sums[U(k)] = total


@kernel
def _weight(state, i, value, weights, visibility):
    if visibility is None:
        return weights[U(i), U(value)]
    return weights[U(i), U(value)] * visibility[U(value_cost(state, i, value))]


@kernel
def _draw_place(sums, left, stream):
    """Draw the index of a value by its weight, or uniformly if all weights are 0."""
    if sums[U(left - 1)] == 0:
        return draw_below(stream, left)
    aim = draw_uniform(stream) * sums[U(left - 1)]
    return np.int64(find_first_above(sums[:left], aim))
