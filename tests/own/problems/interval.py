"""All-interval series (CSPLib 007), by their cost alone and with the change of a swap."""

import numpy as np

from metaqueens import Problem, kernel

U = np.uint64  # an unsigned index is spared the test for negative ones


class AllInterval(Problem):
    """A permutation whose adjacent differences are all distinct."""

    n: int

    @staticmethod
    def cost(values, data):
        seen, repeats = np.zeros(values.size, np.int32), 0
        for i in range(values.size - 1):
            k = abs(values[i + 1] - values[i])
            repeats += seen[k] > 0
            seen[k] += 1
        return repeats


@kernel
def count(values, seen, i, by):
    """Add the difference after variable ``i`` to the counts; return the change of the repeats."""
    if i < 0 or i + 1 >= values.size:
        return 0
    k = abs(values[i + 1] - values[i])
    if by > 0:
        seen[k] += 1
        return np.int64(seen[k] > 1)
    seen[k] -= 1
    return -np.int64(seen[k] > 0)


@kernel
def count_around(values, seen, i, j, by):
    """Add all differences that variables ``i`` and ``j`` have a part in, each once."""
    change = count(values, seen, i - 1, by) + count(values, seen, i, by)
    if j != i + 1:
        change += count(values, seen, j - 1, by)
    if j != i - 1:
        change += count(values, seen, j, by)
    return change


@kernel
def adds(count, k, without, also):
    """Return 1 if ``k`` with this ``count`` repeats, ``without`` removed and ``also`` added."""
    a, b, c, d = without
    x, y, z = also
    rest = count - (k == a) - (k == b) - (k == c) - (k == d)
    return np.int64(rest + (k == x) + (k == y) + (k == z) > 0)


@kernel
def removes(count, k, before):
    """Return 1 if ``k`` with this ``count`` repeats another that is not among those ``before``."""
    a, b, c = before
    return np.int64(count - (k == a) - (k == b) - (k == c) > 1)


class Fast(AllInterval):
    """The same with counts, which a swap changes in at most four places."""

    def data(self):
        return (np.zeros(self.n + 4, np.int64),)  # the last four are of no difference

    @staticmethod
    def cost(values, data):
        seen, repeats = data[0], 0
        seen[:] = 0
        for i in range(values.size - 1):
            k = abs(values[i + 1] - values[i])
            repeats += seen[k] > 0
            seen[k] += 1
        return repeats

    @staticmethod
    def swap(values, data, i, j):
        if i == j:
            return 0
        change = count_around(values, data[0], i, j, -1)
        values[i], values[j] = values[j], values[i]
        return change + count_around(values, data[0], i, j, 1)

    @staticmethod
    def swap_change(values, data, i, j):
        # Arrays are read before all branches and after them: in one, Numba would count who uses it.
        i, j, n = min(i, j), max(i, j), np.int64(values.size)
        x, y = np.int64(values[U(i)]), np.int64(values[U(j)])
        before, after = np.int64(values[U(max(i - 1, 0))]), np.int64(values[U(min(j + 1, n - 1))])
        left, right = np.int64(values[U(max(j - 1, 0))]), np.int64(values[U(min(i + 1, n - 1))])
        seen = data[0]
        # The differences before and after i, before and after j; n and more for none.
        old0, new0 = (abs(x - before), abs(y - before)) if i > 0 else (n, n)
        old1, new1 = (abs(x - right), abs(y - right)) if j > i + 1 else (n + 1, n + 1)
        old2, new2 = (abs(y - left), abs(x - left)) if j > i + 1 else (n + 2, n + 2)
        old3, new3 = (abs(y - after), abs(x - after)) if j < n - 1 else (n + 3, n + 3)
        old = old0, old1, old2, old3
        change = adds(seen[U(new0)], new0, old, (-1, -1, -1))
        change += adds(seen[U(new1)], new1, old, (new0, -1, -1))
        change += adds(seen[U(new2)], new2, old, (new0, new1, -1))
        change += adds(seen[U(new3)], new3, old, (new0, new1, new2))
        change -= removes(seen[U(old0)], old0, (-1, -1, -1))
        change -= removes(seen[U(old1)], old1, (old0, -1, -1))
        change -= removes(seen[U(old2)], old2, (old0, old1, -1))
        change -= removes(seen[U(old3)], old3, (old0, old1, old2))
        return change * np.int64(i != j)
