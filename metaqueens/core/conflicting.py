"""The set of variables that may be in conflict, from which a search draws.

A search adds either every variable in conflict, or those that it moved into a conflict: then at
least one variable of every conflicting pair is in the set, in O(1) per move. A variable that is no
longer in conflict is removed when it is drawn.
"""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import entry, kernel
from metaqueens.core.moves import propose, propose_for
from metaqueens.core.random import draw_below
from metaqueens.core.state import are_in_conflict, count_conflicts


class IndexSet(NamedTuple):
    """Some of the numbers 0 to n - 1.

    members : (n,) int32, the members in the first ``size[0]`` places
    contained : (n,) bool, whether a number is a member
    size : (1,) int64, the number of members
    """

    members: np.ndarray
    contained: np.ndarray
    size: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Return an empty set with room for ``n`` members."""
        return cls(np.zeros(n, np.int32), np.zeros(n, np.bool_), np.zeros(1, np.int64))


@kernel
def add(indices, k):
    """Make ``k`` a member."""
    members, contained, size = indices
    if not contained[k]:
        contained[k] = True
        members[size[0]] = k
        size[0] += 1


@kernel
def draw_conflicted(state, conflicted, stream):
    """Draw a variable in conflict, each in the set equally likely; there must be one."""
    members, contained, size = conflicted
    while True:
        place = draw_below(stream, size[0])
        i = np.int64(members[place])
        if count_conflicts(state, i) > 0:
            return i
        # The last member takes the place of one that is removed.
        contained[i] = False
        size[0] -= 1
        members[place] = members[size[0]]


@kernel
def propose_conflicted(kind, state, conflicted, stream):
    """Draw a move of a variable in conflict, or of any variable if ``conflicted`` is None."""
    if conflicted is None:
        return propose(kind, state, stream)
    return propose_for(kind, state, draw_conflicted(state, conflicted, stream), stream)


@kernel
def add_if_conflicted(state, i, conflicted):
    """Add variable ``i`` if it is in conflict, in O(1)."""
    if count_conflicts(state, i) > 0:
        add(conflicted, i)


@entry
def find_conflicted(state, conflicted):
    """Make the set that of all variables in conflict, in O(n)."""
    conflicted.contained[:] = False
    conflicted.size[0] = 0
    for i in range(state.values.size):
        add_if_conflicted(state, i, conflicted)


@kernel
def add_moved(kind, state, i, j, conflicted):
    """Add the variables that move (i, j) changed if they are in conflict, in O(1); or to None."""
    if conflicted is not None:
        add_if_conflicted(state, i, conflicted)
        if kind == Moves.SWAP:
            add_if_conflicted(state, j, conflicted)


@kernel
def add_conflicting(state, i, conflicted):
    """Add variable ``i`` and those that it conflicts with, in O(n)."""
    for j in range(state.values.size):
        if are_in_conflict(state, i, j):
            add(conflicted, j)
