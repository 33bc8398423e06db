"""Crossovers, mutations and selections as kernels; boards are changed in place.

All need n >= 2. ``one`` and ``two`` are boards of shape (n,) int32.

.. [1] Goldberg & Lingle (1985). Alleles, loci and the traveling salesman problem. ICGA 1: 154-159.
.. [2] Davis (1985). Applying adaptive algorithms to epistatic domains. IJCAI 9: 162-164.
.. [3] Oliver, Smith & Holland (1987). A study of permutation crossover operators on the traveling
       salesman problem. ICGA 2: 224-230.
"""

import numpy as np

from metaqueens.jit import kernel
from metaqueens.problem import Encoding
from metaqueens.stream import below, shuffle, uniform


@kernel
def segment(n, stream):
    """Two cuts 0 <= a < b <= n, each pair equally likely."""
    a = below(stream, n + 1)
    b = below(stream, n)
    b += b >= a
    return min(a, b), max(a, b)


@kernel
def pmx(one, two, stream):
    """Partially mapped crossover [1]_: trade a segment, each value by a swap within its board."""
    n = one.size
    at_one, at_two = np.empty(n, np.int32), np.empty(n, np.int32)
    for i in range(n):
        at_one[one[i]] = i
        at_two[two[i]] = i
    a, b = segment(n, stream)
    for i in range(a, b):
        x, y = one[i], two[i]
        j, k = at_one[y], at_two[x]
        one[i], one[j] = y, x
        two[i], two[k] = x, y
        at_one[x], at_one[y] = j, i
        at_two[x], at_two[y] = i, k


@kernel
def order(one, two, stream):
    """Order crossover [2]_: keep a segment; the rest in the other's order, from its end on."""
    a, b = segment(one.size, stream)
    parent = one.copy()
    _fill_in_order(one, two, a, b)
    _fill_in_order(two, parent, a, b)


@kernel
def _fill_in_order(child, other, a, b):
    n = child.size
    kept = np.zeros(n, np.bool_)
    for i in range(a, b):
        kept[child[i]] = True
    i = b % n
    for k in range(n):
        value = other[(b + k) % n]
        if not kept[value]:
            child[i] = value
            i = (i + 1) % n


@kernel
def cycle(one, two, stream):
    """Cycle crossover [3]_: every second cycle of positions that hold the same values is traded."""
    n = one.size
    at_one, seen = np.empty(n, np.int32), np.zeros(n, np.bool_)
    for i in range(n):
        at_one[one[i]] = i
    trade = below(stream, 2) == 1
    for start in range(n):
        if seen[start]:
            continue
        i = start
        while not seen[i]:
            seen[i] = True
            following = at_one[two[i]]
            if trade:
                one[i], two[i] = two[i], one[i]
            i = following
        trade = not trade


@kernel
def one_point(one, two, stream):
    """Trade all columns from a random one on."""
    _trade(one, two, 1 + below(stream, one.size - 1), one.size)


@kernel
def two_point(one, two, stream):
    """Trade a random segment of columns."""
    a, b = segment(one.size, stream)
    _trade(one, two, a, b)


@kernel
def _trade(one, two, a, b):
    for i in range(a, b):
        one[i], two[i] = two[i], one[i]


@kernel
def uniform_crossover(one, two, stream):
    """Trade each column with probability one half."""
    for i in range(one.size):
        if below(stream, 2) == 1:
            one[i], two[i] = two[i], one[i]


@kernel
def two_columns(n, stream):
    """Two different columns, each ordered pair equally likely."""
    i, j = below(stream, n), below(stream, n - 1)
    return i, j + (j >= i)


@kernel
def swap(board, stream):
    """Two queens trade rows."""
    i, j = two_columns(board.size, stream)
    board[i], board[j] = board[j], board[i]


@kernel
def shuffle_some(board, rate, stream):
    """Each queen trades rows with another one with probability ``rate``."""
    n = board.size
    for i in range(n):
        if uniform(stream) < rate:
            j = below(stream, n - 1)
            j += j >= i
            board[i], board[j] = board[j], board[i]


@kernel
def inversion(board, stream):
    """A random segment is turned round."""
    i, j = two_columns(board.size, stream)
    i, j = min(i, j), max(i, j)
    while i < j:
        board[i], board[j] = board[j], board[i]
        i += 1
        j -= 1


@kernel
def insertion(board, stream):
    """A queen's row is taken out and put in elsewhere; those between move up one column."""
    i, j = two_columns(board.size, stream)
    value, step = board[i], 1 if j > i else -1
    while i != j:
        board[i] = board[i + step]
        i += step
    board[j] = value


@kernel
def reassign(board, stream):
    """A queen goes to any other row."""
    i, row = below(stream, board.size), below(stream, board.size - 1)
    board[i] = row + (row >= board[i])


@kernel
def step(board, stream):
    """A queen goes one row up or down; at the edge there is one way only."""
    n, i = board.size, below(stream, board.size)
    row = board[i] + 2 * below(stream, 2) - 1
    board[i] = 1 if row < 0 else n - 2 if row >= n else row


@kernel
def tournament(guards, count, size, stream):
    """``count`` indices into ``guards``: each the best of ``size`` drawn with replacement."""
    winners = np.empty(count, np.int64)
    for k in range(count):
        best = below(stream, guards.size)
        for _ in range(size - 1):
            other = below(stream, guards.size)
            if guards[other] < guards[best]:
                best = other
        winners[k] = best
    return winners


@kernel
def roulette(guards, count, max_guards, stream):
    """``count`` indices, each drawn in proportion to its fitness."""
    wheel = np.cumsum(1.0 - guards / max_guards)
    winners = np.empty(count, np.int64)
    for k in range(count):
        winners[k] = np.searchsorted(wheel, uniform(stream) * wheel[-1], "right")
    return np.minimum(winners, guards.size - 1)


@kernel
def truncation(guards, count, share, stream):
    """``count`` indices, drawn evenly from the best ``share`` of all."""
    best = np.argsort(guards, kind="mergesort")
    kept = max(1, int(share * guards.size))
    winners = np.empty(count, np.int64)
    for k in range(count):
        winners[k] = best[below(stream, kept)]
    return winners


@kernel
def coins(count, probability, stream):
    """``count`` flips, each True with ``probability``."""
    flips = np.empty(count, np.bool_)
    for k in range(count):
        flips[k] = uniform(stream) < probability
    return flips


@kernel
def random_boards(count, n, encoding, stream):
    """(count, n) int32: boards drawn uniformly from the encoding."""
    boards = np.empty((count, n), np.int32)
    for board in boards:
        for column in range(n):
            board[column] = column if encoding == Encoding.PERMUTATION else below(stream, n)
        if encoding == Encoding.PERMUTATION:
            shuffle(board, stream)
    return boards


@kernel
def price(boards):
    """(k,) int64: the guards of each board of ``boards``, shape (k, n)."""
    count, n = boards.shape
    rows, rising = np.zeros(n, np.int32), np.zeros(2 * n, np.int32)
    falling = np.zeros(2 * n, np.int32)
    guards = np.zeros(count, np.int64)
    for k in range(count):
        for column in range(n):
            row = boards[k, column]
            # The queens already on a line are the pairs that a new one makes.
            guards[k] += rows[row] + rising[row - column + n] + falling[row + column]
            rows[row] += 1
            rising[row - column + n] += 1
            falling[row + column] += 1
        rows[:] = 0
        rising[:] = 0
        falling[:] = 0
    return guards
