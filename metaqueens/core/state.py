"""The interface of a state: the functions of a candidate solution that searches call, as kernels.

A state is a NamedTuple with ``values``, (n,) int32, and the counts of its kind. Numba
compiles a search once for each kind and chooses the kernels of that kind by its type
(``jit.DispatchedKernel``): a kind lists its own in ``kernels``. A body here is the default for all
kinds.
"""

from typing import Any

import numpy as np

from metaqueens.core.choices import Encoding, Moves
from metaqueens.core.jit import DispatchedKernel as dispatch, kernel
from metaqueens.core.random import draw_below, shuffle

# Kernels index by unsigned numbers, which avoids the test for Python's negative indices: an
# annealing move takes 11 ns with them and 20 without. Variables and values are np.int64 in calls,
# since a kernel is compiled again for each other type of number.
U = np.uint64
# A NamedTuple of one of the kinds.
State = Any
BYTES_PER_VARIABLE = 24


@dispatch
def rebuild(state):
    """Recompute all counts of the state from its values, in O(n) or more."""
    clear_counts(state)
    for i in range(state.values.size):
        count_variable(state, i, np.int64(state.values[i]), np.int64(1))


@dispatch
def compute_cost(state):
    """Return the cost of a state whose counts are right; 0 means solved."""


@dispatch
def delta(kind, state, i, j):
    """Return the change of the cost by move (i, j), without making it."""


@dispatch
def apply(kind, state, i, j):
    """Make move (i, j)."""
    if kind == Moves.SWAP:
        a, b = np.int64(state.values[U(i)]), np.int64(state.values[U(j)])
        assign(state, i, b)
        assign(state, j, a)
    else:
        assign(state, i, j)


@dispatch
def count_conflicts(state, i):
    """Return the number of conflicts that variable ``i`` takes part in; 1 if it is unknown."""
    return np.int64(1)


@dispatch
def value_count(state):
    """Return the number of values of a variable: they are 0 to this number - 1."""
    return state.values.size


@dispatch
def free_count(state):
    """Return the number of variables that may change."""
    return state.values.size


@dispatch
def free_variable(state, k):
    """Return the ``k``-th variable that may change."""
    return k


@dispatch
def draw_values(encoding, state, stream):
    """Draw all variables that may change, uniformly from the encoding; the counts stay."""
    draw_all_values(encoding, state.values, value_count(state), stream)


@kernel
def draw_all_values(encoding, values, count, stream):
    """Draw ``values``, (n,), uniformly from the encoding with ``count`` values of a variable."""
    for i in range(values.size):
        values[i] = i if encoding == Encoding.PERMUTATION else draw_below(stream, count)
    if encoding == Encoding.PERMUTATION:
        shuffle(values, stream)


@dispatch
def clear_counts(state):
    """Set the counts to those without any variable."""


@dispatch
def count_variable(state, i, value, by):
    """Add variable ``i`` with ``value`` to the counts, or remove it if ``by`` is -1."""


@kernel
def assign(state, i, value):
    """Set variable ``i`` to ``value`` and keep the counts right."""
    lift(state, i)
    put(state, i, value)


@kernel
def lift(state, i):
    """Remove variable ``i`` from the counts."""
    count_variable(state, np.int64(i), np.int64(state.values[U(i)]), np.int64(-1))


@kernel
def put(state, i, value):
    """Set variable ``i``, which is not in the counts, to ``value`` and count it."""
    state.values[U(i)] = value
    count_variable(state, np.int64(i), np.int64(value), np.int64(1))


@dispatch
def value_cost(state, i, value):
    """Return the conflicts that variable ``i``, not in the counts, would have with ``value``."""


@dispatch
def best_value(state, i, stream):
    """Return the value of least ``value_cost``; ties are broken at random."""


@dispatch
def are_in_conflict(state, i, j):
    """Return whether variables ``i`` and ``j`` conflict."""


@dispatch
def count_partners(state, partners):
    """Fill ``partners``, by which ``add_partners`` finds variables in conflict in O(1)."""


@dispatch
def toggle_partner(state, partners, i, value):
    """Add variable ``i`` with ``value`` to ``partners``, or remove it if it is there."""


@dispatch
def add_partners(state, i, partners, members):
    """Add variables to ``members`` so that each new conflict of ``i`` has one of them."""


@dispatch
def replace_values(state, values):
    """Return a state with other values and the same memory for counts."""


@dispatch
def evaluate(encoding, state, values):
    """Return the cost of ``values``, (n,), in full; the counts of ``state`` are overwritten."""
    other = replace_values(state, values)
    rebuild(other)
    return compute_cost(other)


@dispatch
def evaluate_child(encoding, state, child, parent, cost):
    """Return the cost of ``child``, whose ``parent`` has ``cost``; counts are overwritten."""
    return evaluate(encoding, state, child)


@kernel
def copy_values(to, source):
    """Copy the values of a state; a slice would slow the loops around it by a tenth."""
    for i in range(to.size):
        to[U(i)] = source[U(i)]
