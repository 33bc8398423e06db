"""Adaptive search written once more, for one question: which cost do its moves bring down?

``pairs``: pairs of queens that attack each other, as everywhere in this package. ``queens``: the
cost of its authors' program, on each diagonal the queens that are attacked there, so k queens count
k and not k(k - 1)/2. All else is as `metaqueens.AdaptiveSearch` does it on a plain board.
"""

import numba
import numpy as np

# The defaults of `metaqueens.AdaptiveSearch`.
PLATEAU, RESET_SHARE = 0.94, 0.1
COSTS = ("pairs", "queens")


def swaps(n: int, cost: str, seed: int, tenure: int = 2, reset_at: int = 2) -> int:
    """The swaps of a run of ``n`` queens until it is solved; those of resets are not counted."""
    rng = np.random.default_rng(seed)
    return _swaps(rng.permutation(n), cost == "pairs", rng, tenure, reset_at)


@numba.njit
def _of_line(pairs, k):
    if pairs:
        return k * (k - 1) // 2
    return k if k > 1 else 0


@numba.njit
def _change(pairs, line, index, by):
    """Put so many queens on a diagonal, and say how the cost changes."""
    before = _of_line(pairs, line[index])
    line[index] += by
    return _of_line(pairs, line[index]) - before


@numba.njit
def _swap(pairs, queens, rising, falling, i, j):
    """Swap the rows of two columns, and say how the cost changes."""
    n, change = queens.size, 0
    for column in (i, j):
        change += _change(pairs, rising, queens[column] + column, -1)
        change += _change(pairs, falling, queens[column] - column + n, -1)
    queens[i], queens[j] = queens[j], queens[i]
    for column in (i, j):
        change += _change(pairs, rising, queens[column] + column, 1)
        change += _change(pairs, falling, queens[column] - column + n, 1)
    return change


@numba.njit
def _worst(pairs, queens, rising, falling, free, rng):
    """The free queen with the largest cost, ties at random; -1 for none."""
    n, most, ties, worst = queens.size, -1, 0, -1
    for column in np.flatnonzero(free):
        k = rising[queens[column] + column]
        m = falling[queens[column] - column + n]
        # Of pairs, those of this queen; of queens, those on its attacked diagonals.
        here = k + m - 2 if pairs else _of_line(pairs, k) + _of_line(pairs, m)
        if here > most:
            most, ties = here, 0
        if here == most:
            ties += 1
            if rng.integers(0, ties) == 0:
                worst = column
    return worst


@numba.njit
def _best(pairs, queens, rising, falling, free, worst, rng):
    """How its first swap that improves changes the cost, or a level one; 1 where all worsen."""
    least, best, ties = 1, -1, 0
    for other in np.flatnonzero(free):
        if other == worst:
            continue
        change = _swap(pairs, queens, rising, falling, worst, other)
        _swap(pairs, queens, rising, falling, worst, other)
        if change < 0:
            return change, other
        if change == 0:
            least, ties = 0, ties + 1
            if rng.integers(0, ties) == 0:
                best = other
    return least, best


@numba.njit
def _swaps(queens, pairs, rng, tenure, reset_at):
    n = queens.size
    rising, falling = np.zeros(2 * n, np.int64), np.zeros(2 * n, np.int64)
    cost, made, iteration = 0, 0, 0
    until = np.zeros(n, np.int64)
    for column in range(n):
        cost += _change(pairs, rising, queens[column] + column, 1)
        cost += _change(pairs, falling, queens[column] - column + n, 1)
    while cost > 0:
        iteration += 1
        free = until < iteration
        worst, least, other = _worst(pairs, queens, rising, falling, free, rng), 1, -1
        if worst >= 0:
            least, other = _best(pairs, queens, rising, falling, free, worst, rng)
        if least < 0 or (least == 0 and rng.random() < PLATEAU):
            cost += _swap(pairs, queens, rising, falling, worst, other)
            made += 1
            continue
        if worst >= 0:
            until[worst] = iteration + tenure
        if n - free.sum() + 1 >= reset_at:
            for _ in range(max(1, round(RESET_SHARE * n))):
                i, j = rng.integers(0, n), rng.integers(0, n - 1)
                cost += _swap(pairs, queens, rising, falling, i, j + (j >= i))
            until[:] = 0
    return made
