"""Crossovers as kernels: two boards become two others, in place.

All need n >= 2. ``one`` and ``two`` are boards, shape (n,) int32. ``scratch``, shape (2, n), int32,
may be overwritten: an allocation costs a tenth of a crossover at n = 50.

.. [1] Goldberg & Lingle (1985). Alleles, loci and the traveling salesman problem. ICGA 1: 154-159.
.. [2] Davis (1985). Applying adaptive algorithms to epistatic domains. IJCAI 9: 162-164.
.. [3] Oliver, Smith & Holland (1987). A study of permutation crossover operators on the traveling
       salesman problem. ICGA 2: 224-230.
"""

from typing import Literal

import numpy as np

from metaqueens.core.choices import numbered
from metaqueens.core.jit import kernel
from metaqueens.core.random import below, draw, flip
from metaqueens.core.state import U

CrossoverName = Literal["pmx", "order", "cycle", "one_point", "two_point", "uniform"]
CrossoverKind = numbered("CrossoverKind", CrossoverName, __name__)


@kernel
def segment(n, stream):
    """Two cuts 0 <= a < b <= n, each pair equally likely."""
    a = below(stream, n + 1)
    b = below(stream, n)
    b += b >= a
    return min(a, b), max(a, b)


@kernel
def pmx(one, two, scratch, stream):
    """Partially mapped crossover [1]_: trade a segment, each value by a swap within its board."""
    at_one, at_two = scratch[0], scratch[1]
    for i in range(one.size):
        at_one[U(one[U(i)])] = i
        at_two[U(two[U(i)])] = i
    a, b = segment(one.size, stream)
    for i in range(a, b):
        x, y = one[U(i)], two[U(i)]
        j, k = at_one[U(y)], at_two[U(x)]
        one[U(i)], one[U(j)] = y, x
        two[U(i)], two[U(k)] = x, y
        at_one[U(x)], at_one[U(y)] = j, i
        at_two[U(x)], at_two[U(y)] = i, k


@kernel
def order(one, two, scratch, stream):
    """Order crossover [2]_: keep a segment; the rest in the other's order, from its end on."""
    a, b = segment(one.size, stream)
    parent, kept = scratch[0], scratch[1]
    for i in range(one.size):
        parent[U(i)] = one[U(i)]
    _fill_in_order(one, two, kept, a, b)
    _fill_in_order(two, parent, kept, a, b)


@kernel
def _fill_in_order(child, other, kept, a, b):
    n = child.size
    kept[:] = 0
    for i in range(a, b):
        kept[U(child[U(i)])] = 1
    at = b if b < n else 0
    for start, end in ((b, n), (0, b)):
        for k in range(start, end):
            value = other[U(k)]
            if kept[U(value)] == 0:
                child[U(at)] = value
                at = at + 1 if at + 1 < n else 0


@kernel
def cycle(one, two, scratch, stream):
    """Cycle crossover [3]_: every second cycle of positions that hold the same values is traded."""
    at_one, seen = scratch[0], scratch[1]
    for i in range(one.size):
        at_one[U(one[U(i)])] = i
    seen[:] = 0
    trade = flip(stream) == 1
    for start in range(one.size):
        if seen[U(start)]:
            continue
        i = start
        while seen[U(i)] == 0:
            seen[U(i)] = 1
            following = at_one[U(two[U(i)])]
            if trade:
                one[U(i)], two[U(i)] = two[U(i)], one[U(i)]
            i = following
        trade = not trade


@kernel
def one_point(one, two, scratch, stream):
    """Trade all columns from a random one on."""
    _trade(one, two, 1 + below(stream, one.size - 1), one.size)


@kernel
def two_point(one, two, scratch, stream):
    """Trade a random segment of columns."""
    a, b = segment(one.size, stream)
    _trade(one, two, a, b)


@kernel
def _trade(one, two, a, b):
    for i in range(a, b):
        one[U(i)], two[U(i)] = two[U(i)], one[U(i)]


@kernel
def uniform(one, two, scratch, stream):
    """Trade each column with probability one half: one draw serves 64 columns."""
    bits = U(0)
    for i in range(one.size):
        if i & 63 == 0:
            bits = draw(stream)
        # Without a branch, which would be guessed wrong every second time.
        differ = (one[U(i)] ^ two[U(i)]) * np.int32(bits & U(1))
        one[U(i)] ^= differ
        two[U(i)] ^= differ
        bits >>= U(1)


OPERATORS = pmx, order, cycle, one_point, two_point, uniform
CROSSOVERS = dict(zip(CrossoverKind, OPERATORS, strict=True))
