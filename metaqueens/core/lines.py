"""Where a square's diagonals stand in the arrays that count or mark them: the one convention.

A rising diagonal has the index ``row - column + n - 1``, a falling one ``row + column``; both go
from 0 to 2n - 2. What shifts a whole word of bits a row at a time (``exact``) has no index.
"""

from metaqueens.core.jit import kernel


@kernel
def rising_of(n, column, row):
    """The index of the rising diagonal through a square."""
    return row - column + n - 1


@kernel
def falling_of(column, row):
    """The index of the falling diagonal through a square."""
    return row + column


def diagonals(n: int) -> int:
    """Return how many diagonals of either kind a board has."""
    return 2 * n - 1
