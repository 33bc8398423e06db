"""Crossovers as kernels: two individuals become two others, in place.

All need n >= 2. ``first`` and ``second`` are (n,) int32. ``scratch``, (2, n) int32, may be
overwritten: an allocation takes a tenth of the time of a crossover at n = 50.

.. [1] Goldberg & Lingle (1985). Alleles, loci and the traveling salesman problem. ICGA 1: 154-159.
.. [2] Davis (1985). Applying adaptive algorithms to epistatic domains. IJCAI 9: 162-164.
.. [3] Oliver, Smith & Holland (1987). A study of permutation crossover operators on the traveling
       salesman problem. ICGA 2: 224-230.
"""

from typing import Literal

import numpy as np

from metaqueens.core.choices import make_enum
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw, draw_below, flip
from metaqueens.core.state import U

CrossoverName = Literal["pmx", "order", "cycle", "one_point", "two_point", "uniform"]
CrossoverKind = make_enum("CrossoverKind", CrossoverName, __name__)


@kernel
def segment(n, stream):
    """Draw two cuts 0 <= a < b <= n, each pair equally likely."""
    a = draw_below(stream, n + 1)
    b = draw_below(stream, n)
    b += b >= a
    return min(a, b), max(a, b)


@kernel
def pmx(first, second, scratch, stream):
    """Partially mapped crossover [1]_: trade a segment by swaps within each individual."""
    at_one, at_two = scratch[0], scratch[1]
    for i in range(first.size):
        at_one[U(first[U(i)])] = i
        at_two[U(second[U(i)])] = i
    a, b = segment(first.size, stream)
    for i in range(a, b):
        x, y = first[U(i)], second[U(i)]
        j, k = at_one[U(y)], at_two[U(x)]
        first[U(i)], first[U(j)] = y, x
        second[U(i)], second[U(k)] = x, y
        at_one[U(x)], at_one[U(y)] = j, i
        at_two[U(x)], at_two[U(y)] = i, k


@kernel
def order(first, second, scratch, stream):
    """Order crossover [2]_: keep a segment; the rest in the other's order, from its end on."""
    a, b = segment(first.size, stream)
    parent, in_segment = scratch[0], scratch[1]
    for i in range(first.size):
        parent[U(i)] = first[U(i)]
    _fill_in_order(first, second, in_segment, a, b)
    _fill_in_order(second, parent, in_segment, a, b)


@kernel
def _fill_in_order(child, other, in_segment, a, b):
    n = child.size
    in_segment[:] = 0
    for i in range(a, b):
        in_segment[U(child[U(i)])] = 1
    at = b if b < n else 0
    for start, end in ((b, n), (0, b)):
        for k in range(start, end):
            value = other[U(k)]
            if in_segment[U(value)] == 0:
                child[U(at)] = value
                at = at + 1 if at + 1 < n else 0


@kernel
def cycle(first, second, scratch, stream):
    """Cycle crossover [3]_: trade every second cycle of positions that hold the same values."""
    at_one, seen = scratch[0], scratch[1]
    for i in range(first.size):
        at_one[U(first[U(i)])] = i
    seen[:] = 0
    trade = flip(stream) == 1
    for start in range(first.size):
        if seen[U(start)]:
            continue
        i = start
        while seen[U(i)] == 0:
            seen[U(i)] = 1
            following = at_one[U(second[U(i)])]
            if trade:
                first[U(i)], second[U(i)] = second[U(i)], first[U(i)]
            i = following
        trade = not trade


@kernel
def one_point(first, second, scratch, stream):
    """Trade all variables from a random one on."""
    _trade(first, second, 1 + draw_below(stream, first.size - 1), first.size)


@kernel
def two_point(first, second, scratch, stream):
    """Trade a random segment."""
    a, b = segment(first.size, stream)
    _trade(first, second, a, b)


@kernel
def _trade(first, second, a, b):
    for i in range(a, b):
        first[U(i)], second[U(i)] = second[U(i)], first[U(i)]


@kernel
def uniform(first, second, scratch, stream):
    """Trade each variable with probability one half; one draw is enough for 64 variables."""
    bits = U(0)
    for i in range(first.size):
        if i & 63 == 0:
            bits = draw(stream)
        # Without a branch, which the processor would predict wrongly every second time.
        differ = (first[U(i)] ^ second[U(i)]) * np.int32(bits & U(1))
        first[U(i)] ^= differ
        second[U(i)] ^= differ
        bits >>= U(1)


OPERATORS = pmx, order, cycle, one_point, two_point, uniform
CROSSOVERS = dict(zip(CrossoverKind, OPERATORS, strict=True))
