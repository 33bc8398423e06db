"""Neighbourhoods: draw a move, or visit all moves in turn.

A move is a pair (i, j) whose meaning depends on its kind. Kinds are numbers because Numba's cache
never finds a kernel that takes functions. A search closes over the kind (``jit.specialise``), so
that it is a constant in the compiled loop.
"""

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_below, flip
from metaqueens.core.state import U, free_count, free_variable, value_count

MEANINGS = {
    Moves.SWAP: "variables i and j trade values",
    Moves.REASSIGN: "variable i takes the value j, any other one",
    Moves.STEP: "variable i takes the value j, one up or one down",
}


@kernel
def propose(kind, state, stream):
    """Draw a move, each equally likely."""
    values, count = value_count(state), free_count(state)
    k = draw_below(stream, count)
    i = free_variable(state, k)
    if kind == Moves.STEP:
        j = state.values[U(i)] + 2 * flip(stream) - 1
        while j < 0 or j >= values:  # no such value: draw again, the variable too
            i = free_variable(state, draw_below(stream, count))
            j = state.values[U(i)] + 2 * flip(stream) - 1
        return i, j
    return i, draw_target(kind, state, i, k, stream)


@kernel
def draw_target(kind, state, i, k, stream):
    """Draw the ``j`` of a swap or a reassignment of ``i``, the ``k``-th free variable."""
    if kind == Moves.SWAP:
        other = draw_below(stream, free_count(state) - 1)
        return free_variable(state, other + (other >= k))
    value = draw_below(stream, value_count(state) - 1)
    return value + (value >= state.values[U(i)])


@kernel
def target_count(kind, state):
    """Return the number of targets of the swaps, or the reassignments, of one variable."""
    return free_count(state) if kind == Moves.SWAP else value_count(state)


@kernel
def target(kind, state, k):
    """Return the ``k``-th target: a free variable, or a value; one of them is no move."""
    return free_variable(state, k) if kind == Moves.SWAP else k


@kernel
def own_target(kind, state, i):
    """Return the target that makes no move of variable ``i``: itself, or its present value."""
    return i if kind == Moves.SWAP else np.int64(state.values[U(i)])


@kernel
def propose_for(kind, state, i, stream):
    """Draw a move of variable ``i``, each equally likely."""
    value, values = state.values[U(i)], value_count(state)
    if kind == Moves.STEP:
        j = value + 2 * flip(stream) - 1
        return i, j if 0 <= j < values else 2 * value - j
    j = draw_below(stream, (state.values.size if kind == Moves.SWAP else values) - 1)
    return i, j + (j >= (i if kind == Moves.SWAP else value))


@kernel
def count_moves(kind, state):
    """Return the number of moves, in O(n) for steps."""
    n = state.values.size
    if kind == Moves.SWAP:
        return n * (n - 1) // 2
    if kind == Moves.REASSIGN:
        return n * (value_count(state) - 1)
    steps, last = 2 * n, value_count(state) - 1
    for value in state.values:
        steps -= np.int64(value == 0) + np.int64(value == last)
    return steps


@kernel
def next_move(kind, state, i, j):
    """Return the move after (i, j) in a fixed cyclic order that visits every move once."""
    n, values = state.values.size, value_count(state)
    if kind == Moves.SWAP:
        if i > j:
            i, j = j, i
        if j + 1 < n:
            return i, j + 1
        i = i + 1 if i + 2 < n else 0
        return i, i + 1
    if kind == Moves.REASSIGN:
        j += 1
        if j == state.values[U(i)]:
            j += 1
        if j >= values:
            i = i + 1 if i + 1 < n else 0
            j = 1 if state.values[U(i)] == 0 else 0
        return i, j
    if j < state.values[U(i)] and state.values[U(i)] + 1 < values:
        return i, state.values[U(i)] + 1
    i = i + 1 if i + 1 < n else 0
    return i, state.values[U(i)] - 1 if state.values[U(i)] > 0 else 1
