"""A set of the numbers 0 to n - 1 that kernels add to, draw from and remove from in O(1)."""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.jit import kernel


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
