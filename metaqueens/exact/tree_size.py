"""Knuth's estimate [1]_ of the size of the backtracking tree.

A descent takes one of the d free squares of each row at random. The product of the d's above a
level is an unbiased estimate of the nodes on it, and at the last level of Q(n).

.. [1] Knuth (1975). Estimating the efficiency of backtrack programs. Mathematics of Computation
       29: 122-136.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.core.random import draw_below, start_stream
from metaqueens.exact.bitmask import ones
from metaqueens.queens.problem import Queens
from metaqueens.text.errors import UserError

U = np.uint64
ESTIMATES_UP_TO = 63
# Descents between two checks for Ctrl-C.
AT_ONCE = 2**18
# Half the width of a 95 % interval, in standard errors.
Z95 = 1.959963984540054


class Mean(NamedTuple):
    """An estimate and its standard error."""

    value: float
    error: float

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % confidence interval from the normal distribution, at least 0."""
        return max(0.0, self.value - Z95 * self.error), self.value + Z95 * self.error


class TreeEstimate(NamedTuple):
    """The size of the row by row tree of ``n`` queens, and the solutions among its leaves.

    nodes : partial boards without guards, the empty board included
    solutions : Q(n)
    reached : the number of the ``samples`` descents that reached a solution
    """

    n: int
    samples: int
    nodes: Mean
    solutions: Mean
    reached: int


def estimate(problem: Queens, samples: int, rng: np.random.Generator) -> TreeEstimate:
    """Estimate the search tree of ``problem`` from ``samples`` random descents."""
    n = problem.n
    if n > ESTIMATES_UP_TO:
        raise UserError(f"n: trees of 1 to {ESTIMATES_UP_TO} queens are estimated, got {n:,}")
    if samples < 2:
        raise UserError(f"samples: a standard error needs at least 2, got {samples}")
    stream, sums = start_stream(rng), np.zeros(5)
    for first in range(0, samples, AT_ONCE):
        _descend(n, min(AT_ONCE, samples - first), stream, sums)
    nodes, nodes2, solutions, solutions2, reached = sums
    means = _mean(nodes, nodes2, samples), _mean(solutions, solutions2, samples)
    return TreeEstimate(n, samples, *means, int(reached))


def _mean(total: float, squares: float, samples: int) -> Mean:
    mean = total / samples
    variance = max(0.0, squares / samples - mean * mean) * samples / (samples - 1)
    return Mean(float(mean), sqrt(variance / samples))


@kernel
def _descend(n, samples, stream, sums):
    """Add to the sums and sums of squares, of nodes and of solutions, and to the solutions."""
    nodes, nodes2, solutions, solutions2, reached = sums
    board = (U(1) << U(n)) - U(1)
    for _ in range(samples):
        down = left = right = U(0)
        product, tree, row = 1.0, 1.0, 0
        while row < n:
            free = board & ~(down | left | right)
            choices = ones(free)
            if choices == 0:
                break
            product *= choices
            tree += product
            queen = _nth_one(free, draw_below(stream, choices))
            down |= queen
            left, right = (left | queen) << U(1), (right | queen) >> U(1)
            row += 1
        if row == n:
            reached += 1
            solutions += product
            solutions2 += product * product
        nodes += tree
        nodes2 += tree * tree
    sums[:] = nodes, nodes2, solutions, solutions2, reached


@kernel
def _nth_one(bits, skip):
    """Return the lowest 1 above ``skip`` lower ones."""
    for _ in range(skip):
        bits &= bits - U(1)
    return bits & (~bits + U(1))
