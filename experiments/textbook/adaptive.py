"""Adaptive search of queens with either of two costs: pairs, or queens that are attacked.

The authors' program (D. Diaz, ``queens.c``, 2002-2010) counts, diagonal by diagonal, the queens on
those that hold two or more; metaqueens counts the pairs on them. All else is the same here: the
queen that is attacked most makes the first swap that improves.
"""

import numpy as np

from metaqueens.core.jit import kernel
from metaqueens.core.random import below, stream_of, uniform

# Of the authors' program: what is done where no swap improves, and for how long a queen is frozen.
STAYS, FROZEN = 0.06, 3


def swaps(n: int, seed: int, pairs: bool) -> int:
    """Swaps until ``n`` queens are solved, from a random permutation."""
    rng = np.random.default_rng(seed)
    return int(_swaps(rng.permutation(n), pairs, stream_of(rng)))


@kernel
def _swaps(rows, pairs, stream):
    n, frozen_until = rows.size, np.zeros(rows.size, np.int64)
    rising, falling = np.zeros(2 * n, np.int64), np.zeros(2 * n, np.int64)
    cost, iteration, made = 0, 0, 0
    for column in range(n):
        cost += _stand(rising, falling, n, column, rows[column], 1, pairs)
    while cost > 0:
        iteration += 1
        worst = _worst(rows, rising, falling, frozen_until, iteration, pairs, stream)
        if worst < 0:
            frozen_until[:] = 0
            continue
        best, least, ties = -1, np.int64(4 * n * n), 0
        for other in range(n):
            if other == worst or frozen_until[other] >= iteration:
                continue
            after = cost + _swap(rows, rising, falling, worst, other, pairs)
            _swap(rows, rising, falling, worst, other, pairs)
            ties = 1 if after < least else ties + (after == least)
            if after < least or (after == least and below(stream, ties) == 0):
                best, least = other, after
            if least < cost:
                break
        if best >= 0 and (least < cost or uniform(stream) < STAYS):
            cost += _swap(rows, rising, falling, worst, best, pairs)
            made += 1
        else:
            frozen_until[worst] = iteration + FROZEN
    return made


@kernel
def _worst(rows, rising, falling, frozen_until, iteration, pairs, stream):
    """The column of the queen that is attacked most, ties at random; -1 where all are frozen."""
    n, worst, most, ties = rows.size, -1, -1, 0
    for column in range(n):
        if frozen_until[column] < iteration:
            on = rising[column - rows[column] + n], falling[column + rows[column]]
            error = _of_queen(on[0], pairs) + _of_queen(on[1], pairs)
            ties = 1 if error > most else ties + (error == most)
            if error > most or (error == most and below(stream, ties) == 0):
                worst, most = column, error
    return worst


@kernel
def _swap(rows, rising, falling, one, other, pairs):
    """Swap two rows; what it adds to the cost."""
    n, change = rows.size, 0
    for column in (one, other):
        change += _stand(rising, falling, n, column, rows[column], -1, pairs)
    rows[one], rows[other] = rows[other], rows[one]
    for column in (one, other):
        change += _stand(rising, falling, n, column, rows[column], 1, pairs)
    return change


@kernel
def _stand(rising, falling, n, column, row, by, pairs):
    """Put a queen on its diagonals, or take it off; what it adds to the cost."""
    up, down = column - row + n, column + row
    before = _of_line(rising[up], pairs) + _of_line(falling[down], pairs)
    rising[up] += by
    falling[down] += by
    return _of_line(rising[up], pairs) + _of_line(falling[down], pairs) - before


@kernel
def _of_line(queens, pairs):
    if pairs:
        return queens * (queens - 1) // 2
    return queens if queens > 1 else 0


@kernel
def _of_queen(queens, pairs):
    """What a queen's own diagonal counts for it."""
    if pairs:
        return queens - 1
    return queens if queens > 1 else 0
