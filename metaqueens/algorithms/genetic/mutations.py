"""Mutations as kernels: an individual, (n,) int32, n >= 2, is changed in place.

Only the shuffle uses ``rate``.
"""

from math import log1p
from typing import Literal

from metaqueens.core.best_move import best_of_all_moves
from metaqueens.core.choices import Encoding, Moves, make_enum
from metaqueens.core.conflicting import add_moved, draw_conflicted, find_conflicted
from metaqueens.core.jit import kernel, outline
from metaqueens.core.moves import propose_for
from metaqueens.core.random import draw_below, draw_uniform, flip
from metaqueens.core.state import U, apply, delta, rebuild

MutationName = Literal["swap", "shuffle", "inversion", "insertion", "reassign", "step"]
MutationKind = make_enum("MutationKind", MutationName, __name__)


@kernel
def draw_two(n, stream):
    """Draw two different columns, each ordered pair equally likely."""
    i, j = draw_below(stream, n), draw_below(stream, n - 1)
    return i, j + (j >= i)


@kernel
def swap(values, value_count, rate, stream):
    """Swap the values of two variables."""
    i, j = draw_two(values.size, stream)
    values[U(i)], values[U(j)] = values[U(j)], values[U(i)]


@kernel
def shuffle_some(values, value_count, rate, stream):
    """Swap the value of each variable with another one's with probability ``rate``."""
    n = values.size
    if rate <= 0:
        return
    # The number of variables that are skipped is geometric: two draws at n = 1000, not a thousand.
    scale = 1 / log1p(-rate) if rate < 1 else 0.0
    i = int(min(log1p(-draw_uniform(stream)) * scale, n))
    while i < n:
        j = draw_below(stream, n - 1)
        j += j >= i
        values[U(i)], values[U(j)] = values[U(j)], values[U(i)]
        i += 1 + int(min(log1p(-draw_uniform(stream)) * scale, n))


@kernel
def inversion(values, value_count, rate, stream):
    """Reverse a random segment."""
    i, j = draw_two(values.size, stream)
    i, j = min(i, j), max(i, j)
    while i < j:
        values[U(i)], values[U(j)] = values[U(j)], values[U(i)]
        i += 1
        j -= 1


@kernel
def insertion(values, value_count, rate, stream):
    """Move a value to another variable; those between move by one variable."""
    i, j = draw_two(values.size, stream)
    value, step = values[U(i)], 1 if j > i else -1
    while i != j:
        values[U(i)] = values[U(i + step)]
        i += step
    values[U(j)] = value


@kernel
def reassign(values, value_count, rate, stream):
    """Set a variable to any other value."""
    i, value = draw_below(stream, values.size), draw_below(stream, value_count - 1)
    values[U(i)] = value + (value >= values[U(i)])


@kernel
def step(values, value_count, rate, stream):
    """Change a value by one, up or down; at the edge only inwards."""
    i = draw_below(stream, values.size)
    value = values[U(i)] + 2 * flip(stream) - 1
    values[U(i)] = 1 if value < 0 else value_count - 2 if value >= value_count else value


OPERATORS = swap, shuffle_some, inversion, insertion, reassign, step
MUTATIONS = dict(zip(MutationKind, OPERATORS, strict=True))

LocalSearchName = Literal["min_conflicts", "hill_climbing"]
LocalSearchKind = make_enum("LocalSearchKind", LocalSearchName, __name__)


@outline
def improve(encoding, kind, steps, state, cost, attacked, changes, stream):
    """Search from ``board`` in place, after counting its lines.

    Returns its new cost, the number of evaluations, and the one that first reached this cost.
    """
    moves = Moves.SWAP if encoding == Encoding.PERMUTATION else Moves.REASSIGN
    rebuild(state)
    find_conflicted(state, attacked)
    evaluations, found_at = 0, 0
    for _ in range(steps):
        if cost == 0:
            break
        i = draw_conflicted(state, attacked, stream)
        if kind == LocalSearchKind.MIN_CONFLICTS:
            j, change = best_of_all_moves(moves, state, i, changes, stream)
            evaluations += state.values.size - 1
        else:
            i, j = propose_for(moves, state, i, stream)
            change = delta(moves, state, i, j)
            evaluations += 1
        if change <= 0:
            apply(moves, state, i, j)
            add_moved(moves, state, i, j, attacked)
            cost += change
            found_at = evaluations if change < 0 else found_at
    return cost, evaluations, found_at
