"""The set of queens that may be attacked: a search draws from it and passes over all others.

A search adds either every attacked queen, or those that it moved to where they are attacked: then
at least one queen of every attacking pair is in the set, and that costs O(1) a move. A queen that
is not attacked any longer is removed when it is drawn.
"""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.choices import Moves
from metaqueens.core.jit import entry, kernel
from metaqueens.core.random import below
from metaqueens.core.rules import diagonals, falling_of, rising_of
from metaqueens.core.state import U, count_conflicts, in_conflict


class IndexSet(NamedTuple):
    """Some of the numbers 0 to n - 1.

    members : (n,) int32, the members in the first ``size[0]`` places
    contained : (n,) bool, whether a number is a member
    size : (1,) int64, how many members there are
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
def remove_at(indices, place):
    """Remove the member in ``place``; the last one takes its place."""
    members, contained, size = indices
    contained[members[place]] = False
    size[0] -= 1
    members[place] = members[size[0]]


@kernel
def clear(indices):
    """Remove all members."""
    indices.contained[:] = False
    indices.size[0] = 0


@kernel
def draw_attacked(state, attacked, stream):
    """The column of an attacked queen, each in the set equally likely; there must be one."""
    while True:
        place = below(stream, attacked.size[0])
        column = np.int64(attacked.members[place])
        if count_conflicts(state, column) > 0:
            return column
        remove_at(attacked, place)


@kernel
def add_if_attacked(state, column, attacked):
    """Add the queen of ``column`` where it is attacked, in O(1)."""
    if count_conflicts(state, column) > 0:
        add(attacked, column)


@entry
def find_attacked(state, attacked):
    """Make the set that of all attacked queens, in O(n)."""
    clear(attacked)
    for column in range(state.values.size):
        add_if_attacked(state, column, attacked)


@kernel
def add_moved(kind, state, i, j, attacked):
    """Add the queens that move (i, j) brought to where they are attacked, in O(1)."""
    add_if_attacked(state, i, attacked)
    if kind == Moves.SWAP:
        add_if_attacked(state, j, attacked)


@kernel
def add_attacked_by(state, column, attacked):
    """Add the queen of ``column`` and those that it attacks, in O(n)."""
    for other in range(state.values.size):
        if in_conflict(state, column, other):
            add(attacked, other)


class LineColumns(NamedTuple):
    """For each line the exclusive or of its queens' columns: of two, each gives the other.

    rows : (n,) int32
    rising, falling : (2n - 1,) int32
    """

    rows: np.ndarray
    rising: np.ndarray
    falling: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Lines without queens."""
        return cls(*(np.zeros(size, np.int32) for size in (n, diagonals(n), diagonals(n))))


@kernel
def toggle_column(lines, column, row):
    """Take account of a queen that came to a square, or left it."""
    n = lines.rows.size
    lines.rows[U(row)] ^= column
    lines.rising[U(rising_of(n, column, row))] ^= column
    lines.falling[U(falling_of(column, row))] ^= column


@kernel
def find_columns(state, lines):
    """Take account of where every queen stands."""
    lines.rows[:] = 0
    lines.rising[:] = 0
    lines.falling[:] = 0
    for column in range(state.values.size):
        toggle_column(lines, column, state.values[column])


@kernel
def add_on_lines(state, column, lines, attacked):
    """Add whom the queen of ``column`` attacks, or itself on lines of three and more, in O(1)."""
    n, row = state.values.size, state.values[column]
    up, down = rising_of(n, column, row), falling_of(column, row)
    for load, columns in (
        (state.rows[row], lines.rows[row]),
        (state.rising[up], lines.rising[up]),
        (state.falling[down], lines.falling[down]),
    ):
        if load > 1:
            add(attacked, columns ^ column if load == 2 else column)
