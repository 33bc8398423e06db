"""Counts of the intervals of a series, and the change of its cost by a swap."""

from typing import NamedTuple

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.core.state import U


class Intervals(NamedTuple):
    """Counts of intervals."""

    seen: np.ndarray  # (n,) how often each interval occurs
    largest: np.ndarray | None  # (1,) the largest missing interval, if that is the cost


@kernel
def find_intervals(values, i, j, x, y):
    """Return the intervals beside i and j > i if these have the values ``x`` and ``y``; 0: none."""
    n = np.int64(values.size)
    before, right = np.int64(values[U(max(i - 1, 0))]), np.int64(values[U(min(i + 1, n - 1))])
    left, after = np.int64(values[U(max(j - 1, 0))]), np.int64(values[U(min(j + 1, n - 1))])
    between = np.int64(j > i + 1)
    a, d = abs(x - before) * np.int64(i > 0), abs(y - after) * np.int64(j < n - 1)
    return a, abs(x - right) * between, abs(y - left) * between, d


@kernel
def compare(values, i, j):
    """Return the intervals beside i and j, before and after a swap of their values."""
    i, j = min(i, j), max(i, j)
    x, y = np.int64(values[i]), np.int64(values[j])
    return find_intervals(values, i, j, x, y), find_intervals(values, i, j, y, x)


@kernel
def replace(seen, old, new):
    """Remove an interval and add another; return the change of the number of repeats."""
    seen[U(old)] -= 1
    change = np.int64(seen[U(new)] > 0) - np.int64(seen[U(old)] > 0)
    seen[U(new)] += 1
    return change


@kernel
def exchange(seen, old, new):
    """Remove four intervals and add four; return the change of the number of repeats."""
    change = replace(seen, old[0], new[0]) + replace(seen, old[1], new[1])
    return change + replace(seen, old[2], new[2]) + replace(seen, old[3], new[3])


@kernel
def occurs(k, four):
    a, b, c, d = four
    return np.int64(k == a) + np.int64(k == b) + np.int64(k == c) + np.int64(k == d)


@kernel
def change_of_cost(seen, largest, old, new):
    """Return the change of the cost, by its form, by an exchange, which is not made."""
    if largest is None:
        change = exchange(seen, old, new)
        exchange(seen, new, old)
        return change
    found = largest[0] * np.int64(occurs(largest[0], new) == 0)
    for k in old:  # one that no longer occurs may be larger
        if k > found and seen[U(k)] - occurs(k, old) + occurs(k, new) == 0:
            found = k
    k = max(found, largest[0])
    while k > found and seen[U(k)] + occurs(k, new) > 0:
        k -= 1
    return k - largest[0]


@kernel
def update(largest, change):
    """Add ``change`` to the cost if that is the largest missing interval; return that interval."""
    if largest is None:
        return np.int64(0)
    largest[0] += change
    return largest[0]
