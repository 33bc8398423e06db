"""Searches with many boards written out slowly, as in ``twins``."""

from itertools import accumulate, count
from math import inf

from tests import oracle

from .twins import Best


def shuffle(values, draws):
    """In place, as kernels do."""
    for last in range(len(values) - 1, 0, -1):
        other = draws.below(last + 1)
        values[last], values[other] = values[other], values[last]


def drawn_board(encoding, order, weight, draws):
    """A board whose columns are filled in random order, rows by their weights."""
    rows, queens = list(range(len(order))), {}
    shuffle(order, draws)
    for column in order:
        sums = list(accumulate(weight(column, row, queens) for row in rows))
        if sums[-1] == 0:
            place = draws.below(len(rows))
        else:
            aim = draws.uniform() * sums[-1]
            place = next((k for k, total in enumerate(sums) if total > aim), len(rows) - 1)
        queens[column] = rows[place]
        if encoding == "permutation":
            rows[place] = rows[-1]
            rows.pop()
    return [queens[column] for column in range(len(order))]


def ant_colony(encoding, queens, draws, ants, exponents, evaporation, least, restart_after):
    """The MAX-MIN ant system."""
    n, best = len(queens), Best(queens)
    alpha, beta = exponents
    order, pheromone = list(range(n)), [[1.0] * n for _ in range(n)]
    trail, guards, idle = None, inf, 0

    def weight(column, row, snapshot):
        met = [c for c, r in snapshot.items() if r == row or abs(r - row) == abs(c - column)]
        return pheromone[column][row] ** alpha * (1.0 + len(met)) ** -beta

    yield best.state(queens)
    for ant in count(1):
        queens = drawn_board(encoding, order, weight, draws)
        best.evaluations += 1
        if oracle.guards(queens) < guards:
            trail, guards, idle = queens, oracle.guards(queens), -1
        if ant % ants == 0:
            best.steps += 1
            idle += 1
            pheromone = [[max((1 - evaporation) * p, least) for p in rows] for rows in pheromone]
            for rows, row in zip(pheromone, trail, strict=True):
                rows[row] = min(rows[row] + evaporation, 1.0)
            if idle == restart_after:
                pheromone = [[1.0] * n for _ in range(n)]
                guards, idle = inf, 0
        yield best.state(queens)
