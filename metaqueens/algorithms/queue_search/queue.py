"""The board and the queue of rows in it, in random order.

Rows come in blocks of as many as there are batches, and every batch holds one row of each block:
which one, a permutation of the block says that is multiplication by an odd number, plus another,
modulo a power of two. So a batch is computed where it is needed, then shuffled within the cache,
and no row is ever sent across the memory. Not every order of the rows can come up; the search needs
only that neighbours have nothing to do with each other.
"""

from typing import NamedTuple, Self

import numpy as np

from metaqueens.core.board import U
from metaqueens.core.jit import kernel
from metaqueens.core.random import draw, shuffle

# Rows in a batch: it is shuffled within the first level of the cache.
BATCH = 4096
# Trials between asking for a word and needing it.
AHEAD = U(32)


class Layout(NamedTuple):
    """Queens, and which diagonals hold one of those placed: 4.5 bytes a queen.

    queens : (n + 32,) int32, the row of the queen in each column; where none is placed yet, the
        queue of rows. The last 32 are there for the prefetch to look at.
    falling, rising : one bit for each diagonal, by the index that ``lines`` gives it
    permutations : (2, k) uint32, the odd factor and the summand that permute each block of rows
    """

    queens: np.ndarray
    falling: np.ndarray
    rising: np.ndarray
    permutations: np.ndarray

    @classmethod
    def empty(cls, n: int) -> Self:
        """Room for ``n`` queens, none placed."""
        # Filled, not zeros(): NumPy asks for huge pages then, and a bit costs no page walk.
        words = np.full((2 * n >> 6) + 2, 0, np.uint64)
        permutations = np.empty((2, -(-n // batches_of(n))), np.uint32)
        queens = np.empty(n + int(AHEAD), np.int32)
        queens[n:] = 0
        return cls(queens, words, words.copy(), permutations)


def batches_of(n: int) -> int:
    """How many batches the rows of the queue come in: a power of two."""
    return 1 << max(n // BATCH, 1).bit_length() - 1


@kernel
def draw_permutations(permutations, stream):
    """Draw a permutation for each block of rows."""
    for block in range(permutations.shape[1]):
        bits = draw(stream)
        permutations[0, block] = (bits >> U(32)) | U(1)
        permutations[1, block] = bits & U(0xFFFFFFFF)


@kernel
def append_batches(layout, batches, first, end, at, stream):
    """Append some of the ``batches`` to the queue, which ends at ``at``; where it ends then."""
    queens, n = layout.queens, layout.queens.size - np.int64(AHEAD)
    permutations = layout.permutations
    last = permutations.shape[1] - 1
    for batch in range(first, end):
        begin = at
        for block in range(last):
            queens[at] = block * batches + _row_of(permutations, block, batch, batches)
            at += 1
        row = last * batches + _row_of(permutations, last, batch, batches)
        if row < n:
            queens[at] = row
            at += 1
        shuffle(queens[begin:at], stream)
    return at


@kernel
def _row_of(permutations, block, batch, batches):
    """Which row of a block is in a batch."""
    image = U(permutations[0, block]) * U(batch) + U(permutations[1, block])
    return np.int64(image & U(batches - 1))
