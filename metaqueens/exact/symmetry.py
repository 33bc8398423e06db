"""The eight symmetries of the square: canonical boards and fundamental solutions.

The canonical board of an orbit is the first of its images in dictionary order. The fundamental
solutions are one board of each orbit. Burnside's lemma counts the orbits without listing them:
F = (Q + P + 2R) / 8 for n >= 2, with Q the number of all solutions, P of those that are invariant
under a half turn, and R of those under a quarter turn (each of them is in P too) [1]_.

.. [1] Kraitchik (1942). Mathematical Recreations, chapter 10. See OEIS A002562, A032522, A033148.
"""

import numpy as np

from metaqueens.core.jit import kernel

# P and R from n = 1 on, up to the largest n that is counted; tests/exact/symmetric.py finds them.
HALF_TURN = (
    1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184, 144620,
    375664, 1250692, 3581240, 11675080,
)  # fmt: skip
QUARTER_TURN = (1, 0, 0, 2, 2, *[0] * 6, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328)


def orbits(n: int, solutions: int) -> int:
    """Return the number of fundamental solutions of ``n`` queens with ``solutions`` in all."""
    half, quarter = HALF_TURN[n - 1], QUARTER_TURN[n - 1]
    return (solutions + half + 2 * quarter) // 8 if n > 1 else solutions


@kernel
def is_canonical(queens):
    """Return whether no image of the permutation ``queens``, (n,), comes before it.

    Images are compared square by square; the first square decides most comparisons.
    """
    n = queens.size
    inverse = np.empty(n, np.int64)
    for column in range(n):
        inverse[queens[column]] = column
    for image in range(1, 8):
        turned, reversed_, flipped = image & 1, image & 2, image & 4
        for column in range(n):
            source = n - 1 - column if reversed_ else column
            row = inverse[source] if turned else queens[source]
            row = n - 1 - row if flipped else row
            if row != queens[column]:
                if row < queens[column]:
                    return False
                break
    return True
