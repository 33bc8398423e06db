"""Knuth's estimate of the number of solutions, from random descents of the search tree."""

import random

QUEENS, DESCENTS = 12, 30_000


def is_free(column: int, queens: list[int]) -> bool:
    """Return whether no queen of the rows above attacks a column of the next row."""
    row = len(queens)
    return all(
        column != other and abs(column - other) != row - above for above, other in enumerate(queens)
    )


def descend() -> int:
    """Place queens at random on free squares; return the product of the numbers of choices."""
    queens: list[int] = []
    product = 1
    while len(queens) < QUEENS:
        free = [column for column in range(QUEENS) if is_free(column, queens)]
        if not free:
            return 0
        product *= len(free)
        queens.append(random.choice(free))
    return product


random.seed(1)
products = [descend() for _ in range(DESCENTS)]
print(f"{sum(products) / DESCENTS:,.0f} solutions of {QUEENS} queens")
