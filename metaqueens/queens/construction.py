"""A solution for every n without a search: the n mod 12 rule [1]_.

Queens go on the even rows from the left, then on the odd ones, with a few of them out of turn for
some remainders of n.

.. [1] Pauls (1874). Das Maximalproblem der Damen auf dem Schachbrete. Deutsche Schachzeitung 29.
       Proofs: Hoffman, Loessi & Moore (1969). Mathematics Magazine 42: 66-72.
"""

import numpy as np

from metaqueens.text.errors import UserError

# Rows are int32.
CONSTRUCTS_UP_TO = 2**31 - 1


def construct(n: int) -> np.ndarray:
    """Return a solution, shape (n,) int32, in O(n). Raises ``UserError`` for n = 2 and n = 3."""
    if why := no_solution(n):
        raise UserError(why)
    if not 1 <= n <= CONSTRUCTS_UP_TO:
        raise UserError(f"n: expected 1 to {CONSTRUCTS_UP_TO:,} queens, got {n:,}")
    queens = np.empty(n, np.int32)
    evens, odds = queens[: n // 2], queens[n // 2 :]
    evens[:] = np.arange(1, n, 2, dtype=np.int32)  # rows 2, 4, 6 ..., counted from 1
    odds[:] = np.arange(0, n, 2, dtype=np.int32)  # rows 1, 3, 5 ...
    if n % 12 in (3, 9):
        evens[:], odds[:] = np.roll(evens, -1), np.roll(odds, -2)
    elif n % 12 == 8:
        odds[0::2], odds[1::2] = odds[1::2].copy(), odds[0::2].copy()
    elif n % 12 == 2:
        odds[:2] = 2, 0
        odds[2:] = np.roll(odds[2:], -1)
    return queens


def no_solution(n: int) -> str:
    """Return the reason why there is no solution for ``n`` = 2 or 3; "" for others."""
    why = {
        2: "wherever the first queen stands, it attacks every other square of the board",
        3: "a queen in the middle attacks every square, and one elsewhere leaves only two squares"
        " free, which attack each other",
    }
    return f"no solution exists for {n} queens: {why[n]}" if n in why else ""
